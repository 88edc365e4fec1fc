#!/usr/bin/env python3
"""azulejo beside PyTorch on the same tensors, interleaved in one process: attention against cuDNN's, products against cuBLAS's, and attention by
`mma.sync` (shapes `sm80-…`), which runs from compute capability 8.0 on, against FlashAttention 2.

    cargo build --profile library --package azulejo-capi
    python3 benches/pytorch.py [OUT.json] [--library PATH] [--seconds S] [--shapes d128-causal-8192,backward-d128,gemm-4096x4096x4096] [--check]
    python3 benches/pytorch.py --cpu         the functions on host memory, with neither PyTorch nor a GPU

Attention: bf16, B*S = 16384, H*d = 2048, tensors (B, S, H, d); decode: one query of 32 heads over 8 heads of keys, d = 128. Every shape is checked before it is timed: the error from f32 is at most
twice PyTorch's. Then rounds of launches of both, of which the medians are compared. Prints a JSON record, also to OUT.json.
"""
import argparse
import ctypes as C
import functools
import json
import math
import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
F32, BF16 = 10, 12
OWN, MMA_SYNC = 0, 2


class Tensor(C.Structure):
    _fields_ = [("data", C.c_void_p), ("shape", C.POINTER(C.c_int64)), ("strides", C.POINTER(C.c_int64)), ("rank", C.c_int32), ("dtype", C.c_int32)]


class Options(C.Structure):
    _fields_ = [("scale", C.c_float), ("softcap", C.c_float), ("mask", C.c_int32), ("window_left", C.c_int64), ("window_right", C.c_int64),
                ("alibi", C.c_void_p), ("alibi_count", C.c_int64), ("cu_seqlens_q", C.c_void_p), ("cu_seqlens_k", C.c_void_p), ("sequences", C.c_int64), ("family", C.c_int32)]


class KvCache(C.Structure):
    _fields_ = [("k", C.POINTER(Tensor)), ("v", C.POINTER(Tensor)), ("lengths", C.c_void_p), ("page_table", C.c_void_p), ("pages_per_sequence", C.c_int64),
                ("new_k", C.c_void_p), ("new_v", C.c_void_p)]


def tensor(data, shape, strides, dtype):
    numbers = C.c_int64 * len(shape)
    return Tensor(data, numbers(*shape), numbers(*strides), len(shape), dtype)


class Library:
    """The C interface; a call that fails ends the program with its text."""

    def __init__(self, path):
        self.c = C.CDLL(path)
        self.c.azulejo_version.restype = self.c.azulejo_last_error.restype = C.c_char_p
        self.version = self.c.azulejo_version().decode()

    def call(self, name, *arguments):
        if getattr(self.c, "azulejo_" + name)(*[C.byref(x) if isinstance(x, C.Structure) else x for x in arguments]):
            sys.exit(f"azulejo_{name}: {self.c.azulejo_last_error().decode()}")

    def made(self, name, *arguments):
        made = C.c_void_p()
        self.call(name, *arguments, C.byref(made))
        return made


def cpu(library):
    """A product and attention of small tensors beside the definitions in Python."""
    m, n, k = 5, 7, 9
    a = [[((i * 7 + j * 3) % 11) / 4 - 1 for j in range(k)] for i in range(m)]
    b = [[((i * 5 + j) % 13) / 4 - 1 for j in range(n)] for i in range(k)]

    def flat(rows):
        values = [x for row in rows for x in row]
        return (C.c_float * len(values))(*values)

    def dense(data, *shape):
        strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
        return tensor(C.addressof(data), shape, strides, F32)

    fa, fb, d = flat(a), flat(b), (C.c_float * (m * n))()
    library.call("gemm", dense(fa, m, k), dense(fb, k, n), dense(d, m, n), None)
    for i in range(m):
        for j in range(n):
            assert abs(d[i * n + j] - sum(a[i][x] * b[x][j] for x in range(k))) < 1e-5
    out, lse = (C.c_float * (m * k))(), (C.c_float * m)()
    q, options = dense(fa, 1, m, 1, k), Options(mask=1)
    library.call("attention_forward", q, q, q, dense(out, 1, m, 1, k), dense(lse, 1, 1, m), options)
    for i in range(m):
        scores = [sum(x * y for x, y in zip(a[i], a[j])) / math.sqrt(k) for j in range(i + 1)]
        total = sum(map(math.exp, scores))
        assert abs(lse[i] - math.log(total)) < 1e-5
        for c in range(k):
            assert abs(out[i * k + c] - sum(math.exp(s) * a[j][c] for j, s in enumerate(scores)) / total) < 1e-5
    dq, dk, dv = [(C.c_float * (m * k))() for _ in range(3)]
    library.call("attention_backward", q, q, q, dense(out, 1, m, 1, k), dense(lse, 1, 1, m), q, *[dense(x, 1, m, 1, k) for x in (dq, dk, dv)], options)
    # Each row of probabilities sums to 1, so the gradients of all values sum to the gradients of all results.
    for c in range(k):
        assert abs(sum(dv[i * k + c] for i in range(m)) - sum(row[c] for row in a)) < 1e-4
    print(f"azulejo {library.version}: gemm, attention forward and backward on host memory are right")


