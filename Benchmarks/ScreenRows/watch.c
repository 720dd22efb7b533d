/* A terminal of 80 x 24 for a program: `watch first -- program …`: milliseconds from its start to the first byte, and its largest
   size in memory, in kB. `watch idle SECONDS -- program …`: bytes that it writes, and how often one of its threads is woken,
   meanwhile. */
#define _GNU_SOURCE
#include <dirent.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int master;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* Bytes that came within so many milliseconds of the last ones. */
static long take(int milliseconds) {
    struct pollfd request = {master, POLLIN, 0};
    long bytes = 0;
    char buffer[65536];
    while (poll(&request, 1, milliseconds) > 0) {
        int got = read(master, buffer, sizeof buffer);
        if (got <= 0) break;
        bytes += got;
    }
    return bytes;
}

static long switches(pid_t process) {
    char name[300], line[256];
    long sum = 0, count;
    snprintf(name, sizeof name, "/proc/%d/task", process);
    DIR *tasks = opendir(name);
    struct dirent *task;
    while (tasks && (task = readdir(tasks))) {
        snprintf(name, sizeof name, "/proc/%d/task/%s/status", process, task->d_name);
        FILE *file = fopen(name, "r");
        while (file && fgets(line, sizeof line, file))
            if (sscanf(line, "voluntary_ctxt_switches: %ld", &count) == 1) sum += count;
        if (file) fclose(file);
    }
    if (tasks) closedir(tasks);
    return sum;
}

int main(int argc, char **argv) {
    struct winsize size = {24, 80, 0, 0};
    struct rusage usage;
    int isIdle = argc > 4 && !strcmp(argv[1], "idle");
    char **program = argv + (isIdle ? 4 : 3);
    double start = now();
    pid_t child = forkpty(&master, 0, 0, &size);
    if (child == 0) {
        execvp(program[0], program);
        _exit(127);
    }
    struct pollfd request = {master, POLLIN, 0};
    poll(&request, 1, 10000);
    double first = now() - start;
    take(isIdle ? 1000 : 100);
    if (isIdle) {
        long before = switches(child), bytes = take(1000 * atoi(argv[2]));
        printf("%ld bytes, %ld wake-ups\n", bytes, switches(child) - before);
    }
    kill(child, SIGTERM);
    close(master);
    wait4(child, 0, 0, &usage);
    if (!isIdle) printf("%.2f %ld\n", first, usage.ru_maxrss);
    return 0;
}
