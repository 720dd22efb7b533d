package import CycleBase
package import Testing

/// Gives worlds all orders of their inputs, so many in a row: breadth first, and from each world once.
///
/// - Parameters:
///   - depth: How many inputs in a row, where all is explored (``exploresAll``); else one fewer, which takes about a tenth of the time.
///   - inputs: The inputs that may come to a world.
///   - receive: Gives a world an input.
///   - check: Looks at a world behind its last input. `isNew` is false where another order has led to the same world.
/// - Returns: All worlds behind an input.
package func allOrders<World: Hashable, Input>(
    from starts: [World], depth: Int, of inputs: (World) -> [Input], _ receive: (inout World, Input) -> Void,
    check: (_ world: World, _ input: Input, _ isNew: Bool) -> Void
) -> Set<World> {
    var seen: Set<World> = []
    var level = starts
    for _ in 0..<(exploresAll ? depth : depth - 1) {
        var next: [World] = []
        for world in level {
            for input in inputs(world) {
                var world = world
                receive(&world, input)
                let isNew = seen.insert(world).inserted
                check(world, input, isNew)
                if isNew { next.append(world) }
            }
        }
        level = next
    }
    return seen
}

/// A session and what is around it.
package protocol SettlingWorld: Hashable {
    associatedtype Input
    /// The first promise that was broken.
    var broken: String? { get }
    mutating func happen(_ input: Input)
    /// Brings all that is under way to its end.
    mutating func settle()
}

/// A session, and a device that judges what it does.
package protocol SessionWorld: SettlingWorld {
    associatedtype Session: CycleBase.Session
    var session: Session { get set }
    var broken: String? { get set }
    /// In seconds.
    var now: Int { get }
    /// Whether a promise allows the action.
    mutating func isKept(_ action: Session.Action) -> Bool
}

extension SessionWorld {
    package mutating func receive(_ input: Session.Input) {
        for action in session.actions(after: input, at: .seconds(now)) where !isKept(action) {
            broken = broken ?? "\(action) after \(input)"
        }
        if !session.isWhole { broken = broken ?? "inconsistent after \(input)" }
    }
}

/// Gives worlds all orders of their inputs, as ``allOrders(from:depth:of:_:check:)`` does, and expects that none breaks a promise up
/// to its end.
package func allOrdersSettle<World: SettlingWorld>(
    from start: World, depth: Int, of inputs: (World) -> [World.Input],
    sourceLocation: SourceLocation = #_sourceLocation
) -> Set<World> {
    allOrders(from: [start], depth: depth, of: inputs) { world, input in
        world.happen(input)
    } check: { world, input, isNew in
        guard isNew else { return }
        var world = world
        world.settle()
        if let broken = world.broken {
            Issue.record("after \(input): \(broken)", sourceLocation: sourceLocation)
        }
    }
}
