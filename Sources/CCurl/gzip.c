#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef __APPLE__
static const char *const library_name = "/usr/lib/libz.1.dylib";
#else
static const char *const library_name = "libz.so.1";
#endif

// As in zlib.h: its layout is part of the binary interface, and `inflateInit2_` is told its size.
struct stream {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate;
    void *release;
    void *opaque;
    int data_type;
    unsigned long checksum;
    unsigned long reserved;
};
enum { stream_end = 1, buffer_error = -5, gzip_only = 15 + 16 };

static int (*inflate_init)(struct stream *, int, const char *, int);
static int (*inflate)(struct stream *, int);
static int (*inflate_end)(struct stream *);
static int (*inflate_reset)(struct stream *);
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    *(void **)&inflate_init = dlsym(library, "inflateInit2_");
    *(void **)&inflate = dlsym(library, "inflate");
    *(void **)&inflate_end = dlsym(library, "inflateEnd");
    *(void **)&inflate_reset = dlsym(library, "inflateReset");
    is_loaded = inflate_reset != NULL && inflate_init != NULL && inflate != NULL && inflate_end != NULL;
}

bool cycle_gzip_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

void *cycle_gzip_new(void) {
    if (!cycle_gzip_load()) return NULL;
    struct stream *stream = calloc(1, sizeof(struct stream));
    if (stream == NULL) return NULL;
    if (inflate_init(stream, gzip_only, "1.2.0", (int)sizeof(struct stream)) != 0) {
        free(stream);
        return NULL;
    }
    return stream;
}

void cycle_gzip_free(void *stream) {
    inflate_end(stream);
    free(stream);
}

void cycle_gzip_reset(void *stream) { inflate_reset(stream); }

int cycle_gzip_decode(void *opaque, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    struct stream *stream = opaque;
    stream->next_in = input;
    stream->avail_in = (unsigned int)*input_count;
    stream->next_out = output;
    stream->avail_out = (unsigned int)*output_count;
    int code = inflate(stream, 0);
    *input_count -= stream->avail_in;
    *output_count -= stream->avail_out;
    return code == buffer_error ? 0 : code;
}
