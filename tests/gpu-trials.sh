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
for dtype in bf16 tf32 e4m3 i8; do
    run "check-$dtype" "$dtype" trial_gemm_ --check
done
fp8=gemm_e4m3_e4m3_kk
for dtype in tf32 e4m3 i8; do
    time_of "1000-$dtype" "$dtype" 1000x1000x1000 "trial_gemm_${dtype}_kk_64x144,_kk_64x128x8,_kk_128x64x8_1x2x1"
done
time_of uneven bf16 840x840x840,920x920x920,1000x1000x1000,1000x1000x4000,2520x2520x2520,2560x2560x2560 \
    ${kk}_64x144,${kk}_128x96x7,${kk}_128x64x8_1x2x1,${kk}_128x160x5
time_of turns bf16 8192x8192x1024,8192x8192x8192,4096x14336x4096,14336x4096x4096 \
    trial_${kk}_128x176x5_1x1x1_turns,${kk}_128x176x5,${kk}_128x192x4_1x1x1_turns
time_of turns-e4m3 e4m3 8192x8192x1024,8192x8192x8192,4096x14336x4096,14336x4096x4096 \
    trial_gemm_e4m3_kk_128x176x5_1x1x1_turns,${fp8}_128x176x5,${fp8}_128x192x4_1x1x1_turns
time_of 4104 bf16 4104x4104x4104 trial_${kk}_192x176x4,${kk}_192x176x4
time_of bf16-turned bf16 4096x4096x4096:TT,4096x4096x4096:NN trial_gemm_bf16_mk,gemm_bf16_mk_128x256x3
time_of bf16-both bf16 4096x4096x4096:NT trial_gemm_bf16_mm,gemm_bf16_mm_128x256x3
time_of e4m3-2048 e4m3 2048x2048x2048,2048x2048x1024,2048x2048x4096,1536x2560x2048 \
    ${fp8}_128x256x4_1x1x1,${fp8}_128x128x6_1x1x1_turns
time_of tf32-large tf32 8192x8192x8192,16384x16384x16384 \
    trial_gemm_tf32_kk_256x160,gemm_tf32_kk_192x192x4,gemm_tf32_kk_128x176x5
c_rings=trial_${kk}_128x176x5_2x1x1_turns_c,trial_${kk}_128x128x6_1x1x1_turns_c
time_of fused-8192 bf16 8192x8192x1024 gemm_fused_bf16,${c_rings},${kk}_128x128x6_1x1x1_turns --fused
time_of fused-4096 bf16 4096x4096x4096,4096x4096x1024 gemm_fused_bf16,${c_rings},${kk}_128x128x6_1x1x1_turns --fused
time_of fused-nn bf16 8192x8192x1024:NN,4096x4096x4096:NN trial_gemm_bf16_km,gemm_bf16_mk --fused