def of_torch(x):
    import torch
    return tensor(x.data_ptr(), x.shape, x.stride(), {torch.float32: F32, torch.bfloat16: BF16}[x.dtype])


def interleaved(both, seconds):
    """Milliseconds of a launch of each, medians of interleaved rounds."""
    import torch

    def timed(f, count):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(count):
            f()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / count

    for f in both:
        timed(f, 3)
    count = max(1, round(10 / max(timed(f, 3) for f in both)))  # about 10 ms a round
    times, until, rounds = ([], []), time.monotonic() + seconds, 0
    while rounds < 5 or time.monotonic() < until:
        for which in (0, 1) if rounds % 2 == 0 else (1, 0):
            times[which].append(timed(both[which], count))
        rounds += 1
    return [statistics.median(x) for x in times], rounds


def backend(family):
    """The kernels of PyTorch that those of a family are compared with: cuDNN's, or FlashAttention 2, which are by `mma.sync` too."""
    from torch.nn.attention import SDPBackend
    return SDPBackend.FLASH_ATTENTION if family == MMA_SYNC else SDPBackend.CUDNN_ATTENTION


def attention(library, stream, d, causal, s, arguments, h=None, h_kv=None, family=OWN):
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention
    b, h = 16384 // s, h or 2048 // d
    q, k, v = [torch.randn(b, s, x, d, device="cuda", dtype=torch.bfloat16) for x in (h, h_kv or h, h_kv or h)]
    sdpa = functools.partial(scaled_dot_product_attention, enable_gqa=h_kv is not None)
    out, lse = torch.empty_like(q), torch.empty(b, h, s, device="cuda")
    options = Options(mask=int(causal), family=family)
    plan = library.made("gpu_attention_plan", stream, *map(of_torch, (q, k, v, out, lse)), options)
    heads = [x.transpose(1, 2) for x in (q, k, v)]

    def theirs():
        return sdpa(*heads, is_causal=causal)

    def ours():
        library.call("plan_launch", plan)

    ours()
    # The first head of the first sequence, in f32.
    first = [x[:1, :1].float() for x in heads]
    with sdpa_kernel(SDPBackend.MATH):
        exact = sdpa(*first, is_causal=causal)
    with sdpa_kernel(backend(family)):
        error = [(x[:1, :1].float() - exact).abs().max().item() for x in (out.transpose(1, 2), theirs())]
        del exact, first
        assert error[0] <= 2 * error[1] + 1e-4, f"off by {error[0]:g}, PyTorch by {error[1]:g}"
        row = {"what": "attention forward", "beside": backend(family).name, "d": d, "mask": "causal" if causal else "full", "s": s, "errors": error}
        timing(row, [ours, theirs], 4 * b * h * s * s * d / (2 if causal else 1), arguments)
    library.call("plan_free", plan)
    return row


