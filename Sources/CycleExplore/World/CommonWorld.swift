import CycleTesting

/// The things that all programs of a world share: time, chance, and the happening under way.
final class CommonWorld {
    let time = VirtualTime()
    let effects = ExploredEffects()
    let alarms: ExploredAlarms
    /// The clocks that go otherwise than ``time``.
    let clocks: ExploredClocks
    let cuts = ExploredCuts()
    /// The parts of frames that happenings touch, where the search asks.
    let touches = Touches()
    var allowances: Allowances
    /// The place of the lens that started something last: alarms and effects are called by it.
    var lens = ""
    /// A mistake of the world's author, in words.
    var mistake: String?
    /// How often the power of all may fail.
    let power: Allowance
    /// Whether turns of what happened before are yet to come while something happens.
    var isBetweenTurns = false
    /// Whether effects may wait for something that is not of this world.
    var effectsMayWait = false

    init(_ bounds: Bounds) {
        allowances = Allowances(bounds)
        clocks = ExploredClocks(time)
        alarms = ExploredAlarms(time, clocks, bounds)
        alarms.pauses = allowances.named("pauses", bounds.pauses)
        power = allowances.named("power cuts", bounds.powerCuts)
        time.makeExecutor = { [unowned self] in effects.makeExecutor(lens.isEmpty ? "effect" : lens) }
        time.noteEnd = { ($0 as? EffectTask)?.effectEnded() }
        time.noteWaiting = { [unowned self] in effects.makeWaiting(lens.isEmpty ? "effect" : lens) }
        time.nameAlarm = { [unowned self] in lens }
    }
}
