#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __APPLE__
// By its path: a name without a slash would be looked for in the current folder as well.
static const char *library_name = "/usr/lib/libcurl.4.dylib";
#else
static const char *library_name = "libcurl.so.4";
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
struct socket_address {
    int family;
    int kind;
    int protocol;
    unsigned int address_length;
    struct sockaddr address;
};
// The beginning of what `curl_version_info` returns.
struct version {
    int age;
    const char *text;
    unsigned int number;
    const char *host;
    int features;
    const char *tls;
};
struct blob {
    void *data;
    size_t count;
    unsigned int flags;
};
enum { global_default = 3, message_done = 1, blob_copy = 1, pause_continue = 0 };
enum {
    option_no_progress = 43,
    option_http_get = 80,
    option_connect_only = 141,
    option_progress_data = 10057,
    option_progress_function = 20219,
    option_forbid_reuse = 75,
    option_write_data = 10001,
    option_read_data = 10009,
    option_error_buffer = 10010,
    option_http_header = 10023,
    option_header_data = 10029,
    option_private = 10103,
    option_open_socket_data = 10164,
    option_seek_data = 10168,
    option_prereq_data = 10313,
    option_write_function = 20011,
    option_read_function = 20012,
    option_header_function = 20079,
    option_open_socket_function = 20163,
    option_tls_context_function = 20108,
    option_close_socket_function = 20208,
    option_seek_function = 20167,
    option_prereq_function = 20312,
    option_certificates_blob = 40309,
    multi_option_max_connects = 6,
    info_private = 0x100000 + 21,
    info_request_size = 0x200000 + 12,
    info_connect_code = 0x200000 + 22,
    info_connection_count = 0x200000 + 26,
    info_tls_session = 0x400000 + 45,
    info_active_socket = 0x500000 + 44,
};

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    int (*easy_pause)(void *, int);
    int (*easy_perform)(void *);
    int (*easy_recv)(void *, void *, size_t, size_t *);
    int (*easy_send)(void *, const void *, size_t, size_t *);
    const char *(*easy_strerror)(int);
    const struct version *(*version_info)(int);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned int, int, int *);
    int (*multi_wakeup)(void *);
    int (*multi_setopt)(void *, int, ...);
    struct message *(*multi_info_read)(void *, int *);
} curl;

static enum cycle_curl_loading loading = CYCLE_CURL_ABSENT;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    *(void **)function = address;
    return address != NULL;
}

// Of another library the context of a connection would be something else.
static bool has_openssl;
static bool forgets_headers;

// The text of `curl_version` would need a look at every library that libcurl has: OpenLDAP looks up the name of this machine
// for that, and waits for the resolver.
static void look_at_version(const struct version *version) {
    has_openssl = version->tls != NULL && strstr(version->tls, "OpenSSL/3") != NULL;
    // As 0xMMmmpp.
    forgets_headers = version->number < 0x075300 || version->number >= 0x080200;
}

bool cycle_curl_forgets_headers(void) { return forgets_headers; }

static void load(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    bool is_loaded =
        find(library, "curl_global_init", &curl.global_init) && find(library, "curl_easy_init", &curl.easy_init)
        && find(library, "curl_easy_cleanup", &curl.easy_cleanup)
        && find(library, "curl_easy_setopt", &curl.easy_setopt)
        && find(library, "curl_easy_getinfo", &curl.easy_getinfo)
        && find(library, "curl_easy_pause", &curl.easy_pause)
        && find(library, "curl_easy_perform", &curl.easy_perform)
        && find(library, "curl_easy_recv", &curl.easy_recv) && find(library, "curl_easy_send", &curl.easy_send)
        && find(library, "curl_easy_strerror", &curl.easy_strerror)
        && find(library, "curl_version_info", &curl.version_info)
        && find(library, "curl_slist_append", &curl.slist_append)
        && find(library, "curl_slist_free_all", &curl.slist_free_all)
        && find(library, "curl_multi_init", &curl.multi_init)
        && find(library, "curl_multi_cleanup", &curl.multi_cleanup)
        && find(library, "curl_multi_add_handle", &curl.multi_add_handle)
        && find(library, "curl_multi_remove_handle", &curl.multi_remove_handle)
        && find(library, "curl_multi_perform", &curl.multi_perform)
        && find(library, "curl_multi_poll", &curl.multi_poll)
        && find(library, "curl_multi_wakeup", &curl.multi_wakeup)
        && find(library, "curl_multi_setopt", &curl.multi_setopt)
        && find(library, "curl_multi_info_read", &curl.multi_info_read) && curl.global_init(global_default) == 0;
    loading = is_loaded ? CYCLE_CURL_LOADED : CYCLE_CURL_OLD;
    if (is_loaded) look_at_version(curl.version_info(0));
}

