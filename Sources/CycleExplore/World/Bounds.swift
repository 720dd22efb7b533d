/// The limits of an exploration. A negative number is taken for none, no turn and no thread for one of them. The report names a bound that cut something off; such an exploration is not complete.
///
///     var bounds = Bounds()
///     bounds.steps = 12
///     bounds.powerCuts = 1
///     try searching.explore(bounds)
public struct Bounds: Sendable {
    /// The longest timeline; `nil` for all there are.
    public var steps: Int?
    /// How many states are remembered.
    public var states = 200_000
    /// How many faults there are in one timeline; `nil` for one, or as many as the parts of the world ask for.
    public var faults: Int?
    /// How often in one timeline something from outside comes between two turns that follow from each other.
    public var preemptions = 1
    /// How often in one timeline time passes to just before an alarm, so that something can happen there.
    public var pauses = 1
    /// How often in one timeline the power fails and the application is started again.
    public var powerCuts = 0
    /// Whether time passes. Without it no alarm rings, and what waits for one is at rest: for a system whose timers only repeat what may be lost.
    public var timePasses = true
    /// Whether timers are slower than messages, disks and processes: time passes only where nothing else is due. Timers of one moment ring
    /// at once, before what the first of them has sent arrives. A program that is down and one that is cut off may stay so for longer. For a
    /// system whose timers are long, or repeat what was lost: it has a fraction of the states.
    public var timersAreSlow = false
    /// An alarm that is farther away comes too, and an application is at rest before: it is not what it waits for.
    public var horizon: Duration = .seconds(3_600)
    /// How many turns one happening may lead to before that counts as never coming to rest; at most 65,535.
    public var turns = 10_000
    /// One in so many paths that lead to a known state is compared with the first that did, as long as there are few. With 1 all
    /// are, by everything that can happen there; with 0 none is.
    public var comparedJoins = 10

    /// How many threads explore; `nil` for as many as there are cores, or as `CYCLE_JOBS` says. All explorations of a process share
    /// these threads. The result does not depend on how many there are; with 1, all happens in the thread that explores.
    public var jobs: Int?

    /// Whether the search leaves out orders that it knows to make no difference: of two events in features that are embedded side by side
    /// by key path, neither of which touches anything else, one order is tried, and the other one known. The states, the laws and what
    /// is found stay the same; only `edgeCount` of the ``Exploration`` is smaller.
    ///
    /// In a system of several programs, a turn that a run has taken is known wherever the program and all that it sees are the same. The
    /// first 64 of such results are compared with a run, then one in 64, and all of them where ``comparedJoins`` is 1.
    ///
    /// All orders are tried where that is not certain: with laws of orders (``Law/everyTurn(_:_:)``, ``Law/leadsTo(_:from:to:)``,
    /// ``Law/agrees(_:on:)``, ``Law/resumes(_:)``), with rules of the whole frame, for machines, for events of the whole, and where one event leads to several turns.
    public var leavesOutOrders = true

    /// Where the search saves how far it is.
    package var checkpoint: Checkpoint?
    /// Where the search keeps states; `nil` for the memory of the process.
    package var spill: SpillFile?
    /// Whether nothing is said of how far it is.
    package var isQuiet = false
    /// Whether letters come without end, whatever their world says.
    var liftsAllowances = false
    /// Whether runs note what each happening touches.
    var notesTouches = false
    /// Whether runs learn the turns of programs.
    var learnsTurns = false
    /// Whether two states at different times are two.
    var countsTime = false

    /// One pre-emption, one pause, one fault, no power cut, an hour, and no end of steps.
    public init() {}

    /// The same with numbers that the search can count with: they may come from arguments or the environment.
    var clamped: Bounds {
        var bounds = self
        bounds.steps = steps.map { $0.clamped(to: 0...1_000_000_000) }
        bounds.states = states.clamped(to: 0...1_000_000_000_000)
        bounds.faults = faults.map { max(0, $0) }
        bounds.preemptions = max(0, preemptions)
        bounds.pauses = max(0, pauses)
        bounds.powerCuts = max(0, powerCuts)
        bounds.turns = turns.clamped(to: 1...Int(UInt16.max))
        bounds.comparedJoins = max(0, comparedJoins)
        bounds.jobs = jobs.map { $0.clamped(to: 1...1_024) }
        return bounds
    }
}

extension Int {
    func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}