def varlen(library, stream, d, causal, longest, arguments):
    """Packed sequences of 1 to `longest` tokens beside cuDNN on the same sequences, padded to the longest."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention as sdpa
    b, h = 16, 2048 // d
    lengths = [longest] + [int(x) for x in torch.randint(1, longest + 1, (b - 1,))]
    starts = [sum(lengths[:i]) for i in range(b + 1)]
    q, k, v = [torch.randn(starts[-1], h, d, device="cuda", dtype=torch.bfloat16) for _ in range(3)]
    out, lse = torch.empty_like(q), torch.empty(h, starts[-1], device="cuda")
    numbers = (C.c_int32 * (b + 1))(*starts)
    options = Options(mask=int(causal), cu_seqlens_q=C.addressof(numbers), cu_seqlens_k=C.addressof(numbers), sequences=b)
    plan = library.made("gpu_attention_plan", stream, *map(of_torch, (q, k, v, out, lse)), options)
    padded = [torch.zeros(b, h, longest, d, device="cuda", dtype=torch.bfloat16) for _ in range(3)]
    for i, (start, length) in enumerate(zip(starts, lengths)):
        for x, y in zip(padded, (q, k, v)):
            x[i, :, :length] = y[start:start + length].transpose(0, 1)

    def ours():
        library.call("plan_launch", plan)

    def theirs():
        return sdpa(*padded, is_causal=causal)

    ours()
    error = 0
    for start, length in zip(starts, lengths):
        with sdpa_kernel(SDPBackend.MATH):
            exact = sdpa(*[x[start:start + length, :1].transpose(0, 1).float() for x in (q, k, v)], is_causal=causal)
        error = max(error, (out[start:start + length, 0].float() - exact[0]).abs().max().item())
    assert error < 0.02, f"off by {error:g}"
    row = {"what": "attention forward, packed sequences", "d": d, "mask": "causal" if causal else "full", "lengths": lengths, "error": error}
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        timing(row, [ours, theirs], 4 * h * d * sum(x * x for x in lengths) / (2 if causal else 1), arguments)
    library.call("plan_free", plan)
    return row


def decode(library, stream, b, s, arguments):
    """One query of 32 heads over caches of 8 heads, in bytes of keys and values a second."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention
    h, h_kv, d = 32, 8, 128
    q = torch.randn(b, 1, h, d, device="cuda", dtype=torch.bfloat16)
    k, v = [torch.randn(b, s, h_kv, d, device="cuda", dtype=torch.bfloat16) for _ in range(2)]
    sdpa = functools.partial(scaled_dot_product_attention, enable_gqa=True)
    out, lse = torch.empty_like(q), torch.empty(b, h, 1, device="cuda")
    lengths = (C.c_int32 * b)(*[s] * b)
    cache = KvCache(k=C.pointer(of_torch(k)), v=C.pointer(of_torch(v)), lengths=C.addressof(lengths))
    plan = library.made("gpu_attention_cache_plan", stream, of_torch(q), cache, of_torch(out), of_torch(lse), Options())
    heads = [x.transpose(1, 2) for x in (q, k, v)]

    def ours():
        library.call("plan_launch", plan)

    def theirs():
        return sdpa(*heads)

    ours()
    with sdpa_kernel(SDPBackend.MATH):
        exact = sdpa(*[x[:1].float() for x in heads])
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        error = [(x[:1].float() - exact).abs().max().item() for x in (out.transpose(1, 2), theirs())]
        del exact
        assert error[0] <= 2 * error[1] + 1e-4, f"off by {error[0]:g}, PyTorch by {error[1]:g}"
        row = {"what": "attention decode", "d": d, "batch": b, "s": s, "errors": error}
        timing(row, [ours, theirs], 4 * b * s * h_kv * d, arguments, unit="tbps")
    library.call("plan_free", plan)
    return row


