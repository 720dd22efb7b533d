/* A terminal for a program: `terminal drain|latency COUNT|burst COUNT -- program …`, of 200 x 60 cells. It takes what is
   written at once. `latency`: microseconds from a key to the first byte that follows, p50 and p99. `burst`: milliseconds
   from the first of so many keys until the number stands; and how many writes came. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int master;
static char tail[256];
static long writes, bytes;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* 1: something came, 0: nothing in time, -1: the end. */
static int take(int milliseconds) {
    struct pollfd request = {master, POLLIN, 0};
    if (poll(&request, 1, milliseconds) <= 0) return 0;
    char buffer[65536];
    int got = read(master, buffer, sizeof buffer);
    if (got <= 0) return -1;
    writes++;
    bytes += got;
    int kept = got < 128 ? got : 128;
    memmove(tail, tail + kept, sizeof tail - 1 - kept);
    memcpy(tail + sizeof tail - 1 - kept, buffer + got - kept, kept);
    for (int i = 0; i < (int)sizeof tail - 1; i++) if (!tail[i]) tail[i] = ' ';
    return 1;
}

static int compare(const void *a, const void *b) {
    return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

static void latency(int count) {
    double *times = calloc(count, sizeof(double));
    for (int i = 0; i < count; i++) {
        while (take(2) > 0) {}
        double start = now();
        if (write(master, "+", 1) != 1) exit(1);
        if (take(1000) != 1) exit(1);
        times[i] = now() - start;
    }
    qsort(times, count, sizeof(double), compare);
    printf("%.0f %.0f\n", times[count / 2], times[count * 99 / 100]);
}

static void burst(int count) {
    while (take(300) > 0) {}
    writes = bytes = 0;
    char keys[512], digits[32];
    memset(keys, '+', sizeof keys);
    snprintf(digits, sizeof digits, "%d", count % 10);
    fcntl(master, F_SETFL, O_NONBLOCK);
    double start = now(), last = start;
    int left = count;
    /* The number may be drawn digit by digit: it stands when nothing more comes. */
    for (;;) {
        struct pollfd request = {master, POLLIN | (left ? POLLOUT : 0), 0};
        if (poll(&request, 1, 100) <= 0 && !left) break;
        if (request.revents & POLLIN) { if (take(0) > 0) last = now(); }
        if (left && request.revents & POLLOUT) {
            int wrote = write(master, keys, left < (int)sizeof keys ? left : (int)sizeof keys);
            if (wrote > 0) left -= wrote;
        }
    }
    printf("%.1f %ld %ld\n", (last - start) / 1000, writes, bytes);
}

int main(int argc, char **argv) {
    struct winsize size = {60, 200, 0, 0};
    int first = 1;
    while (first < argc && strcmp(argv[first], "--")) first++;
    int count = first > 2 ? atoi(argv[2]) : 0;
    pid_t child = forkpty(&master, 0, 0, &size);
    if (child == 0) {
        /* What a contestant prints of itself goes past the terminal. */
        if (getenv("REPORT")) dup2(atoi(getenv("REPORT")), 2);
        execvp(argv[first + 1], argv + first + 1);
        _exit(127);
    }
    if (!strcmp(argv[1], "latency") || !strcmp(argv[1], "burst")) {
        /* Until then the terminal itself shows what is typed. */
        while (!strstr(tail, "total")) if (take(10000) <= 0) return 1;
        while (take(300) > 0) {}
        if (argv[1][0] == 'l') latency(count); else burst(count);
        if (write(master, "q", 1) != 1) return 1;
    }
    while (take(-1) > 0) {}
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
