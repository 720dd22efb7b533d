// The system's own libcurl and zlib, loaded at run time: no package, no headers of theirs, and a program that never
// makes a request never needs them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Options and codes are the numbers of libcurl's binary interface, which its project promises never to change. Their
// names are those of curl.h.
enum {
    // long
    CYCLE_CURL_SSLVERSION = 32,
    CYCLE_CURL_NOBODY = 44,
    CYCLE_CURL_UPLOAD = 46,
    CYCLE_CURL_FOLLOWLOCATION = 52,
    CYCLE_CURL_SSL_VERIFYPEER = 64,
    CYCLE_CURL_FRESH_CONNECT = 74,
    CYCLE_CURL_SSL_VERIFYHOST = 81,
    CYCLE_CURL_HTTP_VERSION = 84,
    CYCLE_CURL_BUFFERSIZE = 98,
    CYCLE_CURL_NOSIGNAL = 99,
    CYCLE_CURL_CONNECTTIMEOUT_MS = 156,
    CYCLE_CURL_HTTP_TRANSFER_DECODING = 157,
    CYCLE_CURL_HTTP_CONTENT_DECODING = 158,
    CYCLE_CURL_PROTOCOLS = 181,
    CYCLE_CURL_SUPPRESS_CONNECT_HEADERS = 265,
    CYCLE_CURL_UPLOAD_BUFFERSIZE = 280,
    CYCLE_CURL_HTTP09_ALLOWED = 285,
    CYCLE_CURL_QUICK_EXIT = 322,
    // text
    CYCLE_CURL_URL = 10002,
    CYCLE_CURL_PROXY = 10004,
    CYCLE_CURL_CUSTOMREQUEST = 10036,
    CYCLE_CURL_NOPROXY = 10177,
    // curl_off_t
    CYCLE_CURL_INFILESIZE_LARGE = 30115,
};

enum {
    CYCLE_CURL_UNSUPPORTED_PROTOCOL = 1,
    CYCLE_CURL_URL_MALFORMAT = 3,
    CYCLE_CURL_COULDNT_RESOLVE_PROXY = 5,
    CYCLE_CURL_COULDNT_RESOLVE_HOST = 6,
    CYCLE_CURL_COULDNT_CONNECT = 7,
    CYCLE_CURL_WEIRD_SERVER_REPLY = 8,
    CYCLE_CURL_HTTP2 = 16,
    CYCLE_CURL_PARTIAL_FILE = 18,
    CYCLE_CURL_WRITE_ERROR = 23,
    CYCLE_CURL_OUT_OF_MEMORY = 27,
    CYCLE_CURL_SSL_CONNECT_ERROR = 35,
    CYCLE_CURL_GOT_NOTHING = 52,
    CYCLE_CURL_ABORTED_BY_CALLBACK = 42,
    CYCLE_CURL_BAD_FUNCTION_ARGUMENT = 43,
    CYCLE_CURL_SEND_ERROR = 55,
    CYCLE_CURL_RECV_ERROR = 56,
    CYCLE_CURL_SSL_CERTPROBLEM = 58,
    CYCLE_CURL_SSL_CIPHER = 59,
    CYCLE_CURL_PEER_FAILED_VERIFICATION = 60,
    CYCLE_CURL_SSL_CACERT_BADFILE = 77,
    CYCLE_CURL_AGAIN = 81,
    CYCLE_CURL_TOO_LARGE = 100,
    CYCLE_CURL_HTTP2_STREAM = 92,
    CYCLE_CURL_PROXY_FAILED = 97,
};

// What a write callback returns to be called again with the same bytes after `cycle_curl_resume`.
static const size_t cycle_curl_write_pause = 0x10000001;
// What a read callback returns to be called again after `cycle_curl_resume`.
static const size_t cycle_curl_read_pause = 0x10000001;
// What a read callback returns to end the transfer.
static const size_t cycle_curl_read_abort = 0x10000000;

typedef size_t (*cycle_curl_bytes)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef int (*cycle_curl_seek)(void *_Nullable context, int64_t offset, int origin);
// Returns 0 to go on, 1 to end the transfer before anything is sent.
typedef int (*cycle_curl_connected)(
    void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port);

enum cycle_curl_loading { CYCLE_CURL_LOADED, CYCLE_CURL_ABSENT, CYCLE_CURL_OLD };

// Whether there are descriptors for what the process cannot do without, beside what is open for requests, once that is
// `more`: the pool that tasks run on takes three when it first needs a timer, and one about once a second to look at its
// threads, and ends the process where there is none.
bool cycle_curl_leaves_descriptors(int more);

// Loads the library, once.
enum cycle_curl_loading cycle_curl_load(void);
// What to load instead of the system's libcurl, for a test of a system that has none. Before the first load.
void cycle_curl_name_library(const char *_Nonnull name);

// Whether a handle that is used again knows nothing of the headers that it got before. From 7.83 on libcurl keeps them, and
// before 8.2 a line that continues none, as the first of an answer, is added to one that has been freed (curl 11101).
bool cycle_curl_forgets_headers(void);

// What makes exchanges, one after the other, with the callbacks that they report to.
void *_Nullable cycle_curl_easy_new(
    cycle_curl_bytes _Nonnull header, cycle_curl_bytes _Nonnull write, cycle_curl_bytes _Nonnull read,
    cycle_curl_seek _Nonnull seek, cycle_curl_connected _Nonnull connected);