enum cycle_curl_loading cycle_curl_load(void) {
    pthread_once(&once, load);
    return loading;
}

// A copy: the caller's string may be gone when the library is loaded.
void cycle_curl_name_library(const char *name) { library_name = strdup(name); }

// What the other sides of the connections of OpenSSL have said, the newest of them. libcurl takes a connection that is cut
// for one that was closed, and has no code for a server that wants a certificate. Used on one thread only, as all that
// follows.
enum { heard_room = 256 };
static struct heard {
    const void *tls;
    // What opened the connection.
    const void *easy;
    bool has_closed;
    bool wants_certificate;
    bool demands_certificate;
    // Whether the record under way is one of data, as far as its header says, and whether there was one.
    bool may_answer;
    bool has_answered;
} heard[heard_room];
static size_t heard_count;

static struct heard *heard_of(const void *tls) {
    for (size_t index = 0; index < heard_room; index++)
        if (heard[index].tls == tls) return &heard[index];
    return NULL;
}

static struct heard *noted(const void *tls, const void *easy) {
    struct heard *known = heard_of(tls);
    if (known == NULL) {
        known = &heard[heard_count++ % heard_room];
        *known = (struct heard){.tls = tls, .easy = easy};
    }
    return known;
}

// Whether a server that has asked for a certificate may end the connection by this alert when it gets none.
static bool is_of_certificate(int description) {
    enum { handshake_failure = 40, no_certificate = 41, bad_certificate = 42, unknown = 46, access_denied = 49 };
    return description == handshake_failure || description == no_certificate || description == bad_certificate
        || description == unknown || description == access_denied;
}

static void note_message(
    int is_sent, int version, int kind, const void *bytes, size_t count, void *tls, void *easy) {
    enum { alert = 21, handshake = 22, data = 23, record = 0x100, inner_kind = 0x101 };
    enum { close_notify = 0, certificate_required = 116, client_hello = 1, certificate_request = 13 };
    const uint8_t *message = bytes;
    (void)version;
    if ((kind == record || kind == inner_kind) && !is_sent && count > 0) {
        struct heard *known = heard_of(tls);
        // TLS 1.3 sends all records as data, and their kind inside of them.
        if (known != NULL && kind == record) known->may_answer = message[0] == data;
        if (known != NULL && kind == inner_kind) known->may_answer = false;
        if (known != NULL && kind == inner_kind && message[0] == data) known->has_answered = true;
    }
    if (kind == alert && !is_sent && count == 2) {
        if (message[1] == close_notify) noted(tls, easy)->has_closed = true;
        struct heard *known = heard_of(tls);
        bool is_wanted = known != NULL && known->wants_certificate && is_of_certificate(message[1]);
        if (message[1] == certificate_required || is_wanted) noted(tls, easy)->demands_certificate = true;
    }
    if (kind != handshake || count == 0) return;
    if (!is_sent && message[0] == certificate_request) noted(tls, easy)->wants_certificate = true;
    if (!is_sent || message[0] != client_hello) return;
    // Another connection at the same address. Another exchange has not asked yet what its own, which is gone, has heard.
    struct heard *earlier = heard_of(tls);
    if (earlier != NULL && earlier->easy != easy && earlier->easy != NULL) {
        earlier->tls = earlier;
    } else if (earlier != NULL) {
        *earlier = (struct heard){.tls = NULL};
    }
}

