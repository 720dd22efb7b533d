// What the contestants ask: 100 bytes for /small, 100 MiB for /big. One thread, epoll. Prints its port.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { big = 100 << 20, piece = 1 << 18 };
static char body[piece];
static long long left[65536];

static void feed(int epoll, int client) {
    while (left[client] > 0) {
        ssize_t count = send(client, body, left[client] < piece ? left[client] : piece, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN) {
            struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.fd = client};
            epoll_ctl(epoll, EPOLL_CTL_MOD, client, &event);
            return;
        }
        if (count <= 0) { left[client] = 0; close(client); return; }
        left[client] -= count;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.fd = client};
    epoll_ctl(epoll, EPOLL_CTL_MOD, client, &event);
}

static void answer(int epoll, int client) {
    char request[8192];
    ssize_t count = recv(client, request, sizeof request - 1, 0);
    if (count <= 0) { close(client); return; }
    request[count] = 0;
    if (strncmp(request, "GET /big", 8) == 0) {
        char head[128];
        int length = sprintf(head, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", big);
        send(client, head, length, MSG_NOSIGNAL);
        left[client] = big;
        feed(epoll, client);
        return;
    }
    static char small[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n"
        "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";
    send(client, small, sizeof small - 1, MSG_NOSIGNAL);
}

int main(void) {
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    memset(body, 'x', sizeof body);
    if (bind(listener, (void *)&address, length) != 0 || listen(listener, 1024) != 0) return 1;
    getsockname(listener, (void *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < count; i++) {
            int file = events[i].data.fd;
            if (file == listener) {
                int client = accept(listener, NULL, NULL);
                if (client < 0) continue;
                setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                event = (struct epoll_event){.events = EPOLLIN, .data.fd = client};
                epoll_ctl(epoll, EPOLL_CTL_ADD, client, &event);
            } else if (events[i].events & EPOLLOUT) feed(epoll, file);
            else answer(epoll, file);
        }
    }
}
