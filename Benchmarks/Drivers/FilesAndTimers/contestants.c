// The same work by hand: `contestants save BYTES COUNT ROOT | watch COUNT ROOT [hop] | timer MICROSECONDS COUNT [hop] | lines ROOT`.
// With `hop` what was waited for is handed to a second thread, as a loop that does not wait itself must have it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static long clockNow(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}
static long now(void) { return clockNow(CLOCK_MONOTONIC); }
static int compare(const void *a, const void *b) { long x = *(long *)a, y = *(long *)b; return x < y ? -1 : x > y; }
static double share(long *n, long count, double part) { qsort(n, count, sizeof *n, compare); return n[(long)(part * count)] / 1e3; }

static void save(long bytes, long count, const char *root) {
    char *content[2] = {malloc(bytes), malloc(bytes)};
    memset(content[0], 1, bytes);
    memset(content[1], 2, bytes);
    long start = now(), before = clockNow(CLOCK_PROCESS_CPUTIME_ID);
    for (long i = 0; i < count; i++) {
        struct stat old, new;
        int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        int hasOld = fstatat(folder, "file", &old, AT_SYMLINK_NOFOLLOW) == 0;
        char name[64];
        snprintf(name, sizeof name, ".tmp-%lx-%ld", (long)getpid(), i);
        int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        flock(file, LOCK_EX | LOCK_NB);
        fstat(file, &new);
        if (hasOld) fchmod(file, old.st_mode & 0777);
        for (long written = 0; written < bytes;) written += write(file, content[i % 2] + written, bytes - written);
        fstat(file, &new);
        fsync(file);
        renameat(folder, name, folder, "file");
        close(file);
        fsync(folder);
        close(folder);
    }
    double seconds = (now() - start) / 1e9;
    printf("saves/s %f cpu-us %f\n", count / seconds, (clockNow(CLOCK_PROCESS_CPUTIME_ID) - before) / 1e3 / count);
}

// One thread waits for `source`; with a hop another does the work.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static long pending;
static int source;
static char folderPath[4096];

static void *forward(void *size) {
    char buffer[65536];
    while (read(source, buffer, (long)size) > 0) {
        pthread_mutex_lock(&mutex);
        pending += (long)size == 8 ? (long)*(uint64_t *)buffer : 1;
        pthread_cond_signal(&told);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}
static long await(int hop, long size) {
    char buffer[65536];
    if (!hop) { read(source, buffer, size); return size == 8 ? (long)*(uint64_t *)buffer : 1; }
    pthread_mutex_lock(&mutex);
    while (!pending) pthread_cond_wait(&told, &mutex);
    long n = pending;
    pending = 0;
    pthread_mutex_unlock(&mutex);
    return n;
}

static volatile long changedAt;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static void *change(void *count) {
    char old[5000], new[5000];
    snprintf(old, sizeof old, "%s/new", folderPath);
    snprintf(new, sizeof new, "%s/watched", folderPath);
    for (long i = 0; i < (long)count; i++) {
        pthread_mutex_lock(&turn);
        usleep(1000);
        close(open(old, O_CREAT | O_WRONLY, 0644));
        changedAt = now();
        rename(old, new);
    }
    return 0;
}
static void watch(long count, const char *root, int hop) {
    strcpy(folderPath, root);
    source = inotify_init1(IN_CLOEXEC);
    inotify_add_watch(source, root, IN_MOVED_TO);
    pthread_t thread;
    pthread_create(&thread, 0, change, (void *)count);
    if (hop) { pthread_t other; pthread_create(&other, 0, forward, (void *)65536); }
    long *delays = calloc(count, sizeof *delays);
    char path[5000];
    snprintf(path, sizeof path, "%s/watched", root);
    for (long i = 0; i < count; i++) {
        struct stat status;
        await(hop, 65536);
        // Which file it is now.
        stat(path, &status);
        delays[i] = now() - changedAt;
        pthread_mutex_unlock(&turn);
    }
    printf("p50-us %f ", share(delays, count, 0.5));
    printf("p99-us %f\n", share(delays, count, 0.99));
}

static void timer(long microseconds, long count, int hop) {
    long period = microseconds * 1000, start = now(), number = 0, late = 0;
    source = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    long first = start + period;
    struct itimerspec setting = {{period / 1000000000, period % 1000000000}, {first / 1000000000, first % 1000000000}};
    timerfd_settime(source, TFD_TIMER_ABSTIME, &setting, 0);
    if (hop) { pthread_t other; pthread_create(&other, 0, forward, (void *)8); }
    long *delays = calloc(count + 1, sizeof *delays);
    while (number < count) {
        number += await(hop, 8);
        delays[late++] = now() - (start + number * period);
    }
    printf("p50-us %f ", share(delays, late, 0.5));
    printf("p99-us %f missed %ld\n", share(delays, late, 0.99), number - late);
}

// One thread reads lines, the other writes those that wait in one go, forces them to the disk, and begins again.
static char *waiting;
static long waitingBytes, room, syncs;
static int isOver;
static void *append(void *file) {
    char *mine = 0;
    long mineRoom = 0;
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (!waitingBytes && !isOver) pthread_cond_wait(&told, &mutex);
        char *bytes = waiting;
        long count = waitingBytes, bytesRoom = room;
        waiting = mine; room = mineRoom; waitingBytes = 0;
        mine = bytes; mineRoom = bytesRoom;
        pthread_mutex_unlock(&mutex);
        if (!count) return 0;
        for (long written = 0; written < count;) written += write((int)(long)file, mine + written, count - written);
        fsync((int)(long)file);
        syncs++;
    }
}
static void lines(const char *root) {
    char path[5000], *line = 0;
    size_t capacity = 0;
    ssize_t length;
    long count = 0, start = now(), before = clockNow(CLOCK_PROCESS_CPUTIME_ID);
    snprintf(path, sizeof path, "%s/log", root);
    long file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    pthread_t thread;
    pthread_create(&thread, 0, append, (void *)file);
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        pthread_mutex_lock(&mutex);
        if (waitingBytes + length > room) waiting = realloc(waiting, room = 2 * (room + length));
        memcpy(waiting + waitingBytes, line, length);
        waitingBytes += length;
        pthread_cond_signal(&told);
        pthread_mutex_unlock(&mutex);
        count++;
    }
    pthread_mutex_lock(&mutex);
    isOver = 1;
    pthread_cond_signal(&told);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    double seconds = (now() - start) / 1e9, cpu = (clockNow(CLOCK_PROCESS_CPUTIME_ID) - before) / 1e3;
    printf("lines/s %f cpu-us %f syncs/s %f\n", count / seconds, cpu / count, syncs / seconds);
}

int main(int argc, char **argv) {
    if (!strcmp(argv[1], "save")) save(atol(argv[2]), atol(argv[3]), argv[4]);
    else if (!strcmp(argv[1], "lines")) lines(argv[2]);
    else if (!strcmp(argv[1], "watch")) watch(atol(argv[2]), argv[3], argc > 4);
    else timer(atol(argv[2]), atol(argv[3]), argc > 4);
}
