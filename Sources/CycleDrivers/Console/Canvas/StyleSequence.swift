/// Writes the parameters of `ESC [ … m`.
struct StyleSequence {
    private(set) var parameters: [UInt8] = []

    /// Adds what changes one style into the other; nothing when they are equal. Where an attribute ends all is set anew:
    /// terminals agree about 0, not about what ends each.
    mutating func append(
        from old: ConsoleDriver.Style, to new: ConsoleDriver.Style, _ oldUnderline: ConsoleDriver.Color = .standard,
        _ newUnderline: ConsoleDriver.Color = .standard
    ) {
        guard old != new || oldUnderline != newUnderline else { return }
        var known = old
        var knownUnderline = oldUnderline
        let isReset =
            !old.attributes.isSubset(of: new.attributes) || (old.underline != .none && new.underline == .none)
            || (new == .plain && newUnderline == .standard)
        if isReset {
            separate()
            parameters.append(0x30)
            (known, knownUnderline) = (.plain, .standard)
        }
        let added = new.attributes.subtracting(known.attributes).rawValue
        if added != 0 {
            for (bit, code) in [1, 2, 3, 5, 7, 8, 9, 53].enumerated() where added & 1 << bit != 0 { number(code) }
        }
        if new.underline != known.underline {
            number(4)
            if new.underline != .single { parameters += [0x3a, 0x30 + new.underline.rawValue] }
        }
        if new.foreground != known.foreground { color(new.foreground, 30) }
        if new.background != known.background { color(new.background, 40) }
        if newUnderline != knownUnderline { underline(newUnderline) }
    }

    private mutating func color(_ color: ConsoleDriver.Color, _ base: Int) {
        switch color.kind {
        case .standard: number(base + 9)
        case .indexed(let index) where index < 8: number(base + index)
        case .indexed(let index) where index < 16: number(base + 52 + index)
        case .indexed(let index):
            number(base + 8)
            number(5)
            number(index)
        case .rgb(let red, let green, let blue):
            number(base + 8)
            number(2)
            number(red)
            number(green)
            number(blue)
        }
    }

    /// With colons: who does not know 58 passes over it whole.
    private mutating func underline(_ color: ConsoleDriver.Color) {
        switch color.kind {
        case .standard: number(59)
        case .indexed(let index):
            number(58)
            parameters += Array(":5:\(index)".utf8)
        case .rgb(let red, let green, let blue):
            number(58)
            parameters += Array(":2::\(red):\(green):\(blue)".utf8)
        }
    }

    private mutating func separate() {
        if !parameters.isEmpty { parameters.append(UInt8(ascii: ";")) }
    }

    private mutating func number(_ value: Int) {
        separate()
        parameters.appendDecimal(value)
    }

    mutating func removeAll() {
        parameters.removeAll(keepingCapacity: true)
    }
}

extension [UInt8] {
    /// - Parameter value: Not negative.
    mutating func appendDecimal(_ value: Int) {
        if value >= 10 { appendDecimal(value / 10) }
        append(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }
}
