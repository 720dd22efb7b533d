// For prlimit(2).
#define _GNU_SOURCE
#include "CLinux.h"
#ifdef __linux__
#include <sys/resource.h>

uint64_t CLinuxRealtimeLimit(pid_t process) {
    struct rlimit known;
    return prlimit(process, RLIMIT_RTTIME, 0, &known) == 0 ? known.rlim_cur : UINT64_MAX;
}

int CLinuxSetRealtimeLimit(pid_t process, uint64_t limit) {
    struct rlimit known;
    if (prlimit(process, RLIMIT_RTTIME, 0, &known) != 0) return -1;
    known.rlim_cur = limit;
    return prlimit(process, RLIMIT_RTTIME, &known, 0);
}
#endif
