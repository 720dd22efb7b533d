package import CycleDrivers

/// A client that makes calls one after the other.
package protocol Caller: Codable {
    var calls: [String] { get }
    /// Those to the first of the calls.
    var answers: [String] { get }
    /// Why it makes no more calls.
    var problem: String? { get }
}

extension Caller {
    /// The call that has no answer yet.
    package var call: String? { answers.count < calls.count ? calls[answers.count] : nil }
    package var isDone: Bool { problem != nil || call == nil }

    /// When it tries again. It never does where there is no pause.
    package func timers(attempt: Int, after pause: Duration?) -> TimerDriver<Int>.Model {
        guard let pause, !isDone else { return .none }
        return .timers(.once(attempt, after: pause))
    }
}
