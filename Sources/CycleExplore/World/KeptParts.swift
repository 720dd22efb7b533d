/// The parts of which a world has one each, which outlive power cuts.
struct KeptParts {
    private var used: [ObjectIdentifier: any Explorable] = [:]
    /// Parts that only laws have asked for: to look at the world must not lead to another state.
    private var lookedUp: [ObjectIdentifier: any Explorable] = [:]
    /// Whether a law asks.
    var isLookedAt = false

    func known<Part: Explorable>(_ type: Part.Type) -> Part? {
        let key = ObjectIdentifier(type)
        return (used[key] ?? lookedUp[key]) as? Part
    }

    func contains(_ part: any Explorable) -> Bool { used.values.contains { $0 === part } }

    /// - Returns: Whether it is a part of the state from now on, and was none before.
    mutating func use<Part: Explorable>(_ part: Part) -> Bool {
        let key = ObjectIdentifier(Part.self)
        if used[key] != nil { return false }
        if isLookedAt {
            lookedUp[key] = part
            return false
        }
        lookedUp[key] = nil
        used[key] = part
        return true
    }
}
