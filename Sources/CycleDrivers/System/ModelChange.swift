/// How a model differs from the one before, by the identities of its parts. A value, for sessions.
package struct ModelChange<Want, Part: Identifiable> {
    /// Parts that are the same things as before, perhaps changed, with what was wanted of them.
    package private(set) var kept: [(want: Want, part: Part)] = []
    /// Wants that left the model, or whose identity is another thing now. They go before those that are new, as one of these may take
    /// a place of theirs.
    package private(set) var gone: [Want] = []
    /// Parts that are new, in the order of the model.
    package private(set) var fresh: [Part] = []

    /// - Parameters:
    ///   - wants: The wants of the model before.
    ///   - parts: The first of two with one identity counts.
    ///   - part: The part of the model before that a want is about.
    ///   - isSame: Whether two parts with one identity are the same thing.
    package init(
        from wants: [Part.ID: Want], to parts: [Part], of part: (Want) -> Part, isSame: (Part, Part) -> Bool
    ) {
        var seen: Set<Part.ID> = []
        var same: Set<Part.ID> = []
        for new in parts where seen.insert(new.id).inserted {
            if let want = wants[new.id], isSame(part(want), new) {
                kept.append((want, new))
                same.insert(new.id)
            } else {
                fresh.append(new)
            }
        }
        gone = wants.filter { !same.contains($0.key) }.map(\.value)
    }
}