def backward(library, stream, d, causal, s, arguments, family=OWN):
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention as sdpa
    b, h = 16384 // s, 2048 // d
    inputs = [torch.randn(b, s, h, d, device="cuda", dtype=torch.bfloat16).requires_grad_() for _ in range(3)]
    d_out = torch.randn(b, s, h, d, device="cuda", dtype=torch.bfloat16)
    heads, d_heads = [x.transpose(1, 2) for x in inputs], d_out.transpose(1, 2)
    plain = [x.detach() for x in inputs]
    out, lse = torch.empty_like(plain[0]), torch.empty(b, h, s, device="cuda")
    gradients, options = [torch.empty_like(x) for x in plain], Options(mask=int(causal), family=family)
    forward = library.made("gpu_attention_plan", stream, *map(of_torch, (*plain, out, lse)), options)
    library.call("plan_launch", forward)
    plan = library.made("gpu_attention_backward_plan", stream, *map(of_torch, (*plain, out, lse, d_out, *gradients)), options,
                        C.c_int32(arguments.deterministic))

    def ours():
        library.call("plan_launch", plan)

    ours()
    # The first head of the first sequence, in f32.
    first = [x[:1, :1].detach().float().requires_grad_() for x in heads]
    with sdpa_kernel(SDPBackend.MATH):
        exact = torch.autograd.grad(sdpa(*first, is_causal=causal), first, d_heads[:1, :1].float())
    with sdpa_kernel(backend(family)):
        result = sdpa(*heads, is_causal=causal)

        def theirs():
            return torch.autograd.grad(result, inputs, d_heads, retain_graph=True)

        error = [[(x.transpose(1, 2)[:1, :1].float() - y).abs().max().item() for x, y in zip(all, exact)] for all in (gradients, theirs())]
        del exact, first
        for name, ours_off, theirs_off in zip(("dQ", "dK", "dV"), *error):
            assert ours_off <= 2 * theirs_off + 1e-4, f"{name} is off by {ours_off:g}, PyTorch's by {theirs_off:g}"
        if arguments.check:
            captured_backward(library, options, (*plain, out, lse, d_out), gradients, arguments)
        if arguments.deterministic:
            before = [x.clone() for x in gradients]
            for _ in range(100):
                ours()
                assert all(map(torch.equal, before, gradients)), "other bits"
        row = {"what": "attention backward", "beside": backend(family).name, "d": d, "mask": "causal" if causal else "full", "s": s, "errors": error}
        timing(row, [ours, theirs], 10 * b * h * s * s * d / (2 if causal else 1), arguments)
    library.call("plan_free", plan)
    library.call("plan_free", forward)
    return row


def captured_backward(library, options, inputs, gradients, arguments):
    """A plan that a CUDA graph captures gives what its launches give."""
    import torch
    side, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    stream = library.made("stream_open", 0, C.c_void_p(side.cuda_stream))
    again = [torch.full_like(x, math.nan) for x in gradients]
    plan = library.made("gpu_attention_backward_plan", stream, *map(of_torch, (*inputs, *again)), options, C.c_int32(arguments.deterministic))
    torch.cuda.synchronize()
    with torch.cuda.graph(graph, stream=side):
        library.call("plan_launch", plan)
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    for x, y in zip(gradients, again):
        same = torch.equal(x, y) if arguments.deterministic else (x.float() - y.float()).abs().max() <= 0.02 * x.float().abs().max()
        assert same, "a captured plan gives other gradients"
    library.call("plan_free", plan)
    library.call("stream_close", stream)


def product(library, stream, m, n, k, arguments):
    import torch
    a, b = [torch.randn(x, k, device="cuda", dtype=torch.bfloat16) for x in (m, n)]
    out, other = [torch.empty(m, n, device="cuda", dtype=torch.bfloat16) for _ in range(2)]
    plan = library.made("gpu_gemm_plan", stream, of_torch(a), of_torch(b.t()), of_torch(out), None, None, C.c_size_t(0))

    def ours():
        library.call("plan_launch", plan)

    def theirs():
        torch.matmul(a, b.t(), out=other)

    ours(), theirs()
    rows = slice(0, 128)
    exact = a[rows].float() @ b.float().t()
    error = [(x[rows].float() - exact).abs().max().item() for x in (out, other)]
    assert error[0] <= 2 * error[1] + 1e-4, f"off by {error[0]:g}, PyTorch by {error[1]:g}"
    row = {"what": "gemm", "m": m, "n": n, "k": k, "errors": error}
    timing(row, [ours, theirs], 2 * m * n * k, arguments)
    library.call("plan_free", plan)
    return row


