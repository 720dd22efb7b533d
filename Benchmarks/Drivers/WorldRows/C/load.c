// load PORT CONNECTIONS BYTES SECONDS [websocket]: messages a second that a server says again, one on its way on each connection
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void send_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written <= 0) exit(1);
        bytes += written, count -= written;
    }
}

int main(int argument_count, char **words) {
    if (argument_count < 5) return 2;
    int connections = atoi(words[2]), is_websocket = argument_count > 5;
    size_t size = atoi(words[3]);
    double seconds = atof(words[4]);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1])), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    // A masked text message, whose mask is nothing; the answer has no mask.
    size_t head = is_websocket ? (size < 126 ? 6 : 8) : 0, answer = size + (is_websocket ? (size < 126 ? 2 : 4) : 0);
    char *message = calloc(1, head + size), *buffer = malloc(1 << 20);
    memset(message + head, 'x', size);
    if (is_websocket) {
        message[0] = (char)0x81;
        message[1] = (char)(0x80 | (size < 126 ? size : 126));
        if (size >= 126) message[2] = (char)(size >> 8), message[3] = (char)size;
    }
    int poll = epoll_create1(0);
    size_t *due = calloc(connections, sizeof *due);
    int *files = calloc(connections, sizeof *files);
    for (int i = 0; i < connections; i++) {
        int file = socket(AF_INET, SOCK_STREAM, 0), on = 1;
        if (connect(file, (struct sockaddr *)&address, sizeof address)) return 1;
        setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (is_websocket) {
            const char *request = "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
            send_all(file, request, strlen(request));
            size_t count = 0;
            while (count < 4 || memcmp(buffer + count - 4, "\r\n\r\n", 4))
                if (read(file, buffer + count++, 1) != 1) return 1;
        }
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        epoll_ctl(poll, EPOLL_CTL_ADD, file, &event);
        files[i] = file;
    }
    long total = 0;
    for (int i = 0; i < connections; i++) due[i] = answer, send_all(files[i], message, head + size);
    double start = now(), end = start + seconds;
    while (now() < end) {
        struct epoll_event events[64];
        int ready = epoll_wait(poll, events, 64, 100);
        for (int i = 0; i < ready; i++) {
            int index = events[i].data.u32;
            ssize_t count = read(files[index], buffer, 1 << 20);
            if (count <= 0) return 1;
            due[index] -= count;
            if (due[index] > 0) continue;
            due[index] = answer, total++;
            send_all(files[index], message, head + size);
        }
    }
    printf("%f\n", total / (now() - start));
}
