// idle PORT COUNT: opens so many connections, says so, and holds them until its input ends
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argument_count, char **words) {
    if (argument_count < 3) return 2;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1])), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    for (int i = 0; i < atoi(words[2]); i++) {
        int file = socket(AF_INET, SOCK_STREAM, 0);
        char byte = 'x';
        if (connect(file, (struct sockaddr *)&address, sizeof address)) return 1;
        // Said again: the server has taken it.
        if (write(file, &byte, 1) != 1 || read(file, &byte, 1) != 1) return 1;
    }
    puts("open");
    fflush(stdout);
    while (getchar() != EOF) {}
}
