#!/usr/bin/env bash
# Checks the candidates for Hopper on a device, then times them beside the kernels that they are to replace and cuBLASLt.
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

run check-bf16 bf16 trial_gemm_ --check
time_of fused-nn bf16 8192x8192x1024:NN,4096x4096x1024:NN trial_gemm_bf16_km,gemm_fused_bf16_km,gemm_bf16_mk --fused
