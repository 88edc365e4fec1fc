#!/usr/bin/env bash
# Checks kernels for Hopper that were not timed as they are yet, then times what is chosen where they are to be the fastest, beside
# the next ones and cuBLASLt's.
#
#   tests/gpu-trials.sh target/release/azulejo [DIRECTORY]
#
# Candidates are those of `cargo xtask ptx trial`, with AZULEJO_PTX_FOLDER=target/trial. What each is to prove, and what follows from
# its times: benches/record/gpu-gemm/steps.md, "To be timed". What was timed so far stays in DIRECTORY where it is cut short.
set -u
azulejo=${1:?the program}
out=${2:-trials}
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

for t in bf16 f16; do
    turns=128x128x6_1x1x1_turns
    run "check-$t" $t "gemm_${t}_km,gemm_${t}_mk_$turns,gemm_${t}_mm_$turns,gemm_fused_${t}_kk_${turns}_plain,gemm_fused_${t}_km_${turns}_c" \
        --check
    time_of "rows-$t" $t 8192x8192x1024:NN,4096x4096x1024:NN,2048x2048x2048:NN,4096x4096x4096:NN,16384x4096x1024:NN,8192x8192x8192:NN '' 4
    time_of "turned-$t" $t 8192x8192x1024:TT,4096x4096x1024:TT,2048x2048x2048:TT,8192x8192x1024:NT,4096x4096x1024:NT,2048x2048x2048:NT '' 4
    time_of "plain-$t" $t 2048x2048x2048,1536x2560x2048,4096x4096x1024,4096x4096x4096,8192x8192x1024 '' 4
    time_of "fused-$t" $t 8192x8192x1024:NN,4096x4096x1024:NN,4096x4096x4096:NN '' 3 --fused
done
time_of bytes e4m3 3000x3000x3000,4104x4104x4104,4096x4096x4096,2048x2048x4096,1536x2560x2048 '' 4
time_of integers i8 65536x128x128,3000x3000x3000,16384x16384x16384 '' 4