static int watch_messages(void *easy, void *tls_context, void *context) {
    enum { set_callback_context = 16 };
    (void)context;
    void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_NOLOAD);
    if (library == NULL) return 0;
    void (*set_callback)(void *, void (*)(int, int, int, const void *, size_t, void *, void *)) = NULL;
    long (*control)(void *, int, long, void *) = NULL;
    if (find(library, "SSL_CTX_set_msg_callback", &set_callback) && find(library, "SSL_CTX_ctrl", &control)) {
        control(tls_context, set_callback_context, 0, easy);
        set_callback(tls_context, note_message);
    }
    dlclose(library);
    return 0;
}

const void *cycle_curl_tls(void *easy) {
    struct {
        int backend;
        const void *connection;
    } *session = NULL;
    if (!has_openssl || curl.easy_getinfo(easy, info_tls_session, &session) != 0 || session == NULL) return NULL;
    return session->connection;
}

bool cycle_curl_was_closed(const void *tls) {
    struct heard *known = heard_of(tls);
    return known != NULL && known->has_closed;
}

bool cycle_curl_lacked_certificate(const void *easy) {
    for (size_t index = 0; index < heard_room; index++)
        if (heard[index].tls != NULL && heard[index].easy == easy && heard[index].demands_certificate) {
            heard[index] = (struct heard){.tls = NULL};
            return true;
        }
    return false;
}

bool cycle_curl_was_asked_for_certificate(const void *easy) {
    for (size_t index = 0; index < heard_room; index++)
        if (heard[index].tls != NULL && heard[index].easy == easy && heard[index].wants_certificate)
            return !heard[index].has_answered && !heard[index].may_answer;
    return false;
}

static int make_socket(const struct socket_address *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
#else
    int descriptor = socket(address->family, address->kind, address->protocol);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
#endif
}

// The sockets that libcurl has open, so that the one of a kept connection can be looked at: libcurl itself names it only
// after the exchange. The ports are 0 until they are known.
static struct opened {
    int descriptor;
    int local_port;
    int remote_port;
} *sockets;
static size_t socket_count, socket_room;

static int port_of(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_INET) return ntohs(((const struct sockaddr_in *)address)->sin_port);
    if (address->ss_family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    return 0;
}

static void name_socket(struct opened *opened) {
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    if (getpeername(opened->descriptor, (struct sockaddr *)&address, &length) != 0) return;
    opened->remote_port = port_of(&address);
    length = sizeof(address);
    if (getsockname(opened->descriptor, (struct sockaddr *)&address, &length) != 0) return;
    opened->local_port = port_of(&address);
}

static int open_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    return pipe(ends);
#endif
}

bool cycle_curl_leaves_descriptors(int more) {
    int ends[6], count = 0, wanted = 4 + more;
    while (count < wanted && count < 6 && open_pipe(ends + count) == 0) count += 2;
    for (int index = 0; index < count; index++) close(ends[index]);
    return count >= wanted;
}

static int open_socket(void *context, int purpose, struct socket_address *address) {
    (void)purpose;
    if (socket_count == socket_room) {
        size_t room = socket_room * 2 + 16;
        struct opened *more = realloc(sockets, room * sizeof(struct opened));
        if (more == NULL) {
            *(int *)context = ENOMEM;
            return -1;
        }
        sockets = more;
        socket_room = room;
    }
    int descriptor = make_socket(address);
    if (descriptor < 0) *(int *)context = errno;
    else if (!cycle_curl_leaves_descriptors(0)) {
        close(descriptor);
        descriptor = -1;
        *(int *)context = EMFILE;
    } else {
        sockets[socket_count++] = (struct opened){descriptor, 0, 0};
        *(int *)context = -1;
    }
    return descriptor;
}

static int close_socket(void *context, int descriptor) {
    (void)context;
    for (size_t index = 0; index < socket_count; index++) {
        if (sockets[index].descriptor != descriptor) continue;
        sockets[index] = sockets[--socket_count];
        break;
    }
    return close(descriptor);
}

