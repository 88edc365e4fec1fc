/* azulejo: matrix products and attention, on host memory and on GPUs of NVIDIA.
 *
 * Every function but azulejo_version and azulejo_last_error returns an azulejo_status. After another status than
 * AZULEJO_OK, azulejo_last_error() names the argument, its value and what to do. Null and misaligned pointers are found,
 * but by azulejo_stream_close and azulejo_plan_free; any other pointer must lead to what it says. Functions may be called from several threads at once, unless they
 * touch the same memory, stream object or plan.
 */
#ifndef AZULEJO_H
#define AZULEJO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum azulejo_status {
    AZULEJO_OK = 0,
    AZULEJO_INVALID_ARGUMENT = 1, /* nothing was written */
    AZULEJO_NOT_SUPPORTED = 2,    /* no kernel computes this, or none on this GPU; nothing was written */
    AZULEJO_OUT_OF_MEMORY = 3,
    AZULEJO_CUDA_ERROR = 4,       /* the driver failed, or there is no driver or no such GPU */
    AZULEJO_INTERNAL_ERROR = 5    /* a defect of azulejo; results may be incomplete */
} azulejo_status;

typedef enum azulejo_dtype {
    AZULEJO_I8 = 5,
    AZULEJO_I32 = 7,
    AZULEJO_F16 = 9,
    AZULEJO_F32 = 10,
    AZULEJO_F64 = 11,
    AZULEJO_BF16 = 12,
    AZULEJO_TF32 = 13, /* float in memory, rounded as it is multiplied */
    AZULEJO_F8E4M3 = 14,
    AZULEJO_F8E5M2 = 15
} azulejo_dtype;

typedef enum azulejo_activation {
    AZULEJO_NONE = 0,
    AZULEJO_RELU = 1,
    AZULEJO_GELU = 2, /* the tanh form */
    AZULEJO_SILU = 3
} azulejo_activation;

typedef enum azulejo_mask {
    AZULEJO_FULL = 0,
    AZULEJO_CAUSAL = 1, /* aligned to the last query and the last key */
    AZULEJO_WINDOW = 2
} azulejo_mask;

/* The kernels of attention. */
typedef enum azulejo_family {
    AZULEJO_OWN = 0,     /* those of the GPU's compute capability */
    AZULEJO_WGMMA = 1,   /* 9.0 */
    AZULEJO_MMA_SYNC = 2 /* 8.0 and above */
} azulejo_family;

/* A tensor. Outputs map no two coordinates to one element. */
typedef struct azulejo_tensor {
    void *data;             /* element (0, ..., 0), aligned to its type; null only where there are no elements */
    const int64_t *shape;   /* rank extents */
    const int64_t *strides; /* rank strides in elements; null for row-major */
    int32_t rank;           /* at most 8 */
    int32_t dtype;          /* an azulejo_dtype */
} azulejo_tensor;

/* D = activation(alpha A B + beta C + bias). A null epilogue is D = A B. */
typedef struct azulejo_epilogue {
    double alpha;               /* with 0, A and B are not read */
    double beta;                /* with 0, C is not read */
    const azulejo_tensor *c;    /* in D's shape and type; null for D itself. In host memory: null */
    const azulejo_tensor *bias; /* a contiguous vector; null for none. Of D's type; in host memory float, double for
                                   doubles, int32_t for I8 */
    int32_t bias_per_row;       /* 0: a value per column of D; 1: per row, in device memory alone */
    int32_t activation;         /* an azulejo_activation */
} azulejo_epilogue;

/* What is done to the scores of attention, and how sequences are packed. Null options and all zeros are the defaults. */
typedef struct azulejo_attention_options {
    float scale;                 /* 0 for 1 / sqrt(head_dim) */
    float softcap;               /* c tanh(s / c) replaces each score s; 0 for none */
    int32_t mask;                /* an azulejo_mask */
    int64_t window_left;         /* keys before and after the diagonal that a window shows; -1 for all of a side */
    int64_t window_right;
    const float *alibi;          /* slopes in host memory, one per query head; null for none */
    int64_t alibi_count;
    const int32_t *cu_seqlens_q; /* in host memory: where packed sequences of q start, and the total; null for tensors
                                    with a batch mode */
    const int32_t *cu_seqlens_k; /* the same of k */
    int64_t sequences;           /* packed sequences, one less than entries of either list */
    int32_t family;              /* an azulejo_family; in device memory alone; 0 for packed sequences and caches */
} azulejo_attention_options;

