#!/usr/bin/env bash
# Runs every command of the azulejo program that takes a GPU on one, and compares its files with those of the CPU.
#
#     tests/gpu.sh [--small] path/to/azulejo [device]
#
# With --small the operands are a few tiles, and arrays of a million elements are shorter: for a device that is
# no GPU (`cargo xtask simt`). It needs the program, this repository's examples/data, and nothing else: no Rust, no CUDA toolkit, no Python.
# Where the program `gpu` is built beside it, it also compares kernels by machine code with the same by PTX.
# Results that both compute exactly must be the same bytes; rounded ones must be near `f64`, or near each other.
set -uo pipefail
small=
long=1000003
if [ "${1:-}" = --small ]; then small=yes long=4099; shift; fi
program=$(realpath "${1:?usage: tests/gpu.sh [--small] path/to/azulejo [device]}")
device=${2:-cuda:0}
data=$(realpath "$(dirname "$0")/../examples/data")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0
failed=0

fail() { failed=$((failed + 1)); echo "FAILED $*"; }

# NAME COMMAND...: the command on both devices; the files must be equal.
same() {
  local name=$1 out
  shift
  if ! out=$("$program" "$@" -o cpu.npy 2>&1); then fail "$name on the cpu: $out"; return; fi
  if ! out=$("$program" "$@" --device "$device" -o gpu.npy 2>&1); then fail "$name: $out"; return; fi
  if cmp -s cpu.npy gpu.npy; then passed=$((passed + 1)); else fail "$name: the files differ"; fi
}

# NAME COMMAND...: the command on both devices, float32 results; no element may differ by more than 1e-5 of itself.
near() {
  local name=$1 out worst
  shift
  if ! out=$("$program" "$@" -o cpu.npy 2>&1); then fail "$name on the cpu: $out"; return; fi
  if ! out=$("$program" "$@" --device "$device" -o gpu.npy 2>&1); then fail "$name: $out"; return; fi
  worst=$(paste <(values cpu.npy) <(values gpu.npy) | awk '
    $1 != $2 { d = $1 - $2; if (d < 0) d = -d; s = $1 < 0 ? -$1 : $1; if (!(d <= 1e-5 * (s > 1e-3 ? s : 1e-3))) bad++ }
    END { print bad + 0, NR }')
  case $worst in
    "0 0") fail "$name: no values" ;;
    "0 "*) passed=$((passed + 1)) ;;
    *) fail "$name: $worst values differ" ;;
  esac
}

# NAME BOUND COMMAND...: a product on the device; the error that it reports is at most BOUND of the largest magnitude.
close() {
  local name=$1 bound=$2 out
  shift 2
  if ! out=$("$program" "$@" --device "$device" -o gpu.npy 2>&1); then fail "$name: $out"; return; fi
  if echo "$out" | awk -v bound="$bound" '
    $1 == "error" { gsub(/[()]/, ""); for (i = 1; i <= NF; i++) if ($i == "magnitude") scale = $(i + 1); ok = $2 <= bound * scale }
    END { exit !ok }'; then passed=$((passed + 1)); else fail "$name: $(echo "$out" | grep error)"; fi
}

# NAME WORD COMMAND...: the command must be rejected with code 2, one line that holds WORD, and no file.
rejected() {
  local name=$1 word=$2 out code
  shift 2
  rm -f gpu.npy
  out=$("$program" "$@" --device "$device" -o gpu.npy 2>&1)
  code=$?
  if [ $code -eq 2 ] && [ "$(echo "$out" | wc -l)" -eq 1 ] && [[ $out == *"$word"* ]] && [ ! -e gpu.npy ]; then
    passed=$((passed + 1))
  else fail "$name: code $code, $out"; fi
}

# The float32 values of a file, one a line; its header is a multiple of 64 bytes, 128 for up to two axes.
values() { od -An -v -tf4 -w4 -j128 "$1"; }

make() { "$program" "$@" >made.txt 2>&1 || fail "making an input: $* $(cat made.txt)"; }

