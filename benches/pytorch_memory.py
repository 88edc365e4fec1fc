#!/usr/bin/env python3
"""PyTorch on the shapes of `azulejo bench memory --device cuda:0`, between its own memset and copy, as JSON.

    python3 benches/pytorch_memory.py OUT.json [RECORD.json]

With a record of its `--json`, its rows get PyTorch's figure beside them. Rows have the names of `src/cli/bench/memory_cuda/case.rs`; operations that PyTorch has not are left out. Buffers of one
gibibyte, random data, medians of interleaved rounds by CUDA events.
"""
import json
import statistics
import sys

import torch

ROUNDS, BYTES = 15, 1 << 30
N4, N2, SIDE = BYTES // 4, BYTES // 2, 16384


def timed(f):
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    f()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / 1e3


def main(path, into=None):
    torch.manual_seed(7)
    device = "cuda"
    a, b, c = torch.rand(N4, device=device), torch.rand(N4, device=device), torch.empty(N4, device=device)
    p, q = torch.rand(N2, device=device).bfloat16(), torch.rand(N2, device=device).bfloat16()
    r = torch.empty_like(p)
    memset, source, target = (torch.zeros(BYTES, dtype=torch.uint8, device=device) for _ in range(3))
    square, oblong = (SIDE, SIDE), (2 * SIDE, SIDE)
    a2, c2, p2, r2 = a.view(square), c.view(square), p.view(oblong), r.view(oblong)
    rt = r.view(SIDE, 2 * SIDE)
    strided = c[: 20000 * 13312].view(20000, 13312)[:, :5632]
    cube = a.view(64, 2048, 2048).permute(1, 0, 2)
    rows = a.view(65536, 4096)
    norm = torch.nn.functional.layer_norm

    def odd(x, rows):
        return x[: rows * (SIDE - 3)].view(SIDE - 3, rows)

    cases = [
        ("zeros f32", BYTES, True, lambda: c.zero_()),
        ("fill bf16", BYTES, True, lambda: r.fill_(1.5)),
        ("fill f32 rows of 5632 in 13312", 20000 * 5632 * 4, True, lambda: strided.fill_(1.0)),
        ("copy f32", 2 * BYTES, False, lambda: c.copy_(a)),
        ("transpose f32", 2 * BYTES, False, lambda: c2.copy_(a2.t())),
        ("transpose bf16", 2 * BYTES, False, lambda: rt.copy_(p2.t())),
        ("transpose f32 16383 x 16381", 2 * 4 * (SIDE - 1) * (SIDE - 3), False, lambda: odd(c, SIDE - 1).copy_(odd(a, SIDE - 1).view(SIDE - 1, SIDE - 3).t())),
        ("transpose bf16 32767 x 16381", 2 * 2 * (2 * SIDE - 1) * (SIDE - 3), False, lambda: odd(r, 2 * SIDE - 1).copy_(odd(p, 2 * SIDE - 1).view(2 * SIDE - 1, SIDE - 3).t())),
        ("permute f32 (64,2048,2048)", 2 * BYTES, False, lambda: c.view(2048, 64, 2048).copy_(cube)),
        ("add f32", 3 * BYTES, False, lambda: torch.add(a, b, out=c)),
        ("add bf16", 3 * BYTES, False, lambda: torch.add(p, q, out=r)),
        ("relu f32", 2 * BYTES, False, lambda: torch.clamp_min(a, 0, out=c)),
        ("relu f32 in place", 2 * BYTES, False, lambda: c.relu_()),
        ("gelu bf16", 2 * BYTES, False, lambda: torch.ops.aten.gelu.out(p, approximate="tanh", out=r)),
        ("sin f32", 2 * BYTES, False, lambda: torch.sin(a, out=c)),
        ("row bias f32", 2 * BYTES, False, lambda: torch.add(a2, b[:SIDE], out=c2)),
        ("column bias f32", 2 * BYTES, False, lambda: torch.add(a2, b[:SIDE, None], out=c2)),
        ("row bias bf16", 2 * BYTES, False, lambda: torch.add(p2, q[:SIDE], out=r2)),
        ("add f32 and bf16", N4 * 10, False, lambda: torch.add(a, p[:N4], out=c)),
        ("cast f32 to bf16", N4 * 6, False, lambda: r[:N4].copy_(a)),
        ("cast bf16 to f32", N4 * 6, False, lambda: c.copy_(p[:N4])),
        ("column sum f32", BYTES, False, lambda: torch.sum(a2, 0)),
        ("column sum bf16", BYTES, False, lambda: torch.sum(p2, 0)),
        ("row sum f32", BYTES, False, lambda: torch.sum(a2, 1)),
        ("row sum bf16", BYTES, False, lambda: torch.sum(p2, 1)),
        ("softmax f32", 2 * BYTES, False, lambda: torch.softmax(a2, 1)),
        ("softmax bf16", 2 * BYTES, False, lambda: torch.softmax(p2, 1)),
        ("softmax f32 rows of 4096", 2 * BYTES, False, lambda: torch.softmax(rows, 1)),
        ("layer norm bf16", 2 * BYTES, False, lambda: norm(p2, (SIDE,))),
    ]
    out = []
    for name, moved, writes_only, call in cases:
        for _ in range(3):
            call()
        sets, copies, own = [], [], []
        for _ in range(ROUNDS):
            sets.append(timed(lambda: memset.zero_()))
            copies.append(timed(lambda: target.copy_(source)))
            own.append(timed(call))
        ceiling = BYTES / statistics.median(sets) if writes_only else 2 * BYTES / statistics.median(copies)
        speed = moved / statistics.median(own)
        out.append({"name": name, "gb_per_s": round(speed / 1e9, 1), "of_ceiling": round(speed / ceiling, 4)})
        print(f"{name:<32} {speed / 1e9:7.0f} GB/s {100 * speed / ceiling:6.1f} %")
    record = {"what": f"PyTorch {torch.__version__}", "machine": torch.cuda.get_device_name(), "rows": out}
    with open(path, "w") as file:
        json.dump(record, file, indent=1)
    if into:
        with open(into) as file:
            ours = json.load(file)
        beside = {row["name"]: row["gb_per_s"] for row in out}
        for row in ours["rows"]:
            if row["kernel"] in beside:
                row["PyTorch GB/s"] = beside[row["kernel"]]
        ours["note"] += f" Beside it PyTorch {torch.__version__} on the same shapes, on the same machine."
        with open(into, "w") as file:
            file.write(lines(ours))


def lines(record):
    """A record with a line a row."""
    head = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in record.items() if k != "rows")
    rows = ",\n".join(f"    {json.dumps(row)}" for row in record["rows"])
    return "{\n" + head + ',\n  "rows": [\n' + rows + "\n  ]\n}\n"


if __name__ == "__main__":
    main(*sys.argv[1:3])
