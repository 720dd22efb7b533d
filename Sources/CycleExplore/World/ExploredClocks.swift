import Cycle
import CycleTesting

/// The clocks of programs that may go wrong.
final class ExploredClocks: Explorable {
    private struct Clock {
        /// The number of its program.
        let program: Int
        let lane: String
        /// How far it may be off, in millionths.
        let drift: Int
        let allowance: Allowance
        let clock: ProgramClock

        /// The rates at which it may go, and each in words.
        var rates: [(rate: Int, words: String)] {
            let percent = Double(drift) / 10_000
            let share = percent.rounded() == percent ? "\(Int(percent))" : "\(percent)"
            return [
                (ProgramClock.right - drift, "has a clock that is \(share) % slow"),
                (ProgramClock.right, "has a clock that is right again"),
                (ProgramClock.right + drift, "has a clock that is \(share) % fast"),
            ]
        }
    }

    private let time: VirtualTime
    private var clocks: [Clock] = []

    init(_ time: VirtualTime) { self.time = time }

    /// Takes note that the clock of a program may go wrong, once.
    ///
    /// - Parameters:
    ///   - share: How far, of each second: between a millionth and all of it.
    ///   - program: The number of the program.
    ///   - lane: Its name.
    ///   - allowance: How often it changes its rate.
    func add(driftingBy share: Double, of program: Int, lane: String, _ allowance: Allowance) {
        if clocks.contains(where: { $0.program == program }) { return }
        let drift = Int((share * 1_000_000).rounded())
        clocks.append(
            Clock(program: program, lane: lane, drift: drift, allowance: allowance, clock: ProgramClock(time)))
    }

    /// The clock of a program; `nil` where it is that of all.
    subscript(program: Int) -> ProgramClock? { clocks.first { $0.program == program }?.clock }

    /// The time as the clock of a program shows it.
    func now(of program: Int) -> Duration { self[program]?.now ?? time.now }

    var possibilities: [Possibility] {
        clocks.enumerated().flatMap { place, clock in
            let rates = clock.allowance.isLeft ? clock.rates : []
            return rates.enumerated().filter { $1.rate != clock.clock.rate }.map { outcome, rate in
                Possibility(clock.lane, rate.words, thing: place, outcome: outcome, kind: .fault)
            }
        }
    }

    func happen(_ possibility: Possibility) {
        let clock = clocks[possibility.thing]
        clock.allowance.use()
        clock.clock.go(at: clock.rates[possibility.outcome].rate)
    }

    func remember(in memory: inout Fingerprint) { for clock in clocks { memory.combine(clock.clock.rate) } }

    /// The clocks of machines go on.
    func losePower() {}
}
