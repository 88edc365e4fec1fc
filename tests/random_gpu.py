#!/usr/bin/env python3
"""Products and attention of random shapes, strides, types and options on a GPU, through the C interface, beside PyTorch in f64.

    cargo build --profile library --package azulejo-capi
    python3 tests/random_gpu.py [gemm attention packed cache] [--library PATH] [--seconds S] [--seed N]

Products are of small integers, so that all results but those of GELU and SiLU must be the same bits. Attention may be off by twice what PyTorch
is in the type of the tensors. Around each output lies memory that must stay as it is; what a mask hides may be NaN. Prints each case that is
wrong with its seed, and how many were right; the exit status is 1 where one was wrong.
"""
import argparse
import collections
import ctypes as C
import math
import os
import random
import sys
import time

import torch

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "benches"))
from pytorch import KvCache, Library, Options, Tensor, tensor  # noqa: E402

TYPES = {"i8": (5, torch.int8), "i32": (7, torch.int32), "f16": (9, torch.float16), "f32": (10, torch.float32), "f64": (11, torch.float64),
         "bf16": (12, torch.bfloat16), "tf32": (13, torch.float32), "e4m3": (14, torch.float8_e4m3fn), "e5m2": (15, torch.float8_e5m2)}
OUTPUTS = {"f16": ["f16", "f32"], "bf16": ["bf16", "f32"], "tf32": ["f32"], "f32": ["f32"], "f64": ["f64"], "i8": ["i32"],
           "e4m3": ["f32", "f16", "bf16", "e4m3"], "e5m2": ["f32", "f16", "bf16", "e5m2"]}
# What GELU and SiLU may be off by, relative; and the largest finite number of the 8-bit floats, from where on they are not compared.
ROUNDING = {"f16": 2e-3, "bf16": 1.6e-2, "f32": 1e-5, "f64": 1e-10, "e4m3": 0.13, "e5m2": 0.26}
LARGEST = {"e4m3": 448.0, "e5m2": 57344.0}
GUARD = 0x55


class Epilogue(C.Structure):
    _fields_ = [("alpha", C.c_double), ("beta", C.c_double), ("c", C.POINTER(Tensor)), ("bias", C.POINTER(Tensor)),
                ("bias_per_row", C.c_int32), ("activation", C.c_int32)]


