import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

/// A lock with a lease, whose right use depends on the clocks of two machines.
@Suite("Clocks that drift")
struct ClockTests {
    /// A server that lends a lock for ten seconds.
    struct Lender: Hashable {
        var holder: SocketAddress?
        var letters: [Datagram] = []
        var sentCount = 0
    }

    /// A client that asks once, and holds the lock up to nine seconds after that.
    struct Holder: Hashable {
        enum Stage: Hashable {
            case idle, asking, holding, done
        }

        var stage: Stage
        var isSent = false
    }

    struct Lease: Hashable {
        let lender: Lender
        let ann: Holder
        let bob: Holder
    }

    private static let door = SocketAddress.host("lender", port: 7)

    private static func lender() -> CycledLens<some Any, Lender> {
        CycledLens(startingWith: Lender()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: {
                    [.datagrams(0, at: .host("", port: 7), output: .init($0.letters, from: $0.sentCount))]
                },
                eventFilter: { frame, event in
                    switch event {
                    case .datagram(_, _, let asker) where frame.holder == nil:
                        frame.holder = asker
                        frame.letters = [Datagram("yours", to: asker)]
                    case .written(_, let end): (frame.letters, frame.sentCount) = ([], end)
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "lease",
                frameFilter: { $0.holder == nil ? .none : .timers(.once(0, after: .seconds(10))) },
                eventFilter: { frame, _ in frame.holder = nil })
        }
    }

    private static func holder(_ stage: Holder.Stage) -> CycledLens<some Any, Holder> {
        CycledLens(startingWith: Holder(stage: stage)) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { .screen("\($0.stage)", input: $0.stage == .idle ? .keys : .none) },
                eventFilter: { frame, event in
                    if case .key = event, frame.stage == .idle { frame.stage = .asking }
                })
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: {
                    let letters = $0.stage == .asking && !$0.isSent ? [Datagram("lend", to: door)] : []
                    return $0.stage == .idle || $0.stage == .done
                        ? [] : [.datagrams(0, at: .host("", port: 9), output: .init(letters))]
                },
                eventFilter: { frame, event in
                    switch event {
                    case .written: frame.isSent = true
                    case .datagram where frame.stage == .asking: frame.stage = .holding
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "hold",
                frameFilter: {
                    $0.stage == .asking || $0.stage == .holding ? .timers(.once(0, after: .seconds(9))) : .none
                },
                eventFilter: { frame, _ in frame.stage = .done })
        }
    }

    private func result(
        _ describe: @escaping @Sendable (ExploredProgram<Lender>, ExploredProgram<Holder>) -> Void
    ) -> Result<Exploration, ExplorationFailure> {
        let notBoth = Law<Lease>.always("one holds the lock") { $0.ann.stage != .holding || $0.bob.stage != .holding }
        var bounds = Bounds()
        (bounds.preemptions, bounds.pauses) = (0, 0)
        return Scenario(notBoth) { world in
            let lender = world.program("lender") { _ in Self.lender() }
            let holders = ["ann", "bob"].map { name in
                world.program(name) { world in
                    world.console.keys("k", atMost: 1)
                    return Self.holder(name == "ann" ? .asking : .idle)
                }
            }
            describe(lender, holders[0])
            return Programs(in: world) {
                Lease(lender: lender.frame, ann: holders[0].frame, bob: holders[1].frame)
            }
        }.result(bounds)
    }

    @Test("a lease that allows for a tenth of a second in one keeps its law where no clock is off by more")
    func right() throws {
        // These orders are among those of a clock that may drift.
        if exploresAll { #expect(try result { _, _ in }.get().isComplete) }
        let drifting = try result { lender, _ in lender.clockMayDrift(by: 0.05) }.get()
        #expect(drifting.isComplete, "\(drifting)")
    }

    @Test("a clock that is a fifth too fast lends a lock twice")
    func fast() throws {
        guard case .failure(let failure) = result({ lender, _ in lender.clockMayDrift(by: 0.2) }) else {
            Issue.record("nothing was found")
            return
        }
        #expect(failure.description.contains("lender: has a clock that is 20 % fast"), "\(failure.description)")
    }

    @Test("a clock that is a fifth too slow holds a lock that is lent again")
    func slow() throws {
        guard case .failure(let failure) = result({ _, ann in ann.clockMayDrift(by: 0.2) }) else {
            Issue.record("nothing was found")
            return
        }
        #expect(failure.description.contains("ann: has a clock that is 20 % slow"), "\(failure.description)")
    }
}