/* Keys and values of earlier calls, and those that a call appends. */
typedef struct azulejo_kv_cache {
    const azulejo_tensor *k;     /* (batch, capacity, kv_heads, head_dim); with a page table a pool (pages, page_size,
                                    kv_heads, head_dim) of pages of at least 16 keys. Written where there are keys to
                                    append */
    const azulejo_tensor *v;     /* the same of value_dim */
    const int32_t *lengths;      /* in host memory: keys that each sequence has before the call */
    const int32_t *page_table;   /* in host memory: the pages of each sequence, row-major; null for none */
    int64_t pages_per_sequence;  /* with a page table */
    const azulejo_tensor *new_k; /* keys to append, (batch, appended, kv_heads, head_dim); null for none */
    const azulejo_tensor *new_v;
} azulejo_kv_cache;

/* A stream of the caller's, with what was prepared for calls on it. */
typedef struct azulejo_stream azulejo_stream;

/* A product or an attention on given memory. */
typedef struct azulejo_plan azulejo_plan;

/* The version, "major.minor.patch". */
const char *azulejo_version(void);

/* The text of this thread's last call that failed, valid until the next one that fails. */
const char *azulejo_last_error(void);

/* Host memory: D = activation(alpha A B + beta D + bias) of matrices a (M, K), b (K, N) and d (M, N), any strides.
 * a and b have one type; d has it too, F32 also for F16 and BF16, F32 for TF32, I32 for I8. The span of d, with
 * what lies between its elements, shares no memory with the others and is no other thread's meanwhile. Uses all threads. */
int32_t azulejo_gemm(const azulejo_tensor *a, const azulejo_tensor *b, const azulejo_tensor *d,
                     const azulejo_epilogue *epilogue);

/* Host memory: out = softmax(scale q k') v of F32, BF16 or F16.
 * q is (batch, queries, heads, head_dim), k (batch, keys, kv_heads, head_dim), v (batch, keys, kv_heads, value_dim),
 * out (batch, queries, heads, value_dim), and lse, F32 or null, (batch, heads, queries). Packed tensors have no batch:
 * q is (total, heads, head_dim), lse (heads, total). The last stride of all but lse is 1, no stride is negative. kv_heads
 * divides heads. The spans of out and lse share no memory with each other and with the inputs. */
int32_t azulejo_attention_forward(const azulejo_tensor *q, const azulejo_tensor *k, const azulejo_tensor *v,
                                  const azulejo_tensor *out, const azulejo_tensor *lse,
                                  const azulejo_attention_options *options);

/* Host memory: the gradients of q, k and v from d_out, that of out; out and lse are those of the forward, and options
 * its options. dq, dk and dv have the shapes of q, k and v; their spans share no memory with any other tensor. */
int32_t azulejo_attention_backward(const azulejo_tensor *q, const azulejo_tensor *k, const azulejo_tensor *v,
                                   const azulejo_tensor *out, const azulejo_tensor *lse, const azulejo_tensor *d_out,
                                   const azulejo_tensor *dq, const azulejo_tensor *dk, const azulejo_tensor *dv,
                                   const azulejo_attention_options *options);

/* Host memory: appends keys and values to a cache, then computes attention of q (batch, queries, heads, head_dim) over
 * it; out is (batch, queries, heads, value_dim), lse, F32 or null, (batch, heads, queries). Masks are aligned to the last
 * key. The spans of the cache, out and lse share no memory with each other and with the inputs. */
int32_t azulejo_attention_with_kv_cache(const azulejo_tensor *q, const azulejo_kv_cache *cache,
                                        const azulejo_tensor *out, const azulejo_tensor *lse,
                                        const azulejo_attention_options *options);

/* Opens a CUDA stream (a CUstream or cudaStream_t of the GPU's primary context; null is the default stream). It must
 * live until azulejo_stream_close. The per-thread default stream is another queue in each thread: what is opened for it, and its
 * plans, stay in one thread. */
int32_t azulejo_stream_open(int32_t device, void *cuda_stream, azulejo_stream **opened);

/* Frees a stream object, whose plans must be freed; the CUDA stream stays. Null is allowed. Nothing is freed, and an error
 * returned, while a graph is being captured from the stream. */
int32_t azulejo_stream_close(azulejo_stream *stream);

