// The calls of epoll(7), which no module of Swift has. Empty on Darwin, which has kqueue(2).
#ifdef __linux__
#include <sys/epoll.h>
#endif
