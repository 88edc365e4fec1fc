/* A product, attention with its gradient, and errors, by the C interface alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "azulejo.h"

_Static_assert(sizeof(azulejo_tensor) == 32, "three pointers and two int32_t");
_Static_assert(sizeof(azulejo_attention_options) == 80, "as in Rust");

#define CHECK(what)                                                                                                    \
    if (!(what)) {                                                                                                     \
        printf("line %d: %s; %s\n", __LINE__, #what, azulejo_last_error());                                            \
        return 1;                                                                                                      \
    }

int main(void) {
    int64_t square[2] = {2, 2};
    float a[4] = {1, 2, 3, 4}, d[4] = {0}, bias[2] = {10, 20};
    int64_t two = 2;
    azulejo_tensor of_a = {a, square, NULL, 2, AZULEJO_F32}, of_d = {d, square, NULL, 2, AZULEJO_F32};
    azulejo_tensor of_bias = {bias, &two, NULL, 1, AZULEJO_F32};
    azulejo_epilogue epilogue = {2, 0, NULL, &of_bias, 0, AZULEJO_NONE};
    CHECK(azulejo_gemm(&of_a, &of_a, &of_d, &epilogue) == AZULEJO_OK);
    CHECK(d[0] == 24 && d[1] == 40 && d[2] == 40 && d[3] == 64);
    CHECK(azulejo_gemm(&of_a, NULL, &of_d, NULL) == AZULEJO_INVALID_ARGUMENT);
    CHECK(strcmp(azulejo_last_error(), "`b`: it is a null pointer; pass an address") == 0);

    /* Two tokens of one head: the first sees itself alone. */
    int64_t shape[4] = {1, 2, 1, 2}, rows[3] = {1, 1, 2};
    float v[4] = {1, 2, 3, 4}, out[4], lse[2], dq[4], dk[4], dv[4];
    azulejo_tensor q = {a, shape, NULL, 4, AZULEJO_F32}, of_v = {v, shape, NULL, 4, AZULEJO_F32};
    azulejo_tensor of_out = {out, shape, NULL, 4, AZULEJO_F32}, of_lse = {lse, rows, NULL, 3, AZULEJO_F32};
    azulejo_tensor of_dq = {dq, shape, NULL, 4, AZULEJO_F32}, of_dk = {dk, shape, NULL, 4, AZULEJO_F32};
    azulejo_tensor of_dv = {dv, shape, NULL, 4, AZULEJO_F32};
    azulejo_attention_options causal = {0};
    causal.mask = AZULEJO_CAUSAL;
    CHECK(azulejo_attention_forward(&q, &q, &of_v, &of_out, &of_lse, &causal) == AZULEJO_OK);
    CHECK(out[0] == 1 && out[1] == 2 && fabsf(lse[0] - 5 / sqrtf(2)) < 1e-5f);
    CHECK(azulejo_attention_backward(&q, &q, &of_v, &of_out, &of_lse, &of_v, &of_dq, &of_dk, &of_dv, &causal) ==
          AZULEJO_OK);
    CHECK(dq[0] == 0 && fabsf(dv[0] + dv[2] - 4) < 1e-5f);

    azulejo_stream *stream = NULL;
    int32_t opened = azulejo_stream_open(0, NULL, &stream);
    CHECK(opened == AZULEJO_OK || (opened == AZULEJO_CUDA_ERROR && stream == NULL));
    CHECK(azulejo_stream_close(stream) == AZULEJO_OK);
    CHECK(azulejo_gpu_gemm(NULL, &of_a, &of_a, &of_d, NULL) == AZULEJO_INVALID_ARGUMENT);
    CHECK(azulejo_plan_launch(NULL) == AZULEJO_INVALID_ARGUMENT && azulejo_plan_free(NULL) == AZULEJO_OK);
    return strlen(azulejo_version()) > 0 ? 0 : 1;
}
