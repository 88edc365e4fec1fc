#!/usr/bin/env bash
# Checks the candidates for Hopper on a device, then times them beside the kernels that they are to replace and cuBLASLt's.
#
#   cargo xtask ptx trial
#   AZULEJO_PTX_FOLDER=target/trial tests/gpu-trials.sh target/release/azulejo [DIRECTORY]
#
# What each is to prove, and what follows from its times: benches/record/gpu-gemm/steps.md, "To be timed". What was timed so far
# stays in DIRECTORY where it is cut short.
set -u
azulejo=${1:?the program}
out=${2:-trials}
: "${AZULEJO_PTX_FOLDER:?the folder that cargo xtask ptx trial names}"
mkdir -p "$out"

# run NAME TYPE KERNELS arguments…: kernels by the beginning of their names, separated by commas; all where there is none.
run() {
    local name=$1 dtype=$2 kernels=$3
    shift 3
    "$azulejo" bench gemm --device cuda:0 --dtype "$dtype" ${kernels:+--kernel "$kernels"} "$@" 2>&1 |
        sed -u 's/trial_gemm_/+/g; s/gemm_//g; s/  (model \([0-9]*\) clocks)/ \1/' | tee "$out/$name.txt"
}

# time_of NAME TYPE PRODUCTS KERNELS TRIES arguments…
time_of() {
    run "$1" "$2" "$4" --product "$3" --no-check --verbose --tries "$5" "${@:6}"
}

run check-bf16 bf16 trial_gemm_ --check
time_of nn bf16 8192x8192x1024:NN,4096x4096x1024:NN,2048x2048x2048:NN,4096x4096x4096:NN,16384x4096x1024:NN,8192x8192x8192:NN \
    trial_gemm_bf16_km,trial_gemm_bf16_mk,gemm_bf16_mk 10
time_of kk bf16 2048x2048x2048,1536x2560x2048,4096x4096x1024,4096x4096x4096 \
    trial_gemm_bf16_kk,gemm_bf16_kk_128x256x4_1x1x1,gemm_bf16_kk_128x128x6_1x1x1_turns 7
time_of fused-nn bf16 8192x8192x1024:NN,4096x4096x1024:NN,4096x4096x4096:NN trial_gemm_bf16_km,gemm_fused_bf16_km 4 --fused
time_of fused-kk bf16 4096x4096x4096 gemm_fused_bf16_kk,gemm_bf16_kk_128x128x6_1x1x1_turns 5 --fused
time_of short bf16 8192x8192x1024 gemm_bf16_kk_128x1 8
time_of bytes e4m3 4104x4104x4104,1536x2560x2048,2048x2048x4096,4096x4096x4096 '' 8
