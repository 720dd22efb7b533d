/// Time as a loop sees it. The real one is in `CycleDrivers`, the virtual one in `CycleTesting`; `Cycle` has none.
///
/// - Source: `Scheduler` of Rx and ReactiveSwift.
public protocol Scheduler: AnyObject, Sendable {
    /// How long this scheduler has been running. Never goes back.
    var now: Duration { get }

    /// Something that calls `ring`, from any thread, each time it was armed and its deadline has come.
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}
