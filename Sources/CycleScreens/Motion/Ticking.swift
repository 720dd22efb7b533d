public import Cycle
public import CycleDrivers

extension Signal {
    /// Counts ticks in the frame while something moves; otherwise no timer is armed, and the program sleeps.
    ///
    /// - Parameters:
    ///   - count: Grows by one at each tick: the count of a ``Spinner`` or of ``Toasts``.
    ///   - period: How long a tick is.
    ///   - label: The name of the lens in moments.
    ///   - timers: The driver that measures time.
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