# NAME SOURCE EXTENTS [BY_COLUMNS]: a file of that shape with the first elements of another file, whose header is 128 bytes.
cut_to() {
  local name=$1 source=$2 extents=$3 order=${4:-False} descr count=1 size extent
  descr=$(head -c 128 "$source" | grep -ao "'descr': '[^']*'" | cut -d"'" -f4)
  case $descr in *1) size=1 ;; *2) size=2 ;; *4) size=4 ;; *) size=8 ;; esac
  for extent in ${extents//,/ }; do count=$((count * extent)); done
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '$descr', 'fortran_order': $order, 'shape': ($extents), }" >"$name"
  tail -c +129 "$source" | head -c $((count * size)) >>"$name"
}

"$program" doctor
[ "$device" = cpu ] || "$program" doctor | grep -q "^$device" || { echo "no $device here"; exit 3; }

# Inputs: integers from -6 to 6 in every type, exact in all of them and in the sums.
if [ -n "$small" ]; then
  cut_to a.npy "$data/a.npy" 56,80
  cut_to b.npy "$data/b.npy" 80,48 True
  cut_to bias.npy "$data/bias.npy" 48,
else
  cp "$data/a.npy" a.npy # 256 x 320, row-major
  cp "$data/b.npy" b.npy # 320 x 192, column-major
  cp "$data/bias.npy" bias.npy
fi
for name in a b; do
  make map mul $name.npy 2 -o big.npy
  make cast big.npy --out-dtype i8 -o $name-i8.npy
  make cast $name-i8.npy --out-dtype f32 -o $name-f32.npy
  for dtype in f16 bf16 e4m3 f64; do make cast $name-f32.npy --out-dtype $dtype -o $name-$dtype.npy; done
done

# zeros
for dtype in bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 e4m3 e5m2; do
  for shape in 1 13x4 3x5x7x11 $long 0x4; do same "zeros $dtype $shape" zeros --shape $shape --dtype $dtype; done
done

# map: exact operators on floats and integers, with broadcasting; then rounded ones
make map mul a.npy 1.5 -o c.npy
for op in add sub mul max min; do
  same "map $op" map $op a.npy c.npy
  same "map $op i8" map $op a-i8.npy a-i8.npy
  same "map $op bf16" map $op a-bf16.npy a-bf16.npy
done
for op in lt le gt ge eq ne; do same "map $op" map $op a.npy c.npy; done
for op in neg abs relu floor ceil; do same "map $op" map $op a.npy; done
same "map div" map div a.npy c.npy
same "map by a number" map mul a.npy 2.5
same "map with a row" map add b.npy bias.npy
same "map fma" map fma a.npy c.npy 1
same "map where" map where a-i8.npy a.npy c.npy
for op in exp exp2 tanh sigmoid gelu silu sin cos sqrt; do
  make map abs a.npy -o x.npy
  near "map $op" map $op x.npy
done

# cast: every type to every other, and the rounding modes
for from in i8 f16 bf16 e4m3 f32 f64; do
  for to in bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 tf32 f32 f64 e4m3 e5m2; do
    same "cast $from to $to" cast a-$from.npy --out-dtype $to
  done
done
for mode in nearest_even zero negative_inf positive_inf; do
  for to in f16 bf16; do same "cast to $to by $mode" cast a.npy --out-dtype $to --rounding $mode; done
done
same "cast to e4m3, saturated" cast a.npy --out-dtype e4m3 --saturate
same "cast to tf32, away" cast a.npy --out-dtype tf32 --rounding nearest_away

# gemm: exact in every type, order and transpose; then rounded, scaled, with bias and activation
for dtype in i8 f16 bf16 f32 f64; do
  same "gemm $dtype NN" gemm a-$dtype.npy b-$dtype.npy
  same "gemm $dtype TN" gemm a-$dtype.npy a-$dtype.npy --transpose-a
  same "gemm $dtype NT" gemm a-$dtype.npy a-$dtype.npy --transpose-b
  same "gemm $dtype TT" gemm b-$dtype.npy a-$dtype.npy --transpose-a --transpose-b
