import CycleBase

// Names of lenses in filters: `rows[].timer` stands for `rows[3].timer` and those of all other rows.
extension String {
    /// The name with `[]` in place of each identity, as `rows[].timer`.
    package var kindOfLens: String {
        var (kind, isInside) = ("", false)
        for scalar in unicodeScalars {
            if scalar == "]" { isInside = false }
            if !isInside { kind.unicodeScalars.append(scalar) }
            if scalar == "[" { isInside = true }
        }
        return kind
    }

    /// Whether this is the name of a lens, or of one of its kind where `filter` has `[]`.
    package func isLens(of filter: String) -> Bool {
        var (name, filter) = (utf8[...], filter.utf8[...])
        while let byte = filter.popFirst() {
            guard name.popFirst() == byte else { return false }
            guard byte == UInt8(ascii: "["), filter.first == UInt8(ascii: "]") else { continue }
            name = name.drop { $0 != UInt8(ascii: "]") }
        }
        return name.isEmpty
    }
}

extension RecordedPath {
    /// The element of a list that a lens belongs to, by its field `id` and by its index: `rows[5].timer` is the lens of
    /// `rows[id: 5]`, which stands at `rows[2]` for example.
    ///
    /// - Returns: `nil` where the frame has no such element.
    package static func element(ofLens lens: String, in frame: RecordedValue) -> (
        identity: RecordedPath, index: RecordedPath
    )? {
        guard let end = lens.utf8.lastIndex(of: UInt8(ascii: "]")) else { return nil }
        var identities = ""
        for part in lens[..<end].parts(between: "[") {
            identities += identities.isEmpty ? part : "[id: " + part
        }
        guard let identity = RecordedPath(identities + "]"), let index = frame.value.resolved(identity.path) else {
            return nil
        }
        return (identity, RecordedPath(index))
    }
}
