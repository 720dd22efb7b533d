import Cycle

extension Harvester {
    /// A machine whose mapping has effects that need a world.
    ///
    /// - Parameters:
    ///   - state: The state at the start.
    ///   - effect: The effect that is performed at the start. The inputs that it emits at once come after those that were
    ///     sent before.
    ///   - input: Inputs from outside. When they are over, so is the machine.
    ///   - mapping: The state and the effect that an input leads to.
    ///   - world: The dependencies of the effects.
    ///   - scheduler: The time of the effects. With one the machine starts at once, and in an actor it runs itself, see
    ///     `Machine`.
    ///   - isolation: The caller's.
    public convenience init<World, Queue, ID>(
        state: State, effect: CycleHarvest.Effect<Input, Queue, ID> = .empty, input: Signal<Input> = .never,
        mapping: EffectMappingInWorld<World, Queue, ID>, world: World, scheduler: (any Scheduler)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        self.init(
            state: state, effect: effect.erased, input: input, scheduler: scheduler,
            step: { input, state in
                mapping.run(input, state, world).map { next, effect in (next, effect.erased) }
            },
            answers: { $0.performingEffects }, isolation: isolation)
    }

    /// A machine whose mapping has effects, see ``init(state:effect:input:mapping:world:scheduler:isolation:)``.
    public convenience init<Queue, ID>(
        state: State, effect: CycleHarvest.Effect<Input, Queue, ID> = .empty, input: Signal<Input> = .never,
        mapping: EffectMapping<Queue, ID>, scheduler: (any Scheduler)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        self.init(
            state: state, effect: effect, input: input, mapping: mapping, world: (), scheduler: scheduler,
            isolation: isolation)
    }

    /// A machine without effects, see ``init(state:effect:input:mapping:world:scheduler:isolation:)``.
    public convenience init(
        state: State, input: Signal<Input> = .never, mapping: Mapping, scheduler: (any Scheduler)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        let plain: EffectMapping<BasicEffectQueue, Never> = mapping.toEffectMapping()
        self.init(state: state, input: input, mapping: plain, scheduler: scheduler, isolation: isolation)
    }
}
