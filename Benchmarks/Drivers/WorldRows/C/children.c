// children COUNT: microseconds of processor time a child, sixteen at a time
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double processor_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// With pipes for its output and errors, of which the ends are seen, as the others have them.
static void children(int count) {
    char *arguments[] = {"/bin/true", 0};
    int ends[16][2], live = 0, started = 0;
    while (started < count || live > 0) {
        while (live < 16 && started < count) {
            posix_spawn_file_actions_t actions;
            int output[2], errors[2];
            pid_t pid;
            if (pipe2(output, O_CLOEXEC) || pipe2(errors, O_CLOEXEC)) exit(1);
            posix_spawn_file_actions_init(&actions);
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
            posix_spawn_file_actions_adddup2(&actions, output[1], 1);
            posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
            if (posix_spawn(&pid, arguments[0], &actions, 0, arguments, environ)) exit(1);
            posix_spawn_file_actions_destroy(&actions);
            close(output[1]);
            close(errors[1]);
            ends[live][0] = output[0];
            ends[live][1] = errors[0];
            live++, started++;
        }
        char byte;
        while (read(ends[live - 1][0], &byte, 1) > 0 || read(ends[live - 1][1], &byte, 1) > 0) {}
        close(ends[live - 1][0]);
        close(ends[live - 1][1]);
        waitpid(-1, 0, 0);
        live--;
    }
}

int main(int count, char **words) {
    int total = count > 1 ? atoi(words[1]) : 1;
    children(100);
    double before = processor_time();
    children(total);
    printf("%f\n", (processor_time() - before) * 1e6 / total);
}