/* Device memory: queues D = activation(alpha A B + beta C + bias) and returns. Leading modes are a batch, broadcast to
 * d's. On compute capability 8.0 types as in host memory; on 9.0 8-bit floats too. Tensors must stay until the work is
 * done; work on other streams is ordered by the caller. A second call with the same arguments prepares nothing. a and b of
 * F32 and F64 may have strides below 0, and c and d unless a and b are 8-bit floats; others are an error: copy such a
 * tensor first. */
int32_t azulejo_gpu_gemm(const azulejo_stream *stream, const azulejo_tensor *a, const azulejo_tensor *b,
                         const azulejo_tensor *d, const azulejo_epilogue *epilogue);

/* Device memory: the bytes of workspace that azulejo_gpu_gemm_plan needs. */
int32_t azulejo_gpu_gemm_workspace(const azulejo_stream *stream, const azulejo_tensor *a, const azulejo_tensor *b,
                                   const azulejo_tensor *d, const azulejo_epilogue *epilogue, size_t *bytes);

/* Device memory: prepares azulejo_gpu_gemm for azulejo_plan_launch. The workspace, if not null, is device memory of the
 * caller's; otherwise the plan has its own. Tensors and workspace must stay until the plan is freed and
 * its launches are done. Between launches on its stream the caller may use the tensors, in the order of that stream. The workspace
 * holds their addresses: nothing else may write it, nor another plan have it, until the plan is freed. */
int32_t azulejo_gpu_gemm_plan(const azulejo_stream *stream, const azulejo_tensor *a, const azulejo_tensor *b,
                              const azulejo_tensor *d, const azulejo_epilogue *epilogue, void *workspace,
                              size_t workspace_bytes, azulejo_plan **plan);

/* Device memory: queues attention's forward of F16 or BF16 and returns; shapes as in host memory, lse compact, head
 * dimensions up to 256 and multiples of 8, compute capability 8.0 and above. Tensors must stay until the work is done. */
int32_t azulejo_gpu_attention_forward(const azulejo_stream *stream, const azulejo_tensor *q, const azulejo_tensor *k,
                                      const azulejo_tensor *v, const azulejo_tensor *out, const azulejo_tensor *lse,
                                      const azulejo_attention_options *options);

/* Device memory: prepares azulejo_gpu_attention_forward for azulejo_plan_launch. Tensors must stay until the plan is
 * freed and its launches are done; options may go. */
int32_t azulejo_gpu_attention_plan(const azulejo_stream *stream, const azulejo_tensor *q, const azulejo_tensor *k,
                                   const azulejo_tensor *v, const azulejo_tensor *out, const azulejo_tensor *lse,
                                   const azulejo_attention_options *options, azulejo_plan **plan);

/* Device memory: prepares azulejo_attention_backward of F16 or BF16 for azulejo_plan_launch; lse compact, head dimensions
 * up to 256 and multiples of 8, compute capability 8.0 and above. With deterministic not 0 the same inputs give the same bits.
 * Tensors must stay until the plan is freed and its launches are done; options may go. */
int32_t azulejo_gpu_attention_backward_plan(const azulejo_stream *stream, const azulejo_tensor *q,
                                            const azulejo_tensor *k, const azulejo_tensor *v,
                                            const azulejo_tensor *out, const azulejo_tensor *lse,
                                            const azulejo_tensor *d_out, const azulejo_tensor *dq,
                                            const azulejo_tensor *dk, const azulejo_tensor *dv,
                                            const azulejo_attention_options *options, int32_t deterministic,
                                            azulejo_plan **plan);

/* Device memory: prepares azulejo_attention_with_kv_cache of F16 or BF16 for azulejo_plan_launch; lse compact, head
 * dimensions up to 256 and multiples of 8, rows at multiples of 16 bytes. Lengths and page table are copied: each launch
 * appends at the same places. Tensors must stay until the plan is freed and its launches are done; cache and options may
 * go. */
int32_t azulejo_gpu_attention_cache_plan(const azulejo_stream *stream, const azulejo_tensor *q,
                                         const azulejo_kv_cache *cache, const azulejo_tensor *out,
                                         const azulejo_tensor *lse, const azulejo_attention_options *options,
                                         azulejo_plan **plan);

/* Queues a plan on its stream and returns. It allocates nothing, and a CUDA graph can capture it. Launches of one plan
 * do not overlap. */
int32_t azulejo_plan_launch(const azulejo_plan *plan);

/* Frees a plan, in the order of its stream. Null is allowed. Nothing is freed, and an error returned, while a graph is being
 * captured from its stream. */
int32_t azulejo_plan_free(azulejo_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
