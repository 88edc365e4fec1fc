#!/usr/bin/env python3
"""Products, attention and caches whose tensors have more than 2^31 elements, through the C interface, beside PyTorch.

    cargo build --profile library --package azulejo-capi
    python3 tests/large_gpu.py [gemm attention cache] [--library PATH]

A GPU with 80 GB of memory has room for all. Products are of small integers, so that results must be the same bits; of attention some rows are
compared with f64, the first and the last among them. The exit status is 1 where one was wrong.
"""
import argparse
import ctypes as C
import math
import os
import sys

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from random_gpu import ROOT, TYPES, Cases, KvCache, Library, Options, tensor  # noqa: E402

FAR = 1 << 30


def of(x, dtype):
    return tensor(x.data_ptr(), list(x.shape), list(x.stride()), TYPES[dtype][0])


def integers(shape, dtype, largest):
    values = torch.empty(shape, dtype=torch.float16, device="cuda").random_(-largest, largest + 1)
    return values.to(TYPES[dtype][1])


class Large:
    """The calls; `is_right` where none was wrong."""

    def __init__(self, library):
        self.cases, self.is_right = Cases(Library(library), 0), True

    def say(self, name, is_right):
        self.is_right &= is_right
        print("right" if is_right else "WRONG", name, flush=True)
        torch.cuda.empty_cache()

    def product(self, name, types, a, b, d):
        text = self.cases.status("gpu_gemm", self.cases.stream, of(a, types[0]), of(b, types[0]), of(d, types[1]), None)
        torch.cuda.synchronize()
        wide = torch.float64 if a.shape[-1] > 1000 or types[0] == "f64" else torch.float32
        parts = range(0, d.shape[0], 512)
        is_right = text is None and all(torch.equal(d[i:i + 512], (a[i:i + 512].to(wide) @ (b[i:i + 512] if b.dim() == 3 else b).to(wide)).to(d.dtype)) for i in parts)
        self.say(f"{name}, {types[0]} to {types[1]}{': ' + text if text else ''}", is_right)


def gemm(large):
    """D with more elements, by rows and by columns; A, by rows, with an odd pitch and by columns; batches far apart."""
    for types in (("bf16", "bf16"), ("bf16", "f32"), ("e4m3", "bf16"), ("i8", "i32"), ("f32", "f32"), ("tf32", "f32")):
        m, n, k = 66000, 40008, 32
        a, b, to = integers((m, k), types[0], 2), integers((n, k), types[0], 2).t(), TYPES[types[1]][1]
        large.product("a large D", types, a, b, torch.empty((m, n), dtype=to, device="cuda"))
        large.product("a large D by columns", types, a, b, torch.empty((n, m), dtype=to, device="cuda").t())
    for types in (("bf16", "bf16"), ("f32", "f32"), ("e4m3", "f32"), ("i8", "i32"), ("f64", "f64")):
        m, n, k = 17000, 48, 131088
        b, d = integers((n, k), types[0], 1).t(), torch.empty((m, n), dtype=TYPES[types[1]][1], device="cuda")
        large.product("a large A", types, integers((m, k), types[0], 1), b, d)
        large.product("a large A of an odd pitch", types, integers((m, k + 1), types[0], 1)[:, :k], b, d)
        large.product("a large A by columns", types, integers((k, m), types[0], 1).t(), b, d)
        batch, m, n, k = 5, 200, 136, 80

        def apart(rows, columns, dtype):
            far = FAR + 16
            memory = torch.zeros(far * (batch - 1) + rows * columns, dtype=TYPES[dtype][1], device="cuda")
            return torch.as_strided(memory, (batch, rows, columns), (far, columns, 1))

        a, d = apart(m, k, types[0]), apart(m, n, types[1])
        a.copy_(integers((batch, m, k), types[0], 2))
        large.product("batches far apart", types, a, integers((batch, n, k), types[0], 2).transpose(1, 2), d)
        del a, b, d


