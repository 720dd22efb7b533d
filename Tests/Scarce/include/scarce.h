/// Keeps the process alive where it may open no file, as a test of what is scarce wants it. Linux alone needs it.
///
/// Once a second libdispatch counts the workers of its pool that can run, by a file of each in `/proc`. A file that cannot
/// be opened is to it a worker that has gone, and it ends the process by an illegal instruction. The thread that meets
/// this sleeps from here on instead. It is the thread of libdispatch's own timers and sources: these are silent afterwards.
/// All other illegal instructions end the process as ever.
void outliveDispatch(void);
