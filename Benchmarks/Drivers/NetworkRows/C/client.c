// libcurl as its manual uses it: handles that are used again, one multi handle, one thread.
//   client get URL COUNT INFLIGHT | client streamed URL | client whole URL
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct body { char *bytes; size_t count, room; int keeps; };

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    struct body *body = context;
    count *= size;
    if (body->keeps) {
        if (body->count + count > body->room) {
            body->room = (body->count + count) * 2;
            body->bytes = realloc(body->bytes, body->room);
        }
        memcpy(body->bytes + body->count, bytes, count);
    }
    body->count += count;
    return count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static CURL *make(const char *url, struct body *body) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, body);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 131072L);
    return easy;
}

static void get(const char *url, int total, int flying) {
    CURLM *multi = curl_multi_init();
    struct body *bodies = calloc(flying, sizeof *bodies);
    int started = 0, done = 0;
    for (; started < flying && started < total; started++) {
        bodies[started].keeps = 1;
        curl_multi_add_handle(multi, make(url, &bodies[started]));
    }
    while (done < total) {
        int running, left;
        CURLMsg *message;
        curl_multi_perform(multi, &running);
        while ((message = curl_multi_info_read(multi, &left))) {
            CURL *easy = message->easy_handle;
            struct body *body;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, &body);
            if (message->data.result != CURLE_OK || body->count != 100) exit(1);
            body->count = 0;
            done++;
            curl_multi_remove_handle(multi, easy);
            if (started < total) { curl_multi_add_handle(multi, easy); started++; } else curl_easy_cleanup(easy);
        }
        if (done < total) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    curl_multi_cleanup(multi);
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (strcmp(arguments[1], "get") == 0) {
        int total = atoi(arguments[3]), flying = atoi(arguments[4]);
        get(arguments[2], total / 5, flying);
        double start = now();
        get(arguments[2], total, flying);
        printf("%d 0\n", (int)(total / (now() - start)));
        return 0;
    }
    struct body body = {.keeps = strcmp(arguments[1], "whole") == 0};
    CURL *easy = make(arguments[2], &body);
    double start = now();
    if (curl_easy_perform(easy) != CURLE_OK) return 1;
    printf("%d 0\n", (int)(body.count / (now() - start) / 1e6));
    return 0;
}