void *cycle_curl_easy_new(
    cycle_curl_bytes header, cycle_curl_bytes write, cycle_curl_bytes read, cycle_curl_seek seek,
    cycle_curl_connected connected) {
    void *easy = curl.easy_init();
    if (easy == NULL) return NULL;
    curl.easy_setopt(easy, option_header_function, header);
    curl.easy_setopt(easy, option_write_function, write);
    curl.easy_setopt(easy, option_read_function, read);
    curl.easy_setopt(easy, option_seek_function, seek);
    curl.easy_setopt(easy, option_open_socket_function, open_socket);
    curl.easy_setopt(easy, option_close_socket_function, close_socket);
    if (has_openssl) curl.easy_setopt(easy, option_tls_context_function, watch_messages);
    // Before its version 7.80 nobody can look at a connection before it is used again: then none is.
    if (curl.easy_setopt(easy, option_prereq_function, connected) != 0)
        curl.easy_setopt(easy, option_forbid_reuse, 1L);
    return easy;
}

void cycle_curl_attach(void *easy, void *context, char *error_text, int *socket_error) {
    curl.easy_setopt(easy, option_private, context);
    curl.easy_setopt(easy, option_header_data, context);
    curl.easy_setopt(easy, option_write_data, context);
    curl.easy_setopt(easy, option_read_data, context);
    curl.easy_setopt(easy, option_seek_data, context);
    curl.easy_setopt(easy, option_prereq_data, context);
    curl.easy_setopt(easy, option_open_socket_data, socket_error);
    curl.easy_setopt(easy, option_error_buffer, error_text);
}

void cycle_curl_detach(void *easy) {
    curl.easy_setopt(easy, option_error_buffer, NULL);
    curl.easy_setopt(easy, option_http_header, NULL);
    curl.easy_setopt(easy, CYCLE_CURL_CUSTOMREQUEST, NULL);
    curl.easy_setopt(easy, option_http_get, 1L);
    curl.easy_setopt(easy, CYCLE_CURL_INFILESIZE_LARGE, (int64_t)-1);
    // What servers have asked this exchange for is nothing to the next one.
    for (size_t index = 0; index < heard_room; index++)
        if (heard[index].easy == easy) heard[index].easy = NULL;
}

bool cycle_curl_has_stale_input(void *easy, int local_port, int remote_port, int *kept) {
    *kept = -1;
    long connection_count = 0;
    curl.easy_getinfo(easy, info_connection_count, &connection_count);
    if (connection_count > 0) return false;
    bool is_known = false;
    for (size_t index = 0; index < socket_count; index++) {
        struct opened *opened = &sockets[index];
        if (opened->local_port == 0) name_socket(opened);
        if (opened->local_port != local_port || opened->remote_port != remote_port) continue;
        is_known = true;
        struct pollfd request = {opened->descriptor, POLLIN, 0};
        if (poll(&request, 1, 0) == 0) {
            *kept = opened->descriptor;
            continue;
        }
        shutdown(opened->descriptor, SHUT_RDWR);
        return true;
    }
    return !is_known;
}

long cycle_curl_sent(void *easy) {
    long size = 0;
    return curl.easy_getinfo(easy, info_request_size, &size) == 0 ? size : 0;
}

// The bytes that a socket holds until the other side has acknowledged them; -1 where the system does not tell.
static int unacknowledged_count(int socket) {
    int count = -1;
#if defined(SO_NWRITE)
    // Darwin's TIOCOUTQ is for terminals only.
    socklen_t length = sizeof(count);
    return getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? count : -1;
#elif defined(TIOCOUTQ)
    return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
#else
    (void)socket;
    return count;
#endif
}

