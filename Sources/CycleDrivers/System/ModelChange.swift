/// How a model differs from the one before, by the identities of its parts. A value, for sessions.
package struct ModelChange<Want, Part: Identifiable & Equatable> {
    /// Parts that have changed and are the same things as before, with what was wanted of them.
    package private(set) var kept: [(want: Want, part: Part)] = []
    /// Wants that left the model, or whose identity is another thing now. They go before those that are new, as one of these may take
    /// a place of theirs.
    package private(set) var gone: [Want] = []
    /// Parts that are new, in the order of the model.
    package private(set) var fresh: [Part] = []

    /// - Parameters:
    ///   - wants: The wants of the model before.
    ///   - known: The parts of the model before; those of this one afterwards.
    ///   - parts: The first of two with one identity counts.
    ///   - part: The part of the model before that a want is about.
    ///   - isSame: Whether two parts with one identity are the same thing.
    package init(
        from wants: [Part.ID: Want], knowing known: inout [Part], to parts: [Part], of part: (Want) -> Part,
        isSame: (Part, Part) -> Bool
    ) {
        // Most models differ from those before in a part or two, and it takes no identity to find these.
        if let changed = parts.changedPlaces(since: known, isSame: { $0.id == $1.id && isSame($0, $1) }) {
            for place in changed { if let want = wants[parts[place].id] { kept.append((want, parts[place])) } }
            known = parts
            return
        }
        // Shares the memory of the model: with thousands of parts a list of its own would be most of what a part costs.
        known = parts
        var seen: Set<Part.ID> = []
        var same: Set<Part.ID> = []
        for new in parts where seen.insert(new.id).inserted {
            if let want = wants[new.id], isSame(part(want), new) {
                if part(want) != new { kept.append((want, new)) }
                same.insert(new.id)
            } else {
                fresh.append(new)
            }
        }
        gone = wants.compactMap { same.contains($0) ? nil : $1 }
        if seen.count < parts.count { known = parts.filter { seen.remove($0.id) != nil } }
    }
}
