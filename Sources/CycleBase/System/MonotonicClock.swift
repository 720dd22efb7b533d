/// The clock that stands still while the machine sleeps. That is CLOCK_MONOTONIC on Linux; Darwin's clock of this name goes
/// on during sleep.
let monotonicClock: clockid_t = {
    #if canImport(Darwin)
        CLOCK_UPTIME_RAW
    #else
        CLOCK_MONOTONIC
    #endif
}()