bool cycle_curl_is_early(int kept, long request_size) {
    return request_size > 0 && unacknowledged_count(kept) >= request_size;
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

static int open_stream_socket(void *context, int purpose, struct socket_address *address) {
    (void)purpose;
    int descriptor = make_socket(address);
    *(int *)context = descriptor < 0 ? errno : -1;
    return descriptor;
}

struct stop {
    void *context;
    bool (*is_unwanted)(void *context);
};

static int look_whether_unwanted(void *context, int64_t all, int64_t done, int64_t all_out, int64_t done_out) {
    (void)all, (void)done, (void)all_out, (void)done_out;
    struct stop *stop = context;
    return stop->is_unwanted(stop->context) ? 1 : 0;
}

void *cycle_curl_stream_new(void) {
    void *easy = curl.easy_init();
    if (easy == NULL) return NULL;
    curl.easy_setopt(easy, option_connect_only, 1L);
    curl.easy_setopt(easy, option_no_progress, 0L);
    curl.easy_setopt(easy, option_progress_function, look_whether_unwanted);
    curl.easy_setopt(easy, option_open_socket_function, open_stream_socket);
    return easy;
}

int cycle_curl_stream_connect(
    void *stream, int *socket_error, void *context, bool (*is_unwanted)(void *context)) {
    struct stop stop = {context, is_unwanted};
    *socket_error = -1;
    curl.easy_setopt(stream, option_open_socket_data, socket_error);
    curl.easy_setopt(stream, option_progress_data, &stop);
    int code = curl.easy_perform(stream);
    curl.easy_setopt(stream, option_no_progress, 1L);
    curl.easy_setopt(stream, option_progress_data, NULL);
    return code;
}

int cycle_curl_stream_socket(void *stream) {
    int descriptor = -1;
    return curl.easy_getinfo(stream, info_active_socket, &descriptor) == 0 ? descriptor : -1;
}

int cycle_curl_stream_read(void *stream, void *bytes, size_t room, size_t *count) {
    *count = 0;
    return curl.easy_recv(stream, bytes, room, count);
}

int cycle_curl_stream_write(void *stream, const void *bytes, size_t room, size_t *count) {
    *count = 0;
    return curl.easy_send(stream, bytes, room, count);
}

// Whether programs that this process starts have it, and it is a socket such as those that wake a thread of libcurl.
static bool is_inherited_socket(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    return fcntl(descriptor, F_GETFD) == 0 && getsockname(descriptor, (struct sockaddr *)&address, &length) == 0
        && address.ss_family == AF_UNIX;
}

// Up to where descriptors are that are made now, of which some are free, as others may take one meanwhile; 0 without any.
static int end_of_new_descriptors(void) {
    int ends[6], count = 0, end = 0;
    while (count < 6 && open_pipe(ends + count) == 0) count += 2;
    for (int index = 0; index < count; index++) {
        if (ends[index] >= end) end = ends[index] + 1;
        close(ends[index]);
    }
    return end;
}

// Older versions of libcurl leave what wakes their thread to programs that this process starts.
void *cycle_curl_multi_new(void) {
    int end = end_of_new_descriptors();
    bool *was_there = end > 0 ? malloc((size_t)end * sizeof(bool)) : NULL;
    if (was_there == NULL) return NULL;
    for (int index = 0; index < end; index++) was_there[index] = is_inherited_socket(index);
    void *multi = curl.multi_init();
    for (int index = 0; index < end; index++)
        if (!was_there[index] && is_inherited_socket(index)) fcntl(index, F_SETFD, FD_CLOEXEC);
    free(was_there);
    // Without a descriptor to be woken by it would sleep for ever.
    if (multi == NULL || curl.multi_wakeup(multi) == 0) return multi;
    curl.multi_cleanup(multi);
    return NULL;
}

void cycle_curl_keep(void *multi, long count) { curl.multi_setopt(multi, multi_option_max_connects, count); }

void cycle_curl_multi_free(void *multi) { curl.multi_cleanup(multi); }

void cycle_curl_add(void *multi, void *easy) { curl.multi_add_handle(multi, easy); }

void cycle_curl_remove(void *multi, void *easy) { curl.multi_remove_handle(multi, easy); }

void cycle_curl_perform(void *multi) {
    int running = 0;
    curl.multi_perform(multi, &running);
}

bool cycle_curl_wait(void *multi, int milliseconds) {
    int count = 0;
    // Without a limit a day; libcurl looks up by itself when one of its own time limits is nearer.
    curl.multi_poll(multi, NULL, 0, milliseconds < 0 ? 86400000 : milliseconds, &count);
    return count > 0;
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
