package import Cycle

private struct Mishap: Error {}

/// Errors that are made once: for each that is thrown anew, the testing library keeps where that was.
private let (mishap, cancellation): (any Error, any Error) = (Mishap(), CancellationError())

extension Signal<Int> {
    /// A task of a random application: 21 when it has been suspended so often, 42 where it throws then, 63 if it was cancelled.
    package static func task(suspensions: Int, isThrowing: Bool) -> Signal {
        .task(
            {
                for _ in 0..<suspensions { await Task.yield() }
                if Task.isCancelled { throw cancellation }
                if isThrowing { throw mishap }
                return 21
            }, catch: { $0 is Mishap ? 42 : 63 })
    }
}
