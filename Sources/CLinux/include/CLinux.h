// Calls of Linux that no module of Swift has. Empty on Darwin.
#ifdef __linux__
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

// The soft limit RLIMIT_RTTIME of a process, in microseconds; UINT64_MAX where there is none, or it cannot be read.
uint64_t CLinuxRealtimeLimit(pid_t process);
// Sets it. 0, or -1 where that is not allowed.
int CLinuxSetRealtimeLimit(pid_t process, uint64_t limit);
#endif
