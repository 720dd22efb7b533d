import CycleBase
import Testing

@testable import CycleDrivers

/// A thread for a test; that there is none left is a failure of the test.
func startThread(_ work: @escaping @Sendable () -> Void) -> SystemThread? {
    do {
        return try SystemThread("test", work)
    } catch {
        Issue.record("no thread for a test: error \(error.code)")
        return nil
    }
}
