#!/usr/bin/env bash
# Runs every kernel at ragged sizes under the four tools of compute-sanitizer, all programs at once, and says what each found.
#
#     tests/gpu-sanitize.sh FOLDER [LOGS] [WORDS]
#     tests/gpu-sanitize.sh --list
#
# FOLDER holds the program `gpu` (`cargo build --release -p azulejo-gpu`). LOGS gets a log for each tool and run. With WORDS only the runs
# whose name holds one of them are made. Every result is compared with the CPU's, and every byte around the buffers with what stood there
# before. `--list` prints the runs: name and arguments.
set -uo pipefail

# Name and arguments of each run.
runs=()
for family in sm90_f32_f64acc sm80_{f32,f16,bf16}_32x32 sm80_f32_align4 sm80_f32_align1_kk,sm80_f32_align1_km sm80_f32_align1_mk,sm80_f32_align1_mm \
  sm80_f64_align2 sm80_f64_align1 sm80_f64_64x32 sm80_f64_32x32 sm90_f16_tma_mma sm80_f16_128x256 sm80_f16_128x128 \
  sm90_bf16_tma_mma sm80_bf16_128x256 sm80_bf16_128x128 sm80_tf32 sm80_i8 gemv; do
  runs+=("${family//,/+} sm80/kernels --small --only $family")
done
runs+=("chosen sm80/chosen --small")
for part in zeros copy cast map rows jobs order rejected; do runs+=("memory_$part memory/$part --small"); done
runs+=("tile tile")
# Of the Hopper kernels one of each kind: tiles, clusters, roles, orders of operands, types.
for kernel in bf16_kk_{64x64x12_1x{1,2}x1,64x32x16_4x1x1,64x16x16_1x1x2,128x64x8_1x2x1,64x144x7_4x1x1,128x128x6_1x1x1_pingpong} \
  bf16_kk_{128x176x5_1x1x1_pingpong,128x256x4_1x1x1,192x176x4_1x2x1,192x192x4_2x1x1} bf16_mm_{64x64x12_1x1x1,64x32x8_1x1x1,64x16x8_1x1x1,128x192x4_1x2x1_pingpong} \
  bf16_mk_{64x16x8_1x1x1,64x32x8_1x1x1,64x64x12_1x{1,2}x1,192x192x4_2x1x1,128x192x4_2x1x1_pingpong} bf16_km_128x192x4_1x1x1_pingpong f16_kk_128x128x6_4x1x1 \
  f16_kk_f16acc_64x64x12_1x1x1 tf32_{kk,mk}_64x64x12_1x1x1 tf32_mk_64x16x16_1x1x4 i8_kk_{64x32x8_1x1x1,128x64x8_1x2x1} \
  i8_mk_128x{32x8,128x6}_1x1x1 e4m3_e4m3_mk_128x128x6_1x1x1 e4m3_e4m3_kk_{,e4m3_,promoting_}64x64x12_1x1x1 e4m3_e5m2_mk_{bf16,e4m3,f32}_128x128x6_1x1x1 \
  fused_bf16_kk_{128x128x6_1x1x1_pingpong_plain,128x192x4_2x1x1_pingpong_c,128x256x4_1x1x1_c} bf16_mm_192x160x4_1x1x1 fused_bf16_mm_192x192x4_1x1x1_c fused_bf16_km_128x192x4_1x1x1_pingpong_gelu; do
  runs+=("hopper_$kernel hopper/kernels --only gemm_$kernel")
done

if [ "${1:-}" = --list ]; then printf '%s\n' "${runs[@]}"; exit; fi
folder=$(realpath "${1:?usage: tests/gpu-sanitize.sh FOLDER [LOGS] [WORDS]}")
logs=${2:-$(mktemp -d)}
words=${3:-}
mkdir -p "$logs"
limit=${AZULEJO_SANITIZE_LIMIT:-400}
command -v compute-sanitizer >/dev/null || { echo "no compute-sanitizer here"; exit 3; }

one() { # TOOL NAME ARGUMENTS...
  local tool=$1 name=$2 log="$logs/$1-$2.log" start=$SECONDS code found extra=()
  shift 2
  [ "$tool" = memcheck ] && extra=(--leak-check no)
  timeout "$limit" compute-sanitizer --tool "$tool" "${extra[@]}" --error-exitcode 9 "$folder/gpu" check "$@" >"$log" 2>&1
  code=$?
  found=$(grep -aE "ERROR SUMMARY|RACECHECK SUMMARY" "$log" | tail -1 | sed 's/=* //')
  # The program of tiles ends with an assertion that fails as it must: a trap for each thread of a warp and the driver's calls that
  # are told of it afterwards, and nothing else, are clean.
  if [ "$name" = tile ] && [ $code -eq 9 ] && grep -qa ' right, 0 wrong$' "$log" &&
    [[ $found == "ERROR SUMMARY: $(grep -caE '^========= (Trace/breakpoint trap|Program hit CUDA_ERROR_LAUNCH_FAILED)' "$log") errors" ]]; then
    code=0 found="$found, all of them the assertion's"
  fi
  case $code in
    0) printf 'clean   %-9s %-28s %4d s  %s\n' "$tool" "$name" $((SECONDS - start)) "$found" ;;
    124) printf 'LONG    %-9s %-28s %4d s\n' "$tool" "$name" $((SECONDS - start)) ;;
    *) printf 'FOUND   %-9s %-28s %4d s  code %s  %s %s\n' "$tool" "$name" $((SECONDS - start)) $code "$found" "$(grep -a FAILED "$log" | head -1)" ;;
  esac
}

wanted() { [ -z "$words" ] || { for word in ${words//,/ }; do [[ $1 == *"$word"* ]] && return 0; done; return 1; }; }
started=$SECONDS
jobs_at_once=${AZULEJO_SANITIZE_JOBS:-$(nproc)}
for tool in racecheck memcheck initcheck synccheck; do
  for run in "${runs[@]}"; do
    read -r name arguments <<<"$run"
    wanted "$tool $name" || continue
    while [ "$(jobs -rp | wc -l)" -ge "$jobs_at_once" ]; do wait -n; done
    # shellcheck disable=SC2086
    one "$tool" "$name" $arguments &
  done
done >"$logs/summary.txt"
wait
sort "$logs/summary.txt"
bad=$(grep -cv '^clean' "$logs/summary.txt")
echo "$(grep -c '^clean' "$logs/summary.txt") runs clean, $bad not, in $((SECONDS - started)) s"
[ "$bad" -eq 0 ]