def timing(row, both, count, arguments, unit="tflops"):
    """Adds the time of both and their speed, `count` operations or bytes in 10^12 a second, to a row."""
    if arguments.check:
        return
    milliseconds, rounds = interleaved(both, arguments.seconds)
    speed = [count / x / 1e9 for x in milliseconds]
    row.update({"rounds": rounds, "ms": milliseconds, unit: speed, "speedup": speed[0] / speed[1]})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", help="a file for the record")
    parser.add_argument("--library", default=os.path.join(ROOT, "target/library/libazulejo_c.so"))
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each shape")
    parser.add_argument("--shapes", help="those whose names begin with one of these, between commas: d64-full-512, gemm-4096x4096x4096")
    parser.add_argument("--check", action="store_true", help="compare, do not time")
    parser.add_argument("--deterministic", action="store_true", help="backward in a fixed order of additions, compared over 100 runs")
    parser.add_argument("--cpu", action="store_true", help="check the functions on host memory")
    arguments = parser.parse_args()
    library = Library(arguments.library)
    if arguments.cpu:
        return cpu(library)
    import torch
    torch.manual_seed(1)
    stream = library.made("stream_open", 0, C.c_void_p(torch.cuda.current_stream().cuda_stream))
    shapes = {f"d{d}-{'causal' if causal else 'full'}-{s}": (attention, d, causal, s)
              for d in (64, 128, 256) for causal in (False, True) for s in (512, 1024, 2048, 4096, 8192, 16384)}
    shapes |= {f"backward-d{d}-{'causal' if causal else 'full'}-{s}": (backward, d, causal, s)
               for d in (64, 128, 256) for causal in (False, True) for s in (512, 1024, 2048, 4096, 8192, 16384)}
    shapes |= {f"decode-b{b}-{s}": (decode, b, s) for b, s in ((16, 8192), (16, 65536), (1, 4096))}
    shapes |= {f"sm80-d{d}-{'causal' if causal else 'full'}-{s}": (functools.partial(attention, family=MMA_SYNC), d, causal, s)
               for d in (64, 128, 256) for causal in (False, True) for s in (512, 1024, 2048, 4096, 8192, 16384)}
    shapes |= {f"sm80-backward-d{d}-{'causal' if causal else 'full'}-{s}": (functools.partial(backward, family=MMA_SYNC), d, causal, s)
               for d in (64, 128, 256) for causal in (False, True) for s in (512, 1024, 2048, 4096, 8192, 16384)}
    shapes |= {"gemm-" + "x".join(map(str, x)): (product, *x) for x in ((4096, 4096, 4096), (8192, 8192, 8192), (8192, 4096, 7168), (16384, 2048, 2048))}
    shapes |= {f"gqa-d128-{'causal' if causal else 'full'}-{s}": (functools.partial(attention, h=64, h_kv=8), 128, causal, s)
               for causal in (False, True) for s in (2048, 4096, 8192, 16384)}
    shapes |= {f"varlen-d{d}-{'causal' if causal else 'full'}": (varlen, d, causal, 8192) for d in (64, 128) for causal in (False, True)}
    asked = arguments.shapes.split(",") if arguments.shapes else [""]
    rows = []
    for name, (run, *extents) in shapes.items():
        if any(name.startswith(text) for text in asked):
            rows.append({"name": name} | run(library, stream, *extents, arguments))
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
            torch.cuda.empty_cache()
    library.call("stream_close", stream)
    means = {}
    for prefix in ("d64-full", "d64-causal", "d128-full", "d128-causal", "d256-full", "d256-causal", "d", "gqa", "varlen",
                   "backward-d64-full", "backward-d64-causal", "backward-d128-full", "backward-d128-causal", "backward-d256-full", "backward-d256-causal",
                   "backward", "decode-b16", "decode-b1-", "gemm",
                   *(f"sm80-{way}d{d}-{mask}" for way in ("", "backward-") for d in (64, 128, 256) for mask in ("full", "causal"))):
        ratios = [row["speedup"] for row in rows if row["name"].startswith(prefix) and "speedup" in row]
        if ratios:
            means[prefix] = {"mean": statistics.geometric_mean(ratios), "least": min(ratios)}
    cudnn = torch.backends.cudnn.version()
    versions = f"torch {torch.__version__}, cuDNN {cudnn // 10000}.{cudnn // 100 % 100}, CUDA {torch.version.cuda}"
    record = {"machine": torch.cuda.get_device_name(), "date": time.strftime("%Y-%m-%d"),
              "note": f"{versions}. `python3 benches/pytorch.py --seconds {arguments.seconds:g}`: interleaved launches, medians.", "torch": torch.__version__, "cudnn": torch.backends.cudnn.version(),
              "cuda": torch.version.cuda, "azulejo": library.version, "speedups": means, "rows": rows}
    text = json.dumps(record, indent=1)
    print(text)
    if arguments.out:
        with open(arguments.out, "w") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
