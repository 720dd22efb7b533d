#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>

#ifdef __APPLE__
static const char *const library_name = "libcurl.4.dylib";
#else
static const char *const library_name = "libcurl.so.4";
#endif

// As in curl.h: what `curl_multi_info_read` returns, and a piece of memory handed over.
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};
struct blob {
    void *data;
    size_t count;
    unsigned int flags;
};
enum { global_default = 3, message_done = 1, blob_copy = 1, pause_continue = 0 };
enum {
    option_read_data = 10009,
    option_write_data = 10001,
    option_http_header = 10023,
    option_header_data = 10029,
    option_private = 10103,
    option_seek_data = 10168,
    option_prereq_data = 10313,
    option_write_function = 20011,
    option_read_function = 20012,
    option_header_function = 20079,
    option_seek_function = 20167,
    option_prereq_function = 20312,
    option_certificates_blob = 40309,
    info_private = 0x100000 + 21,
    info_connect_code = 0x200000 + 22,
};

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    int (*easy_pause)(void *, int);
    const char *(*easy_strerror)(int);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned int, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
} curl;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    *(void **)function = address;
    return address != NULL;
}

static void load(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded =
        find(library, "curl_global_init", &curl.global_init) && find(library, "curl_easy_init", &curl.easy_init)
        && find(library, "curl_easy_cleanup", &curl.easy_cleanup)
        && find(library, "curl_easy_setopt", &curl.easy_setopt)
        && find(library, "curl_easy_getinfo", &curl.easy_getinfo)
        && find(library, "curl_easy_pause", &curl.easy_pause)
        && find(library, "curl_easy_strerror", &curl.easy_strerror)
        && find(library, "curl_slist_append", &curl.slist_append)
        && find(library, "curl_slist_free_all", &curl.slist_free_all)
        && find(library, "curl_multi_init", &curl.multi_init)
        && find(library, "curl_multi_cleanup", &curl.multi_cleanup)
        && find(library, "curl_multi_add_handle", &curl.multi_add_handle)
        && find(library, "curl_multi_remove_handle", &curl.multi_remove_handle)
        && find(library, "curl_multi_perform", &curl.multi_perform)
        && find(library, "curl_multi_poll", &curl.multi_poll)
        && find(library, "curl_multi_wakeup", &curl.multi_wakeup)
        && find(library, "curl_multi_info_read", &curl.multi_info_read) && curl.global_init(global_default) == 0;
}

bool cycle_curl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

void *cycle_curl_easy_new(
    void *context, cycle_curl_bytes header, cycle_curl_bytes write, cycle_curl_bytes read, cycle_curl_seek seek) {
    void *easy = curl.easy_init();
    if (easy == NULL) return NULL;
    curl.easy_setopt(easy, option_private, context);
    curl.easy_setopt(easy, option_header_function, header);
    curl.easy_setopt(easy, option_header_data, context);
    curl.easy_setopt(easy, option_write_function, write);
    curl.easy_setopt(easy, option_write_data, context);
    curl.easy_setopt(easy, option_read_function, read);
    curl.easy_setopt(easy, option_read_data, context);
    curl.easy_setopt(easy, option_seek_function, seek);
    curl.easy_setopt(easy, option_seek_data, context);
    return easy;
}

int cycle_curl_set_connected(void *easy, void *context, cycle_curl_connected connected) {
    curl.easy_setopt(easy, option_prereq_data, context);
    return curl.easy_setopt(easy, option_prereq_function, connected);
}

void cycle_curl_easy_free(void *easy) { curl.easy_cleanup(easy); }

int cycle_curl_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }

int cycle_curl_set_text(void *easy, int option, const char *value) { return curl.easy_setopt(easy, option, value); }

int cycle_curl_set_offset(void *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }

int cycle_curl_set_certificates(void *easy, const void *bytes, size_t count) {
    struct blob blob = {(void *)bytes, count, blob_copy};
    return curl.easy_setopt(easy, option_certificates_blob, &blob);
}

int cycle_curl_set_headers(void *easy, void *list) { return curl.easy_setopt(easy, option_http_header, list); }

void *cycle_curl_append(void *list, const char *line) { return curl.slist_append(list, line); }

void cycle_curl_list_free(void *list) { curl.slist_free_all(list); }

const char *cycle_curl_describe(int code) { return curl.easy_strerror(code); }

long cycle_curl_proxy_status(void *easy) {
    long status = 0;
    return curl.easy_getinfo(easy, info_connect_code, &status) == 0 ? status : 0;
}

void cycle_curl_resume(void *easy) { curl.easy_pause(easy, pause_continue); }

void *cycle_curl_multi_new(void) {
    void *multi = curl.multi_init();
    if (multi == NULL) return NULL;
    // Without a descriptor to be woken by it would sleep for ever.
    if (curl.multi_wakeup(multi) == 0) return multi;
    curl.multi_cleanup(multi);
    return NULL;
}

void cycle_curl_multi_free(void *multi) { curl.multi_cleanup(multi); }

void cycle_curl_add(void *multi, void *easy) { curl.multi_add_handle(multi, easy); }

void cycle_curl_remove(void *multi, void *easy) { curl.multi_remove_handle(multi, easy); }

void cycle_curl_perform(void *multi) {
    int running = 0;
    curl.multi_perform(multi, &running);
}

void cycle_curl_wait(void *multi) {
    // A day; libcurl looks up by itself when one of its own time limits is nearer.
    curl.multi_poll(multi, NULL, 0, 86400000, NULL);
}

void cycle_curl_wake(void *multi) { curl.multi_wakeup(multi); }

void *cycle_curl_finished(void *multi, int *code) {
    int left = 0;
    struct message *message = NULL;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->kind != message_done) continue;
        void *context = NULL;
        *code = message->data.result;
        curl.easy_getinfo(message->easy, info_private, &context);
        return context;
    }
    return NULL;
}

void cycle_curl_begin_thread(void) {
#ifdef __APPLE__
    pthread_setname_np("Cycle network");
#else
    pthread_setname_np(pthread_self(), "Cycle network");
#endif
    sigset_t all;
    sigfillset(&all);
    // Signals of the thread's own mistakes stay, so that a crash still says where it was.
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGTRAP);
    sigdelset(&all, SIGABRT);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}
