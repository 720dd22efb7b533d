import Cycle
import CycleDrivers
import CycleExplore
import Testing

/// Drivers of which a world says that nothing happens there, or does not say anything.
@Suite("Where nothing happens")
struct SilenceTests {
    private struct Sensor: Driver {
        func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Int> { .just(7) }
    }

    private struct Job: Hashable {
        var rings = 0
    }

    /// Rings once, and prints that.
    private static func scenario(
        _ input: ConsoleDriver.Input, _ prepare: @escaping @Sendable (World) -> Void = { _ in }
    ) -> Scenario<Job> {
        Scenario(
            Law<Job>.atRest("it has rung") { $0.rings == 1 },
            .inWorld(.atRest, "and has said so") { _, world in
                [nil, ["1"]].contains(world.console.model?.lines)
            }
        ) { world in
            prepare(world)
            return CycledLens(startingWith: Job()) { frames in
                frames.lens(\.rings) { rings in
                    rings.lens(
                        driver: ConsoleDriver(), frameFilter: { .lines("\($0)", input: input) },
                        eventFilter: { _, _ in })
                }
                frames.timers({ $0.rings == 0 ? ["ring"] : [] }) { frame, _ in frame.rings += 1 }
            }
        }
    }

    @Test("a console that only prints needs no word, and its model is there for laws, also after a power cut")
    func printing() throws {
        var bounds = Bounds()
        bounds.powerCuts = 1
        #expect(try Self.scenario(.none).explore(bounds).isComplete)
    }

    @Test("a console that reads needs one, or the word that nothing happens there")
    func reading() throws {
        guard case .failure(let failure) = Self.scenario(.lines).result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.law == """
                rings.ConsoleDriver: it reads lines, and nobody types. Say what is typed: world.console.lines(…); or that nothing \
                happens there: world.nothingHappens(in: ConsoleDriver.self).
                """)
        let silent = Self.scenario(.lines) { $0.nothingHappens(in: ConsoleDriver.self) }
        #expect(try silent.explore().isComplete)
    }

    @Test("a driver of one's own that nobody plays is an error that says how nothing happens there")
    func sensor() throws {
        func scenario(_ prepare: @escaping @Sendable (World) -> Void) -> Scenario<Job> {
            Scenario(Law<Job>.always("nothing rings") { $0.rings == 0 }) { world in
                prepare(world)
                return CycledLens(startingWith: Job()) { frames in
                    frames.lens(\.rings) { rings in
                        rings.lens(driver: Sensor(), frameFilter: { _ in true }, eventFilter: { $0 += $1 })
                    }
                }
            }
        }
        guard case .failure(let failure) = scenario({ _ in }).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law.hasPrefix("rings.Sensor: nobody plays its driver, Sensor. Say what"), "\(failure.law)")
        #expect(failure.law.hasSuffix("world.nothingHappens(in: Sensor.self)."), "\(failure.law)")
        #expect(try scenario { $0.nothingHappens(in: Sensor.self) }.explore().isComplete)
    }
}
