#!/usr/bin/env bash
# Checks the candidates for Hopper on a device, then times them beside the kernels that they are to replace and cuBLASLt.
#
#   cargo xtask ptx trial
#   AZULEJO_PTX_FOLDER=target/trial tests/gpu-trials.sh target/release/azulejo [DIRECTORY]
#
# What each is to prove, and what follows from its times: benches/record/gpu-gemm/steps.md, "To be timed". About five minutes, a
# third of them for the driver's compiler; what was timed so far stays in DIRECTORY where it is cut short.
set -u
azulejo=${1:?the program}
out=${2:-trials}
: "${AZULEJO_PTX_FOLDER:?the folder that cargo xtask ptx trial names}"
mkdir -p "$out"

# run NAME TYPE KERNELS arguments…: kernels by the beginning of their names, separated by commas.
run() {
    local name=$1 dtype=$2 kernels=$3
    shift 3
    "$azulejo" bench gemm --device cuda:0 --dtype "$dtype" --kernel "$kernels" "$@" 2>&1 | tee "$out/$name.txt"
}

# time_of NAME TYPE PRODUCTS KERNELS arguments…
time_of() {
    run "$1" "$2" "$4" --product "$3" --no-check --verbose --tries 10 "${@:5}"
}

kk=gemm_bf16_kk
for dtype in bf16 tf32 e4m3; do
    run "check-$dtype" "$dtype" trial_gemm_ --check
done
time_of 1000 bf16 1000x1000x1000 trial_${kk}_64x1,${kk}_128x96x7,${kk}_128x64x8_1x2x1
time_of fused-8192 bf16 8192x8192x1024 gemm_fused_bf16,trial_${kk}_128x,${kk}_128x176x5,${kk}_128x128x6_1x1x1_turns --fused
time_of fused-4096 bf16 4096x4096x4096 gemm_fused_bf16,trial_${kk}_128x,${kk}_128x256x4,${kk}_128x128x6_1x1x1_turns --fused
time_of tf32-turned tf32 4096x4096x4096:TT,4096x4096x4096:NN,4096x4096x4096:NT trial_gemm_tf32_mk,gemm_tf32_mk_128x256x3
time_of narrow bf16 64x8192x8192 trial_${kk}_64x,${kk}_64x64x12,${kk}_128x64x8_1x1x2
time_of large bf16 16384x16384x16384,3000x3000x3000,4104x4104x4104,1536x24576x7168 \
    trial_${kk}_256x,${kk}_256x192x3,${kk}_192x192x4,${kk}_192x176x4
time_of tf32-large tf32 16384x16384x16384 trial_gemm_tf32_kk,gemm_tf32_kk_192x192x4,gemm_tf32_kk_192x176x4
time_of e4m3-large e4m3 16384x16384x16384 trial_gemm_e4m3_kk,gemm_e4m3_e4m3_kk_256x192x3
