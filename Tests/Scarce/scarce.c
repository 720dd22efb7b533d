#define _GNU_SOURCE
#include "scarce.h"

#ifdef __linux__
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void sleepOfDispatch(int number, siginfo_t *information, void *context) {
    Dl_info place;
    if (dladdr(information->si_addr, &place) && place.dli_fname && strstr(place.dli_fname, "libdispatch")) {
        for (;;) pause();
    }
    signal(SIGILL, SIG_DFL);
}

void outliveDispatch(void) {
    struct sigaction action = {.sa_sigaction = sleepOfDispatch, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &action, 0);
}
#else
void outliveDispatch(void) {}
#endif
