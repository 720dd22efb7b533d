/// How many cells a terminal gives to text.
///
/// The cells of a character are those of its scalars, one after the other, as `wcwidth` counts them: ｶﾞ takes two, น้ำ two, नी two. The
/// parts of an emoji, of a flag and of a syllable of Hangul are drawn over each other. Terminals that measure whole characters
/// give less to some of them: then a blank is seen behind it, and no letter is written over.
package enum CellWidth {
    /// The cells of one scalar by itself.
    package static func of(_ scalar: UInt32) -> Int {
        switch scalar {
        case 0x20..<0x7f: 1
        case 0..<0xa0: 0
        case 0xad: 0
        case 0x2500..<0x25fd, 0xa1..<0x300: 1
        case 0x4e00..<0xa000: 2
        case let value where contains(value, CellWidthTable.zero): 0
        case let value where contains(value, CellWidthTable.wide): 2
        default: 1
        }
    }

    /// The cells of a character, and whether terminals disagree about them.
    package static func of(_ character: Character) -> CellSum {
        var sum = CellSum()
        for scalar in character.unicodeScalars { sum.add(scalar.value) }
        return sum
    }

    /// - Parameter ranges: First and last of each, in order.
    private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
        let place = 2 * (0..<ranges.count / 2).partitioningIndex { value <= ranges[2 * $0 + 1] }
        return place < ranges.count && value >= ranges[place]
    }
}

/// Adds up the cells of a character, scalar by scalar.
package struct CellSum: Equatable, Sendable {
    /// The cells so far.
    package private(set) var width = 0
    /// Whether terminals disagree: about characters of several scalars that take cells, and about those that are newer than they
    /// are.
    package private(set) var isDisputed = false
    /// 0 before the first.
    private var last: UInt32 = 0

    package init() {}

    package mutating func add(_ scalar: UInt32) {
        let own = CellWidth.of(scalar)
        if last == 0 {
            (width, isDisputed) = (own, scalar >= 0x1f000)
        } else if scalar == 0xfe0f {
            (width, isDisputed) = (max(width, 2), isDisputed || width > 0)
        } else {
            // A second scalar with a width of its own, or one that changes how the first is shown.
            if width > 0, own > 0 || changesPresentation(scalar) { isDisputed = true }
            width = isDrawnOver(scalar) ? max(width, own) : width + own
        }
        last = scalar
    }

    private func changesPresentation(_ scalar: UInt32) -> Bool {
        scalar == 0x200d || (0xfe00...0xfe0f).contains(scalar)
    }

    /// Whether it is a part of a picture: the second letter of a flag, a colour of skin, or what a joiner adds to an emoji.
    private func isDrawnOver(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1f1e6...0x1f1ff, 0x1f3fb...0x1f3ff: true
        case 0xa0..<0x100, 0x2000..<0x3300, 0x1f000...: last == 0x200d
        default: false
        }
    }
}
