/* The same with ncurses: `ncurses frames all|two|coloured|none COUNT`, or `ncurses keys drain|each`. */
#define _GNU_SOURCE
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void frame(const char *kind, int number) {
    char line[1024];
    for (int row = 0; row < LINES; row++) {
        if (!strcmp(kind, "coloured")) {
            for (int column = 0; column < COLS; column++) {
                attron(COLOR_PAIR((number + row * 5 + column) % 240 + 1));
                mvaddch(row, column, 'a' + (number + column) % 26);
            }
            continue;
        }
        for (int column = 0; column < COLS; column++) {
            int place = row * COLS + column;
            int letter = !strcmp(kind, "all") ? number + (row + 3) * column
                         : !strcmp(kind, "two") ? column + row + (place % 50 == number % 50 ? number : 0)
                                                : column + row;
            line[column] = 'a' + letter % 26;
        }
        mvaddnstr(row, 0, line, COLS);
    }
    refresh();
}

int main(int argc, char **argv) {
    initscr();
    cbreak();
    noecho();
    curs_set(0);
    leaveok(stdscr, TRUE);
    if (argc == 4) {
        int count = atoi(argv[3]);
        double start = 0;
        start_color();
        use_default_colors();
        for (int i = 0; i < 240; i++) init_pair(i + 1, i + 16, -1);
        for (int i = 1; i <= count + 20; i++) {
            if (i == 21) start = cpu();
            frame(argv[2], i);
            usleep(4000);
        }
        double taken = (cpu() - start) / count;
        endwin();
        fprintf(stderr, "%f\n", taken);
        return 0;
    }
    int drains = argc > 2 && !strcmp(argv[2], "drain"), total = 0, key = 0;
    mvprintw(0, 0, "total %d", total);
    refresh();
    while (key != 'q') {
        timeout(-1);
        key = getch();
        while (key == '+') {
            total++;
            if (!drains) break;
            timeout(0);
            key = getch();
        }
        if (key == 'q' || key == ERR || !drains || total) {
            mvprintw(0, 0, "total %d", total);
            refresh();
        }
    }
    endwin();
    return 0;
}
