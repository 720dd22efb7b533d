/// How many cells a terminal gives to a character.
package enum CharacterWidth {
    /// - Returns: 0, 1 or 2; and whether terminals disagree, as they do about characters of several scalars, and about
    ///   those that are newer than they are.
    package static func of(_ character: Character) -> (width: Int, isUnsure: Bool) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return (0, false) }
        // Printable ASCII alone is nearly everything.
        if scalars.count == 1 { return (of(first), first.value >= 0x1f000) }
        var width = 0
        var isUnsure = false
        for scalar in scalars {
            let own = of(scalar)
            // A second scalar with a width of its own, or one that changes how the first is shown.
            if width > 0, own > 0 || changesPresentation(scalar) { isUnsure = true }
            width = max(width, own)
            if scalar.value == 0xfe0f { width = 2 }
        }
        // A flag is two letters of one cell each.
        if (0x1f1e6...0x1f1ff).contains(first.value) { width = 2 }
        return (width, isUnsure)
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7f: 1
        case 0..<0xa0: 0
        case let value where contains(value, CharacterWidthTable.zero): 0
        case let value where contains(value, CharacterWidthTable.wide): 2
        default: 1
        }
    }

    private static func changesPresentation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200d || (0xfe00...0xfe0f).contains(scalar.value)
    }

    /// - Parameter ranges: First and last of each, in order.
    private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
        var low = 0
        var high = ranges.count / 2
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[2 * middle + 1] { low = middle + 1 } else { high = middle }
        }
        return 2 * low < ranges.count && value >= ranges[2 * low]
    }
}
