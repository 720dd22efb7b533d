import Cycle

extension Harvester {
    /// A machine whose mapping has effects that need a world.
    ///
    /// - Parameters:
    ///   - state: The state at the start.
    ///   - effect: What is performed at the start.
    ///   - input: Inputs from outside. When they are over, so is the machine.
    ///   - mapping: What an input leads to.
    ///   - world: What the effects need.
    ///   - scheduler: Starts the machine at once. Without one it starts with ``run(on:until:isolation:)`` or ``start(on:)``.
    public convenience init<World, Queue, ID>(
        state: State, effect: CycleHarvest.Effect<Input, Queue, ID> = .empty, input: Signal<Input> = .never,
        mapping: EffectMappingInWorld<World, Queue, ID>, world: World, scheduler: (any Scheduler)? = nil
    ) {
        self.init(
            state: state, effect: effect.erased, input: input, scheduler: scheduler,
            step: { input, state in
                mapping.run(input, state, world).map { next, effect in (next, effect.erased) }
            },
            outputs: { frames in frames.performingEffects() })
    }

    /// A machine whose mapping has effects, see ``init(state:effect:input:mapping:world:scheduler:)``.
    public convenience init<Queue, ID>(
        state: State, effect: CycleHarvest.Effect<Input, Queue, ID> = .empty, input: Signal<Input> = .never,
        mapping: EffectMapping<Queue, ID>, scheduler: (any Scheduler)? = nil
    ) {
        self.init(
            state: state, effect: effect, input: input, mapping: mapping, world: (), scheduler: scheduler)
    }

    /// A machine without effects, see ``init(state:effect:input:mapping:world:scheduler:)``.
    public convenience init(
        state: State, input: Signal<Input> = .never, mapping: Mapping, scheduler: (any Scheduler)? = nil
    ) {
        let plain: EffectMapping<BasicEffectQueue, Never> = mapping.toEffectMapping()
        self.init(state: state, input: input, mapping: plain, scheduler: scheduler)
    }
}