class Cases:
    """The calls, and what became of them."""

    def __init__(self, library, seed):
        self.library, self.c = library, library.c
        self.random = random.Random(seed)
        self.stream = library.made("stream_open", 0, C.c_void_p(torch.cuda.current_stream().cuda_stream))
        self.counts = collections.Counter()

    def status(self, name, *arguments):
        """Calls a function: its text where it refuses, None otherwise."""
        refused = getattr(self.c, "azulejo_" + name)(*[C.byref(x) if isinstance(x, C.Structure) else x for x in arguments])
        return self.c.azulejo_last_error().decode() if refused else None

    def launch(self, name, *arguments):
        """Makes a plan, launches it and frees it."""
        plan = C.c_void_p()
        text = self.status(name, *arguments, C.byref(plan))
        if text is None:
            text = self.status("plan_launch", plan) or self.status("plan_free", plan)
            torch.cuda.synchronize()
        return text

    def count(self, what, case, **checks):
        """Counts a case as right or wrong, and prints a wrong one. A check is a boolean, or an error as a part of what is allowed."""
        wrong = [name if value is False else f"{name} {value:.3g}" for name, value in checks.items() if not (value if isinstance(value, bool) else value <= 1)]
        self.counts[f"{what}: {'wrong' if wrong else 'right'}"] += 1
        if wrong:
            print(f"WRONG {what} ({', '.join(wrong)}): {case}", flush=True)

    def extent(self):
        """From 0 to 12000, each size as likely as its double; often a multiple of 16."""
        r = self.random
        if r.random() < 0.03:
            return r.choice([0, 1])
        n = round(math.exp(r.uniform(0, math.log(r.choice([64, 300, 2000, 2000, 12000])))))
        return max(16, n // 16 * 16) if r.random() < 0.4 else n


class Guarded:
    """A tensor inside of memory that must not change."""

    def __init__(self, shape, strides, offset, dtype, values=None):
        span = offset + sum((n - 1) * s for n, s in zip(shape, strides)) + 1 if all(shape) else offset
        self.memory = torch.empty(span + 64, dtype=dtype, device="cuda")
        self.memory.view(torch.uint8).fill_(GUARD)
        self.view = torch.as_strided(self.memory, shape, strides, offset)
        if values is not None and self.view.numel():
            self.view.copy_(values.to(dtype))
        self.before = self.memory.clone()

    def bytes(self, memory):
        return memory.view(torch.uint8).view(-1, memory.element_size())

    def is_kept(self):
        return torch.equal(self.bytes(self.memory), self.bytes(self.before))

    def is_kept_around(self):
        around = torch.ones(self.memory.numel(), dtype=torch.bool, device="cuda")
        torch.as_strided(around, self.view.shape, self.view.stride(), self.view.storage_offset()).fill_(False)
        return torch.equal(self.bytes(self.memory)[around], self.bytes(self.before)[around])

    def of(self, dtype):
        return tensor(self.view.data_ptr(), list(self.view.shape), list(self.view.stride()), dtype)


def integers(shape, low, high):
    return torch.randint(low, high + 1, shape, device="cuda").float()


def matrix(cases, shape, dtype, values, order):
    """A matrix, or a batch of them: rows contiguous, columns, or neither; padded or not, and at any element."""
    r = cases.random
    pad = lambda: r.choice([0, 0, 0, 1, 3, 8, 16, 64])  # noqa: E731
    (m, n), step = shape[-2:], r.choice([2, 3]) if order == "strided" else 1
    is_column = order == "column" or order == "strided" and r.random() < 0.5
    line = step * max(m if is_column else n, 1) + pad()
    strides, span = ([step, line] if is_column else [line, step]), line * max(n if is_column else m, 1)
    for extent in reversed(shape[:-2]):
        strides.insert(0, span + pad())
        span = strides[0] * max(extent, 1)
    return Guarded(shape, strides, r.choice([0, 0, 0, 1, 2, 4, 5, 8]), TYPES[dtype][1], values)


def gemm(cases):
    """D = activation(alpha A B + beta C + bias)."""
    r = cases.random
    of = r.choice([x for x in OUTPUTS if x not in LARGEST or torch.cuda.get_device_capability() >= (9, 0)])
    to = r.choice(OUTPUTS[of])
    m, n, k = cases.extent(), cases.extent(), round(math.exp(r.uniform(0, math.log(8000)))) if r.random() < 0.3 else cases.extent()
    batch = [r.choice([1, 2, 3, 5, 9, 70]) for _ in range(r.choice([0, 0, 0, 1, 1, 2]))]
    if m * n * math.prod(batch) > 8_000_000 or (m + n) * k * math.prod(batch) > 50_000_000:
        return

    def operand(rows, columns):
        shape = [1 if r.random() < 0.25 else x for x in batch] if r.random() < 0.7 else []
        shape += [rows, columns]
        return matrix(cases, shape, of, integers(shape, -2, 2), r.choice(["row"] * 3 + ["column"] * 3 + ["strided"]))

    a, b, shape = operand(m, k), operand(k, n), batch + [m, n]
    d = matrix(cases, shape, to, integers(shape, -3, 3), r.choice(["row", "row", "column"]))
    alpha, beta, activation, c, bias, per_row = 1.0, 0.0, 0, None, None, 0
    epilogue = None
    if r.random() < 0.6:
        alpha, beta, activation = r.choice([1.0, 1.0, 0.5, -2.0, 0.0]), r.choice([0.0, 0.0, 1.0, -0.5]), r.choice([0, 0, 1, 2, 3])
        if of == "i8":
            alpha, beta = r.choice([1.0, 2.0, -1.0]), r.choice([0.0, 1.0])
        if of in ("i8", "f64"):
            activation = min(activation, 1)
        if beta != 0 and r.random() < 0.5:
            c = matrix(cases, shape, to, integers(shape, -3, 3), r.choice(["row", "column"]))
        if r.random() < 0.4:
            per_row = r.choice([0, 1])
            bias = Guarded([m if per_row else n], [1], 0, TYPES[to][1], integers([m if per_row else n], -4, 4))
        pointers = [C.pointer(x.of(TYPES[to][0])) if x else None for x in (c, bias)]
        epilogue = Epilogue(alpha, beta, *pointers, per_row, activation)
    what = f"gemm {of} to {to}"
    case = (f"{m} x {n} x {k}, batch {batch}; " + "; ".join(f"{name} {list(x.view.shape)}:{x.view.stride()} from {x.view.storage_offset()}"
            for name, x in (("A", a), ("B", b), ("C", c), ("D", d)) if x) + f"; alpha {alpha}, beta {beta}, bias {bias and ['column', 'row'][per_row]}, activation {activation}")
    product, inside = (cases.stream, a.of(TYPES[of][0]), b.of(TYPES[of][0]), d.of(TYPES[to][0]), epilogue), True
    if r.random() < 0.3:  # By a plan in memory of the caller's, of no more bytes than it asks for.
        size = C.c_size_t()
        text = cases.status("gpu_gemm_workspace", *product, C.byref(size))
        workspace = Guarded([size.value], [1], 0, torch.uint8)
        text = text or cases.launch("gpu_gemm_plan", *product, C.c_void_p(workspace.view.data_ptr()), size)
        inside = workspace.is_kept_around()
    else:
        text = cases.status("gpu_gemm", *product)
    torch.cuda.synchronize()
    if text:
        return cases.count(what, f"{case}: {text}", call=False)
    exact = alpha * (a.view.double() @ b.view.double())
    if beta != 0:
        old = torch.as_strided(d.before, d.view.shape, d.view.stride(), d.view.storage_offset())
        exact = exact + beta * (c.view if c else old).double()
    if bias:
        exact = exact + (bias.view.double()[:, None] if per_row else bias.view.double())
    exact = exact.expand(shape)
    if activation == 1:
        exact = exact.relu()
    elif activation == 2:
        exact = torch.nn.functional.gelu(exact, approximate="tanh")
    elif activation == 3:
        exact = torch.nn.functional.silu(exact)
    finite = exact.abs() < LARGEST.get(to, math.inf)
    got, want = d.view.double()[finite], exact[finite]
    if activation < 2:
        is_right = torch.equal(got, want.float().to(TYPES[to][1]).double() if to not in ("f64", "i32") else want)
    else:
        is_right = bool(((got - want).abs() <= ROUNDING[to] * want.abs() + (1e-2 if to in LARGEST else 1e-4)).all())
    cases.count(what, case, values=is_right, around=d.is_kept_around() and inside, inputs=all(x.is_kept() for x in (a, b, c, bias) if x))


def heads(cases, extents, dtype, is_filled=True):
    """A tensor (batch, sequence, head, dimension), the modes before the last in any of three orders, rows at multiples of eight elements."""
    r, strides = cases.random, [0, 0, 0, 1]
    step = extents[3] + r.choice([0, 0, 8, 24])
    for mode in r.choice([(2, 1, 0), (1, 2, 0), (2, 0, 1)]):
        strides[mode] = step
        step = step * max(extents[mode], 1) + r.choice([0, 0, 8])
    values = torch.randn(extents, device="cuda") if is_filled else None
    return Guarded(extents, strides, r.choice([0, 0, 8, 16]), TYPES[dtype][1], values)


class Scores:
    """What is done to the scores of attention."""

    def __init__(self, cases, d, heads, is_plain=False):
        r = cases.random
        self.scale = 0.0 if is_plain else r.choice([0, 0, 0, 0.05, 0.5])
        self.factor = self.scale or 1 / math.sqrt(d)
        self.softcap = r.choice([0, 0, 0, 0, 15.0, 30.0])
        self.mask, self.left, self.right = r.choice([0, 1, 1, 2]), -1, -1
        if self.mask == 2:
            self.left, self.right = r.choice([-1, 0, 1, 5, 63, 64, 100, 300]), r.choice([-1, 0, 0, 1, 7, 64, 200])
        self.slopes = torch.rand(heads, device="cuda") * 0.2 if not is_plain and r.random() < 0.15 else None
        self.memory = (C.c_float * heads)(*self.slopes.tolist()) if self.slopes is not None else None

    def options(self, family=0):
        alibi = (C.addressof(self.memory), len(self.memory)) if self.memory is not None else (None, 0)
        return Options(scale=self.scale, softcap=self.softcap, mask=self.mask, window_left=self.left, window_right=self.right, alibi=alibi[0],
                       alibi_count=alibi[1], family=family)

    def seen(self, queries, keys):
        i, j = torch.arange(queries, device="cuda")[:, None] + keys - queries, torch.arange(keys, device="cuda")[None]
        seen = torch.ones(queries, keys, dtype=torch.bool, device="cuda")
        if self.mask == 1 or self.mask == 2 and self.right >= 0:
            seen &= j <= i + max(self.right, 0)
        if self.mask == 2 and self.left >= 0:
            seen &= j >= i - self.left
        return seen, (i - j).abs()

    def attention(self, q, k, v, compute, rounded=None):
        """O without values that are NaN, LSE, and the weight of those values, in the type `compute`; probabilities are rounded to the type `rounded`."""
        group = q.shape[2] // k.shape[2]
        q, k, v = q.to(compute), k.to(compute).repeat_interleave(group, 2), v.to(compute).repeat_interleave(group, 2)
        scores = torch.einsum("bqhd,bkhd->bhqk", q, k) * self.factor
        if self.softcap:
            scores = self.softcap * torch.tanh(scores / self.softcap)
        seen, apart = self.seen(q.shape[1], k.shape[1])
        if self.slopes is not None:
            scores = scores - self.slopes.to(compute)[None, :, None, None] * apart
        scores = scores.masked_fill(~seen, -math.inf)
        lse = torch.logsumexp(scores, -1)
        p = torch.where(torch.isneginf(lse)[..., None], 0.0, torch.exp(scores - torch.where(torch.isneginf(lse), 0.0, lse)[..., None]))
        if rounded:
            p = p.to(rounded).to(compute)
        hidden = torch.isnan(v)
        return torch.einsum("bhqk,bkhd->bqhd", p, torch.where(hidden, 0.0, v)), lse, torch.einsum("bhqk,bkhd->bqhd", p, hidden.to(compute))

    def shown(self, out, v, group):
        """Where O may be NaN by a value that is seen, whatever its weight."""
        seen, _ = self.seen(out.shape[1], v.shape[1])
        return torch.isnan(out) | (torch.einsum("qk,bkhd->bqhd", seen.double(), torch.isnan(v).double().repeat_interleave(group, 2)) > 0)

    def gradients(self, q, k, v, out, d_o, rounded):
        """The gradients as kernels compute them from their O: in f32, probabilities and their gradients rounded to the type `rounded`."""
        group, compute = q.shape[2] // k.shape[2], torch.float32
        _, lse, _ = self.attention(q, k, v, compute, rounded)
        q, k, v, d_o, out = [x.to(compute) for x in (q, k.repeat_interleave(group, 2), v.repeat_interleave(group, 2), d_o, out)]
        scores = torch.einsum("bqhd,bkhd->bhqk", q, k) * self.factor
        slope = torch.ones_like(scores)
        if self.softcap:
            scores = self.softcap * torch.tanh(scores / self.softcap)
            slope = 1 - (scores / self.softcap) ** 2
        seen, apart = self.seen(q.shape[1], k.shape[1])
        if self.slopes is not None:
            scores = scores - self.slopes[None, :, None, None] * apart
        p = torch.where(seen & ~torch.isneginf(lse)[..., None], torch.exp(scores - lse[..., None]), 0.0)
        delta = torch.einsum("bqhd,bqhd->bhq", d_o, out)
        ds = (p * (torch.einsum("bqhd,bkhd->bhqk", d_o, v) - delta[..., None]) * slope).to(rounded).to(compute)
        gradients = [torch.einsum("bhqk,bkhd->bqhd", ds, k) * self.factor, torch.einsum("bhqk,bqhd->bkhd", ds, q) * self.factor,
                     torch.einsum("bhqk,bqhd->bkhd", p.to(rounded).to(compute), d_o)]
        return [x if i == 0 else x.unflatten(2, (-1, group)).sum(3) for i, x in enumerate(gradients)]

    def nearness(self, tensors, out, d_o, gradients, dtype):
        """The error of gradients as a part of what is allowed."""
        inputs = [x.double().detach().requires_grad_() for x in tensors]
        exact = torch.autograd.grad(self.attention(*inputs, torch.float64)[0], inputs, d_o.double())
        low, part = self.gradients(*tensors, out, d_o, TYPES[dtype][1]), 2e-3 if dtype == "f16" else 1.6e-2
        return max(((x.double() - e).abs().max() / (2 * (y.double() - e).abs().max() + part * e.abs().max().clamp(min=0.1))).item()
                   for x, y, e in zip(gradients, low, exact))

    def __str__(self):
        return f"mask {self.mask} {self.left},{self.right}, softcap {self.softcap}, ALiBi {self.slopes is not None}, scale {self.scale}"


def compared(scores, tensors, out, lse, dtype):
    """The checks of O and LSE: against f64, with twice the error of f32 whose probabilities and results are of the type."""
    exact, exact_lse, weight = scores.attention(*tensors, torch.float64)
    low = scores.attention(*tensors, torch.float32, TYPES[dtype][1])[0].to(TYPES[dtype][1]).double()
    lse, nan = lse.double(), torch.isnan(out)
    # A value that is NaN shows where its weight is no rounding error, and may where it is seen.
    shows = torch.isnan(exact) | (weight > 1e-30)
    may_show = scores.shown(exact, tensors[2], tensors[0].shape[2] // tensors[2].shape[2])
    off, allowed = [(x.double() - exact)[~nan & ~may_show].abs() for x in (out, low)]
    finite = torch.isfinite(exact_lse)
    largest = max(1.0, exact[~torch.isnan(exact)].abs().max().item() if finite.any() else 0.0)
    limit = 2 * (allowed.max().item() if off.numel() else 0) + (1e-3 if dtype == "f16" else 4e-3) * largest
    lse_limit = 2e-3 * max(1.0, exact_lse[finite].abs().max().item() if finite.any() else 0.0)
    return {"values": off.max().item() / limit if off.numel() else True, "NaN": bool((nan[shows]).all()) and not bool(nan[~may_show].any()),
            "lse": torch.equal(torch.isnan(lse), torch.isnan(exact_lse)) and torch.equal(torch.isneginf(lse), torch.isneginf(exact_lse))
            and bool(((lse - exact_lse)[finite].abs() <= lse_limit).all())}


def attention(cases):
    """Forward, and backward of half of them, by the kernels of the GPU or by `mma.sync`."""
    r = cases.random
    dtype = r.choice(["f16", "bf16"])
    code = TYPES[dtype][0]
    d = r.choice([8, 16, 32, 40, 64, 64, 72, 80, 96, 112, 128, 128, 136, 160, 192, 224, 256, 256])
    dv = d if r.random() < 0.8 else r.choice([8, 64, 72, 96, 128, 192, 256])
    b, h_kv = r.choice([1, 1, 2, 3]), r.choice([1, 1, 2, 3, 4])
    h = h_kv * r.choice([1, 1, 2, 3, 4, 7, 8])
    sq = r.choice([1, 2, 3, 16, 17, 63, 64, 65, 100, 127, 128, 129, 192, 255, 256, 300, 500, 1000])
    sk = r.choice([sq, sq, 1, 5, 16, 64, 65, 127, 128, 129, 200, 256, 384, 500, 1000, 1500])
    if b * h * sq * sk > 3e7:
        return
    scores, family = Scores(cases, d, h), r.choice([0, 0, 2])
    q, k, v = heads(cases, [b, sq, h, d], dtype), heads(cases, [b, sk, h_kv, d], dtype), heads(cases, [b, sk, h_kv, dv], dtype)
    is_nan = r.random() < 0.2
    if is_nan:  # A key and a value, which some rows or all may not see.
        k.view[:, r.randrange(sk), r.randrange(h_kv)] = math.nan
        v.view[:, r.randrange(sk), r.randrange(h_kv), r.randrange(dv)] = math.nan
    o, lse = heads(cases, [b, sq, h, dv], dtype, False), Guarded([b, h, sq], [h * sq, sq, 1], 0, torch.float32)
    options, tensors = scores.options(family), [x.view for x in (q, k, v)]
    case = f"{dtype} d {d}, {dv}, batch {b}, heads {h} / {h_kv}, {sq} x {sk}, {scores}, family {family}, strides {[x.view.stride() for x in (q, k, v, o)]}"
    forward = [x.of(code) for x in (q, k, v, o)] + [lse.of(TYPES["f32"][0])]
    text = cases.launch("gpu_attention_plan", cases.stream, *forward, options)
    if text:
        return cases.count("forward", f"{case}: {text}", call=False)
    checks = compared(scores, tensors, o.view, lse.view, dtype)
    cases.count("forward", case, **checks, around=o.is_kept_around() and lse.is_kept_around())
    if is_nan or b * h * sq * sk > 4e6 or r.random() < 0.5:
        return
    d_o, gradients = heads(cases, [b, sq, h, dv], dtype), [heads(cases, list(x.shape), dtype, False) for x in tensors]
    in_order = r.choice([0, 1])
    text = cases.launch("gpu_attention_backward_plan", cases.stream, *forward, *[x.of(code) for x in (d_o, *gradients)], options, C.c_int32(in_order))
    if text:
        return cases.count("backward", f"{case}: {text}", call=False)
    near = scores.nearness(tensors, o.view, d_o.view, [x.view for x in gradients], dtype)
    cases.count("backward", f"{case}, in order {in_order}", values=near, around=all(x.is_kept_around() for x in gradients))


def packed(cases):
    """Sequences one behind the other, some of them empty; forward and backward."""
    r = cases.random
    dtype = r.choice(["f16", "bf16"])
    code = TYPES[dtype][0]
    d = r.choice([8, 64, 64, 72, 96, 128, 128, 192, 256])
    dv = d if r.random() < 0.8 else r.choice([64, 96, 128, 256])
    h_kv = r.choice([1, 1, 2, 3])
    h, count = h_kv * r.choice([1, 1, 2, 3, 4]), r.choice([1, 2, 3, 5, 8])
    lengths = lambda: [r.choice([0, 1, 2, 17, 63, 64, 65, 127, 128, 129, 200, 300, 500]) for _ in range(count)]  # noqa: E731
    of_q = lengths()
    of_k = of_q if r.random() < 0.4 else lengths()
    ends = [[sum(x[:i]) for i in range(count + 1)] for x in (of_q, of_k)]
    (sq, sk), scores = [x[-1] for x in ends], Scores(cases, d, h)

    def rows(extents, is_filled=True):
        is_heads_first, pad = r.random() < 0.3, lambda: r.choice([0, 0, 8, 24])
        step = extents[2] + pad()
        outer = step * (extents[0] if is_heads_first else extents[1]) + pad()
        strides = [step, max(outer, step), 1] if is_heads_first else [max(outer, step), step, 1]
        return Guarded(extents, strides, r.choice([0, 0, 8, 16]), TYPES[dtype][1], torch.randn(extents, device="cuda") if is_filled else None)

    q, k, v, o = rows([sq, h, d]), rows([sk, h_kv, d]), rows([sk, h_kv, dv]), rows([sq, h, dv], False)
    lse = Guarded([h, sq], [max(sq, 1), 1], 0, torch.float32)
    options, lists = scores.options(), [(C.c_int32 * len(x))(*x) for x in ends]
    options.cu_seqlens_q, options.cu_seqlens_k, options.sequences = C.addressof(lists[0]), C.addressof(lists[1]), count
    case = f"{dtype} d {d}, {dv}, heads {h} / {h_kv}, {of_q} x {of_k}, {scores}, strides {[x.view.stride() for x in (q, k, v, o)]}"
    forward = [x.of(code) for x in (q, k, v, o)] + [lse.of(TYPES["f32"][0])]
    text = cases.launch("gpu_attention_plan", cases.stream, *forward, options)
    if text:
        return cases.count("packed forward", f"{case}: {text}", call=False)

    def own(i):
        (a, b), (x, y) = [(e[i], e[i + 1]) for e in ends]
        return [t.view[s][None] for t, s in ((q, slice(a, b)), (k, slice(x, y)), (v, slice(x, y)))], slice(a, b), slice(x, y)

    around = o.is_kept_around() and lse.is_kept_around()
    for i in range(count):
        tensors, at, _ = own(i)
        if of_q[i] and of_k[i]:
            checks = compared(scores, tensors, o.view[at][None], lse.view[None, :, at], dtype)
        else:
            checks = {"empty": bool((o.view[at] == 0).all()) and bool(torch.isneginf(lse.view[:, at]).all())}
        cases.count("packed forward", f"{case}, sequence {i}", **checks, around=around)
    if r.random() < 0.4:
        return
    d_o, gradients = rows([sq, h, dv]), [rows(list(x.view.shape), False) for x in (q, k, v)]
    in_order = r.choice([0, 1])
    text = cases.launch("gpu_attention_backward_plan", cases.stream, *forward, *[x.of(code) for x in (d_o, *gradients)], options, C.c_int32(in_order))
    if text:
        return cases.count("packed backward", f"{case}: {text}", call=False)
    around = all(x.is_kept_around() for x in gradients)
    for i in range(count):
        tensors, at, of = own(i)
        found = [x.view[s][None] for x, s in zip(gradients, (at, of, of))]
        if of_q[i] and of_k[i]:
            checks = {"values": scores.nearness(tensors, o.view[at][None], d_o.view[at][None], found, dtype)}
        else:
            checks = {"empty": all(bool((x == 0).all()) for x in found)}
        cases.count("packed backward", f"{case}, in order {in_order}, sequence {i}", **checks, around=around)


def cache(cases):
    """Queries over a cache, paged or not, to which the call appends; it is launched twice."""
    r = cases.random
    dtype = r.choice(["f16", "bf16"])
    code = TYPES[dtype][0]
    d = r.choice([8, 64, 64, 72, 96, 128, 128, 192, 256])
    dv = d if r.random() < 0.8 else r.choice([64, 128, 256])
    b, h_kv = r.choice([1, 2, 3, 5]), r.choice([1, 2, 4])
    h, sq = h_kv * r.choice([1, 2, 4, 8]), r.choice([1, 1, 1, 2, 4, 8, 16, 17, 40, 130])
    appended, capacity = r.choice([0, 0, sq, sq, 1, 5]), r.choice([16, 64, 200, 1000, 4000])
    page = r.choice([0, 0, 16, 32, 48, 64, 100, 256])
    if capacity < appended:
        return
    lengths = [r.randint(0, capacity - appended) for _ in range(b)]
    pages = -(-capacity // page) if page else 0
    pool = list(range(b * pages + 3))
    r.shuffle(pool)
    table = [pool[i * pages:(i + 1) * pages] for i in range(b)]
    shape = [len(pool), page, h_kv] if page else [b, capacity, h_kv]
    q, o = heads(cases, [b, sq, h, d], dtype), heads(cases, [b, sq, h, dv], dtype, False)
    k, v = heads(cases, shape + [d], dtype), heads(cases, shape + [dv], dtype)
    new = [heads(cases, [b, appended, h_kv, x], dtype) for x in (d, dv)] if appended else [None, None]

    def rows(x, i, count):
        return (torch.cat([x.view[p] for p in table[i]]) if page else x.view[i])[:count]

    if not page:
        for i, length in enumerate(lengths):  # What is behind a sequence may be anything.
            k.view[i, length:], v.view[i, length:] = math.nan, math.nan
    own = [[torch.cat([rows(x, i, lengths[i])] + ([n.view[i]] if n else [])).clone() for x, n in zip((k, v), new)] for i in range(b)]
    scores, lse = Scores(cases, d, h, is_plain=True), Guarded([b, h, sq], [h * sq, sq, 1], 0, torch.float32)
    structures = [x.of(code) if x else None for x in (k, v, *new)]
    lists = (C.c_int32 * b)(*lengths), (C.c_int32 * (b * pages))(*[x for row in table for x in row])
    pointer = lambda x: C.cast(C.pointer(x), C.c_void_p) if x else None  # noqa: E731
    kv = KvCache(k=C.pointer(structures[0]), v=C.pointer(structures[1]), lengths=C.addressof(lists[0]), page_table=C.addressof(lists[1]) if page else None,
                 pages_per_sequence=pages, new_k=pointer(structures[2]), new_v=pointer(structures[3]))
    case = f"{dtype} d {d}, {dv}, heads {h} / {h_kv}, {sq} queries, {appended} appended to {lengths} of {capacity}, pages of {page}, {scores}"
    for _ in range(2):
        text = cases.launch("gpu_attention_cache_plan", cases.stream, q.of(code), kv, o.of(code), lse.of(TYPES["f32"][0]), scores.options())
        if text:
            return cases.count("cache", f"{case}: {text}", call=False)
    around = o.is_kept_around() and lse.is_kept_around() and k.is_kept_around() and v.is_kept_around()
    for i in range(b):
        checks = compared(scores, [q.view[i:i + 1], *[x[None] for x in own[i]]], o.view[i:i + 1], lse.view[i:i + 1], dtype)
        stored = all(torch.equal(rows(x, i, lengths[i] + appended), y) for x, y in zip((k, v), own[i]))
        cases.count("cache", f"{case}, sequence {i}", **checks, appended=stored, around=around)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="gemm, attention, packed, cache; all where none is named")
    parser.add_argument("--library", default=os.path.join(ROOT, "target/library/libazulejo_c.so"))
    parser.add_argument("--seconds", type=float, default=30.0, help="time for each")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other cases")
    arguments = parser.parse_args()
    all_kinds = {"gemm": gemm, "attention": attention, "packed": packed, "cache": cache}
    for name in arguments.what or all_kinds:
        if name not in all_kinds:
            parser.error(f"{name} is none of {', '.join(all_kinds)}")
    cases = Cases(Library(arguments.library), arguments.seed)
    torch.manual_seed(arguments.seed)
    for name in arguments.what or all_kinds:
        until = time.monotonic() + arguments.seconds
        while time.monotonic() < until:
            all_kinds[name](cases)
    for name, count in sorted(cases.counts.items()):
        print(f"{count:7d} {name}")
    sys.exit(any(name.endswith("wrong") for name in cases.counts))


if __name__ == "__main__":
    main()
