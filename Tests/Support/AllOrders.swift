/// Gives worlds all orders of their inputs, so many in a row: breadth first, and from each world once.
///
/// - Parameters:
///   - depth: How many inputs in a row.
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
    for _ in 0..<depth {
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
