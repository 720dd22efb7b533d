/* The floor of row D2: a thread that reads and a thread that draws, as little as that takes. */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static char buffer[4096];
static int count;

static void *reads(void *context) {
    char piece[1024];
    for (;;) {
        struct pollfd request = {0, POLLIN, 0};
        poll(&request, 1, -1);
        int got = read(0, piece, sizeof piece);
        if (got <= 0) return context;
        pthread_mutex_lock(&mutex);
        for (int i = 0; i < got && count < (int)sizeof buffer; i++) buffer[count++] = piece[i];
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
    }
}

int main(void) {
    struct termios found, raw;
    tcgetattr(0, &found);
    raw = found;
    cfmakeraw(&raw);
    tcsetattr(0, TCSANOW, &raw);
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    char text[64];
    int total = 0, isDone = 0;
    dprintf(1, "\033[2J\033[Htotal 0");
    while (!isDone) {
        pthread_mutex_lock(&mutex);
        while (!count) pthread_cond_wait(&condition, &mutex);
        for (int i = 0; i < count; i++) {
            if (buffer[i] == '+') total++;
            if (buffer[i] == 'q') isDone = 1;
        }
        count = 0;
        pthread_mutex_unlock(&mutex);
        int length = snprintf(text, sizeof text, "\033[1;7H%d", total);
        if (write(1, text, length) < 0) break;
    }
    tcsetattr(0, TCSANOW, &found);
    return 0;
}