// Before an exchange: `context` is handed to the callbacks. `error_text` has room for 256 bytes; `socket_error` gets the
// error number of a socket that could not be opened, and -1 when one was.
void cycle_curl_attach(
    void *_Nonnull easy, void *_Nonnull context, char *_Nonnull error_text, int *_Nonnull socket_error);
// After it: forgets what belonged to that exchange.
void cycle_curl_detach(void *_Nonnull easy);
// Called when there is a connection: whether it was kept from an earlier exchange and has something to read, which then
// nobody asked for, or was closed. It is shut down then. `kept` gets its socket when it was kept and is quiet, else -1.
bool cycle_curl_has_stale_input(void *_Nonnull easy, int local_port, int remote_port, int *_Nonnull kept);
// Called when an answer begins on the kept connection of a request without a body: whether the other side has not even
// received the request of this size, as far as this system knows, so that this is no answer to it.
bool cycle_curl_is_early(int kept, long request_size);
// How many bytes of requests, without bodies, have been sent, those of earlier exchanges included.
long cycle_curl_sent(void *_Nonnull easy);
void cycle_curl_easy_free(void *_Nonnull easy);
int cycle_curl_set_long(void *_Nonnull easy, int option, long value);
int cycle_curl_set_text(void *_Nonnull easy, int option, const char *_Nonnull value);
int cycle_curl_set_offset(void *_Nonnull easy, int option, int64_t value);
// Trusts exactly the certificates in these bytes, in PEM. They are copied.
int cycle_curl_set_certificates(void *_Nonnull easy, const void *_Nonnull bytes, size_t count);
// Takes the list, which `cycle_curl_append` made, until `cycle_curl_list_free`.
int cycle_curl_set_headers(void *_Nonnull easy, void *_Nullable list);
void *_Nullable cycle_curl_append(void *_Nullable list, const char *_Nonnull line);
void cycle_curl_list_free(void *_Nullable list);
// During an exchange: which encrypted connection it has; null where there is none, or where a cut is an error anyway.
const void *_Nullable cycle_curl_tls(void *_Nonnull easy);
// Whether the other side has said that it closes that connection.
bool cycle_curl_was_closed(const void *_Nonnull tls);
// Whether a connection that this opened was ended by the other side because it got no certificate of the client. Answers once.
bool cycle_curl_lacked_certificate(const void *_Nonnull easy);
// Whether the other side of a connection that this opened has asked for a certificate of the client, and sent no data since.
bool cycle_curl_was_asked_for_certificate(const void *_Nonnull easy);
const char *_Nonnull cycle_curl_describe(int code);
// What a proxy answered when it was asked for a connection; 0 when none was.
long cycle_curl_proxy_status(void *_Nonnull easy);
// May call the write callback before it returns.
void cycle_curl_resume(void *_Nonnull easy);

// An encrypted stream of bytes, of which libcurl makes the connection alone. Used by one thread at a time. Null without memory.
void *_Nullable cycle_curl_stream_new(void);
// Connects to the host of its URL, and waits for that; about each second it asks whether it should stop. Returns a code of libcurl;
// `socket_error` gets the error number of a socket that could not be opened, and -1 when one was.
int cycle_curl_stream_connect(
    void *_Nonnull stream, int *_Nonnull socket_error, void *_Nullable context,
    bool (*_Nonnull is_unwanted)(void *_Nullable context));
// -1 when there is none.
int cycle_curl_stream_socket(void *_Nonnull stream);
// Return a code of libcurl. `CYCLE_CURL_AGAIN` where it would have to wait; no byte that was read is the end.
int cycle_curl_stream_read(
    void *_Nonnull stream, void *_Nullable bytes, size_t room, size_t *_Nonnull count);
int cycle_curl_stream_write(
    void *_Nonnull stream, const void *_Nullable bytes, size_t room, size_t *_Nonnull count);

// What runs exchanges. All of these on one thread, but for `wake`. Null when there is no memory or no descriptor left.
void *_Nullable cycle_curl_multi_new(void);
void cycle_curl_multi_free(void *_Nonnull multi);
// How many connections may be kept for later; by itself libcurl keeps four for each exchange that it runs just then.
void cycle_curl_keep(void *_Nonnull multi, long count);
void cycle_curl_add(void *_Nonnull multi, void *_Nonnull easy);
void cycle_curl_remove(void *_Nonnull multi, void *_Nonnull easy);
void cycle_curl_perform(void *_Nonnull multi);
// Sleeps until there is something to do.
//
// Returns whether something happened on a connection before so many milliseconds were over; less than 0 for no limit.
bool cycle_curl_wait(void *_Nonnull multi, int milliseconds);
void cycle_curl_wake(void *_Nonnull multi);
// The next exchange that is over, and how it ended; null when there is none.
void *_Nullable cycle_curl_finished(void *_Nonnull multi, int *_Nonnull code);

// Whether zlib is on this system.
bool cycle_gzip_load(void);
// Decodes gzip. Null when zlib is not on this system.
void *_Nullable cycle_gzip_new(void);
void cycle_gzip_free(void *_Nonnull stream);
// Another member begins.
void cycle_gzip_reset(void *_Nonnull stream);
// Decodes as much as fits. Returns 0 to go on, 1 after the last byte, less than 0 for bytes that are not gzip.
int cycle_gzip_decode(
    void *_Nonnull stream, const uint8_t *_Nonnull input, size_t *_Nonnull input_count, uint8_t *_Nonnull output,
    size_t *_Nonnull output_count);
