/* C1 by hand: `ncurses COUNT`; microseconds of CPU of a frame, the median, on standard error. */
#define _GNU_SOURCE
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char texts[50][8192];

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

static void box_at(int left, int width, const char *title) {
    mvaddstr(0, left, "╭");
    mvaddstr(0, left + width - 1, "╮");
    mvaddstr(59, left, "╰");
    mvaddstr(59, left + width - 1, "╯");
    for (int column = 1; column < width - 1; column++) {
        mvaddstr(0, left + column, "─");
        mvaddstr(59, left + column, "─");
    }
    for (int row = 1; row < 59; row++) {
        mvaddstr(row, left, "│");
        mvaddstr(row, left + width - 1, "│");
    }
    mvprintw(0, left + 2, " %s ", title);
}

static void frame(int number) {
    char line[256];
    int left = 133, width = 67;
    erase();
    snprintf(line, sizeof line, "Table %d", number);
    box_at(0, left, line);
    box_at(left, width, "Text");
    attron(A_BOLD);
    mvaddstr(1, 1, "Name");
    mvaddstr(1, 67, "CPU");
    mvaddstr(1, 71, "State");
    attroff(A_BOLD);
    for (int row = 0; row < 56; row++) {
        int n = number * 6101 + row * 7;
        if (row == 0) attron(A_REVERSE);
        snprintf(line, sizeof line, "process number %d", n);
        mvprintw(2 + row, 1, row == 0 ? "%-131s" : "%s", line);
        attron(COLOR_PAIR(2));
        mvprintw(2 + row, 64, "%6d", n * 37 % 100);
        attroff(COLOR_PAIR(2));
        mvprintw(2 + row, 71, "running since %d", n);
        if (row == 0) attroff(A_REVERSE);
    }
    const char *text = texts[number % 50];
    int length = strlen(text), at = 0, row = 1;
    while (at < length && row < 59) {
        int end = at + width - 2;
        if (end >= length) end = length;
        else while (text[end] != ' ') end--;
        mvaddnstr(row++, left + 1, text + at, end - at);
        for (at = end; text[at] == ' ';) at++;
    }
    refresh();
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 500;
    double *times = calloc(count, sizeof(double));
    setlocale(LC_ALL, "C.UTF-8");
    for (int f = 0; f < 50; f++) {
        char *place = texts[f];
        for (int i = 0; i < 600; i++) place += sprintf(place, i ? " word%d" : "word%d", (i + f) * 31 % 97);
    }
    initscr();
    curs_set(0);
    leaveok(stdscr, TRUE);
    start_color();
    use_default_colors();
    init_pair(2, 2, -1);
    for (int number = 0; number < count + 20; number++) {
        double start = cpu();
        frame(number);
        if (number >= 20) times[number - 20] = cpu() - start;
        usleep(2000);
    }
    endwin();
    qsort(times, count, sizeof(double), compare);
    fprintf(stderr, "%f %f\n", times[count / 2], times[count * 99 / 100]);
    return 0;
}