done
same "gemm tf32" gemm a-f32.npy b-f32.npy --tf32
# Ampere's kernels have no 8-bit floats.
if "$program" doctor | grep "^$device" | grep -q 'sm_80$'; then
  rejected "gemm e4m3" float8 gemm a-e4m3.npy b-e4m3.npy --out-dtype bf16
else
  same "gemm e4m3" gemm a-e4m3.npy b-e4m3.npy --out-dtype bf16
fi
close "gemm f32, rounded" 1e-5 gemm a.npy b.npy
close "gemm tf32, rounded" 2e-3 gemm a.npy b.npy --tf32
make cast a.npy --out-dtype bf16 -o ar.npy
make cast b.npy --out-dtype bf16 -o br.npy
make cast bias.npy --out-dtype bf16 -o biasr.npy
close "gemm bf16, rounded" 5e-3 gemm ar.npy br.npy
"$program" gemm ar.npy br.npy -o c0.npy >/dev/null || fail "making c0"
close "gemm bf16, beta" 1e-2 gemm ar.npy br.npy --c c0.npy --alpha 0.5 --beta -2
for activation in relu gelu silu; do
  close "gemm bf16, bias and $activation" 1e-2 gemm ar.npy br.npy --bias biasr.npy --activation $activation
done
# attention: 16-bit types
make map mul a.npy 0.25 -o quarter.npy
for dtype in f16 bf16; do
  make cast quarter.npy --out-dtype $dtype -o q.npy
  close "attention $dtype" 1e-2 attention q.npy q.npy q.npy --heads 5
  for flags in --causal "--window 9,3" "--causal --softcap 4" "--scale 0.1"; do
    close "attention $dtype $flags" 1e-2 attention q.npy q.npy q.npy --heads 5 $flags
  done
done
rejected "attention f32" float32 attention a.npy a.npy a.npy --heads 5
for dtype in i8 f16 bf16 f32 f64; do
  cut_to ragged-a.npy a-$dtype.npy 13,77
  cut_to ragged-b.npy b-$dtype.npy 77,31
  same "gemm $dtype 13x31x77" gemm ragged-a.npy ragged-b.npy
  cut_to batch-a.npy a-$dtype.npy 3,17,33
  cut_to batch-b.npy b-$dtype.npy 3,33,29
  cut_to one-b.npy b-$dtype.npy 33,29
  same "gemm $dtype, a batch" gemm batch-a.npy batch-b.npy
  same "gemm $dtype, a batch by one" gemm batch-a.npy one-b.npy
  cut_to many-a.npy a-$dtype.npy 2,1,17,33
  cut_to many-b.npy b-$dtype.npy 1,3,33,29
  same "gemm $dtype, batches across" gemm many-a.npy many-b.npy
done
make zeros --shape 5x0 --dtype f16 -o none-a.npy
make zeros --shape 0x7 --dtype f16 -o none-b.npy
same "gemm, no K" gemm none-a.npy none-b.npy
same "gemm, no M" gemm none-b.npy none-b.npy --transpose-b

# Errors name the argument and leave nothing behind.
make zeros --shape 4x4 --dtype u8 -o u8.npy
rejected "gemm of unsigned integers" uint8 gemm u8.npy u8.npy
rejected "gemm of shapes that do not fit" "B: " gemm a-f16.npy a-f16.npy
rejected "map of types that do not mix" "uint8" map add u8.npy a-i8.npy

# Machine code and PTX give the same bits (`cargo build --release -p azulejo-gpu` builds the program).
gpu=$(dirname "$program")/gpu
for part in call attend; do
  if [ -n "$small" ] || [ ! -x "$gpu" ]; then continue; fi
  if out=$("$gpu" cubin $part 2>&1); then passed=$((passed + 1)); else fail "gpu cubin $part: $(echo "$out" | tail -1)"; fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
