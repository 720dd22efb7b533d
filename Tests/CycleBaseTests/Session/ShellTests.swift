import CycleBase
import TestSupport
import Testing

/// Counts down from each number that it receives: each number leads to two actions, of which the first gives back the next number.
private struct Countdown: Session {
    enum Action: Equatable {
        case giveBack(Int, at: Duration)
        case show(Int)
    }

    /// The number that was received last.
    private(set) var last = 0
    var isConsistent: Bool { last >= 0 }

    mutating func receive(_ input: Int, at now: Duration, into actions: inout [Action]) {
        last = input
        if input > 0 { actions.append(.giveBack(input - 1, at: now)) }
        actions.append(.show(input))
    }
}

@Suite("A shell")
struct ShellTests {
    @Test("performs all actions of an input before the session receives what the first of them leads to")
    func order() {
        let shell = Shell(Countdown())
        var (shown, time) = ([Int](), Duration.zero)
        func receive(_ number: Int) {
            time += .seconds(1)
            shell.receive(number, at: time) { action in
                switch action {
                case .giveBack(let next, _):
                    receive(next)
                    // The session has not received it: the actions of this input are not done.
                    #expect(shell.session.last == next + 1 && shell.isBusy)
                case .show(let number): shown.append(number)
                }
            }
        }
        receive(3)
        receive(1)
        #expect(shown == [3, 2, 1, 0, 1, 0])
        #expect(!shell.isBusy)
    }

    @Test("does not grow the stack, however many inputs follow from one")
    func depth() {
        let shell = Shell(Countdown())
        var count = 0
        func receive(_ number: Int) {
            shell.receive(number, at: .zero) { action in
                count += 1
                if case .giveBack(let next, _) = action { receive(next) }
            }
        }
        receive(100_000)
        #expect(count == 200_001)
    }

    @Test("gives each input its own time")
    func times() {
        let shell = Shell(Countdown())
        var (now, times) = (Duration.zero, [Duration]())
        func receive(_ number: Int) {
            shell.receive(number, at: now) { action in
                guard case .giveBack(let next, let time) = action else { return }
                times.append(time)
                now += .seconds(1)
                receive(next)
            }
        }
        receive(3)
        #expect(times == [.zero, .seconds(1), .seconds(2)])
    }

    #if DEBUG && os(Linux)
        @Test("stops a session that is not consistent after an input", .waiting)
        func inconsistent() async {
            await #expect(processExitsWith: .failure) {
                Shell(Countdown()).receive(-1, at: .zero) { _ in }
            }
        }
    #endif
}