def attention(large):
    """A causal window over long sequences, forward and backward, by the kernels of the GPU and by `mma.sync`."""
    batch, length, heads, d, left = 5, 65536, 64, 128, 100
    places = [(0, 0, 0), (0, 63, 65535), (4, 63, 65535), (4, 0, 0), (4, 17, 40000), (3, 63, 60001), (2, 5, 3)]
    for family in (0, 2):
        q, k, v, d_o = [torch.randn((batch, length, heads, d), dtype=torch.bfloat16, device="cuda") for _ in range(4)]
        o, lse = torch.empty_like(q), torch.empty((batch, heads, length), dtype=torch.float32, device="cuda")
        gradients = [torch.empty_like(x) for x in (q, k, v)]
        options = Options(mask=2, window_left=left, window_right=0, family=family)
        forward = [of(x, "bf16") for x in (q, k, v, o)] + [of(lse, "f32")]
        text = large.cases.launch("gpu_attention_plan", large.cases.stream, *forward, options)
        text = text or large.cases.launch("gpu_attention_backward_plan", large.cases.stream, *forward, *[of(x, "bf16") for x in (d_o, *gradients)],
                                          options, C.c_int32(0))
        apart = []
        for b, h, row in places:
            # All that a row's gradients follow from.
            low, high = max(0, row - 2 * left - 1), min(length, row + 2 * left + 1)
            x = [y[b, low:high, h].double().requires_grad_() for y in (q, k, v)]
            i = torch.arange(low, high, device="cuda")
            hidden = (i[None] > i[:, None]) | (i[None] < i[:, None] - left)
            scores = (x[0] @ x[1].t() / math.sqrt(d)).masked_fill(hidden, -math.inf)
            out = torch.softmax(scores, 1) @ x[2]
            exact, at = torch.autograd.grad(out, x, d_o[b, low:high, h].double()), row - low
            apart.append((o[b, row, h].double() - out[at]).abs().max().item())
            apart.append((lse[b, h, row].double() - torch.logsumexp(scores[at], 0)).abs().item())
            apart += [((g[b, row, h].double() - e[at]).abs().max() / e.abs().max()).item() for g, e in zip(gradients, exact)]
        large.say(f"attention of family {family}{': ' + text if text else ''}", text is None and max(apart) < 2e-2)
        del q, k, v, d_o, o, gradients


def cache(large):
    """One query a sequence over a long cache, in one tensor and in pages, to which a key is appended."""
    batch, capacity, heads_kv, heads, d = 40, 65520, 8, 32, 128
    for page in (0, 64, 48):
        pages = -(-capacity // page) if page else 0
        pool = torch.randperm(batch * pages, device="cuda").view(batch, pages)
        shape = (batch * pages, page, heads_kv, d) if page else (batch, capacity, heads_kv, d)
        k, v = [torch.empty(shape, dtype=torch.bfloat16, device="cuda").normal_() for _ in range(2)]
        q, new_k, new_v = [torch.randn((batch, 1, x, d), dtype=torch.bfloat16, device="cuda") for x in (heads, heads_kv, heads_kv)]
        o, lse = torch.empty_like(q), torch.empty((batch, heads, 1), dtype=torch.float32, device="cuda")
        lengths = (C.c_int32 * batch)(*[capacity - 1 - i for i in range(batch)])
        table = (C.c_int32 * (batch * pages))(*pool.flatten().tolist())
        parts = [C.pointer(of(x, "bf16")) for x in (k, v, new_k, new_v)]
        kv = KvCache(k=parts[0], v=parts[1], lengths=C.addressof(lengths), page_table=C.addressof(table) if page else None, pages_per_sequence=pages,
                     new_k=C.cast(parts[2], C.c_void_p), new_v=C.cast(parts[3], C.c_void_p))
        text = large.cases.launch("gpu_attention_cache_plan", large.cases.stream, of(q, "bf16"), kv, of(o, "bf16"), of(lse, "f32"), Options(mask=1))
        is_right = text is None
        for b in (0, 1, 20, 38, 39):
            count = lengths[b] + 1
            keys, values = [(x[pool[b]].reshape(-1, heads_kv, d) if page else x[b])[:count] for x in (k, v)]
            is_right &= torch.equal(keys[-1], new_k[b, 0]) and torch.equal(values[-1], new_v[b, 0])
            for h in (0, 13, 31):
                scores = keys[:, h // 4].double() @ q[b, 0, h].double() / math.sqrt(d)
                exact = torch.softmax(scores, 0) @ values[:, h // 4].double()
                is_right &= (o[b, 0, h].double() - exact).abs().max().item() < 1e-3
                is_right &= abs(lse[b, h, 0].item() - torch.logsumexp(scores, 0).item()) < 1e-3
        large.say(f"a cache in pages of {page}{': ' + text if text else ''}" if page else f"a cache{': ' + text if text else ''}", is_right)
        del k, v, keys, values


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="gemm, attention, cache; all where none is named")
    parser.add_argument("--library", default=os.path.join(ROOT, "target/library/libazulejo_c.so"))
    arguments, kinds = parser.parse_args(), {"gemm": gemm, "attention": attention, "cache": cache}
    for name in arguments.what:
        if name not in kinds:
            parser.error(f"{name} is none of {', '.join(kinds)}")
    large = Large(arguments.library)
    for name in arguments.what or kinds:
        kinds[name](large)
    sys.exit(not large.is_right)


if __name__ == "__main__":
    main()
