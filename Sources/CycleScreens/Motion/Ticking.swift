public import Cycle
public import CycleDrivers

extension Signal {
    /// Counts ticks in the frame while something moves; otherwise no timer is armed, and the program sleeps.
    ///
    /// - Parameters:
    ///   - count: What one is added to at each tick: that of a ``Spinner``, of ``Toasts``.
    ///   - period: How long a tick is.
    ///   - label: What moments call it.
    ///   - timers: What measures time.
    ///   - isMoving: Whether anything moves. Without a terminal nothing needs to.
    public func lens(
        ticking count: WritableKeyPath<Value, Int>, every period: Duration, label: String = "ticks",
        timers: TimerDriver<String> = TimerDriver(), while isMoving: @escaping (Value) -> Bool
    ) -> MutatingLens<Signal, TimerDriver<String>> {
        lens(
            driver: timers, label: label,
            frameFilter: { isMoving($0) ? .timers(.every("tick", period)) : .none },
            eventFilter: { frame, _ in frame[keyPath: count] &+= 1 })
    }
}
