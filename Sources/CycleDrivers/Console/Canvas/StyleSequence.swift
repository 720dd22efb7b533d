extension [UInt8] {
    /// Adds the sequence `ESC [ … m` that changes one style into the other; nothing when they are equal. Where an
    /// attribute ends all is set anew: terminals agree about 0, not about what ends each.
    mutating func appendStyle(
        from old: ConsoleDriver.Style, to new: ConsoleDriver.Style,
        underlines oldUnderline: ConsoleDriver.Color = .standard, to newUnderline: ConsoleDriver.Color = .standard
    ) {
        guard old != new || oldUnderline != newUnderline else { return }
        append(0x1b)
        append(UInt8(ascii: "["))
        let start = count
        var known = old
        var knownUnderline = oldUnderline
        if !old.attributes.isSubset(of: new.attributes) || old.underline != .none && new.underline == .none
            || new == .plain && newUnderline == .standard
        {
            if new != .plain || newUnderline != .standard { append(0x30) }
            (known, knownUnderline) = (.plain, .standard)
        }
        appendAttributes(new.attributes.subtracting(known.attributes), start)
        if new.underline != known.underline { appendUnderline(new.underline, start) }
        if new.foreground != known.foreground { appendColor(new.foreground, 30, start) }
        if new.background != known.background { appendColor(new.background, 40, start) }
        if newUnderline != knownUnderline { appendUnderlineColor(newUnderline, start) }
        append(UInt8(ascii: "m"))
    }

    private mutating func appendAttributes(_ attributes: ConsoleDriver.Style.Attributes, _ start: Int) {
        guard !attributes.isEmpty else { return }
        for (bit, code) in [1, 2, 3, 5, 7, 8, 9, 53].enumerated() where attributes.rawValue & 1 << bit != 0 {
            appendParameter(code, start)
        }
    }

    private mutating func appendUnderline(_ underline: ConsoleDriver.Style.Underline, _ start: Int) {
        appendParameter(4, start)
        guard underline != .single else { return }
        append(UInt8(ascii: ":"))
        append(0x30 + underline.rawValue)
    }

    private mutating func appendColor(_ color: ConsoleDriver.Color, _ base: Int, _ start: Int) {
        switch color.kind {
        case .standard: appendParameter(base + 9, start)
        case .indexed(let index) where index < 8: appendParameter(base + index, start)
        case .indexed(let index) where index < 16: appendParameter(base + 52 + index, start)
        case .indexed(let index):
            appendParameter(base + 8, start)
            append(UInt8(ascii: ";"))
            append(UInt8(ascii: "5"))
            appendParameter(index, start)
        case .rgb(let red, let green, let blue):
            appendParameter(base + 8, start)
            append(UInt8(ascii: ";"))
            append(UInt8(ascii: "2"))
            appendParameter(red, start)
            appendParameter(green, start)
            appendParameter(blue, start)
        case .token(let number):
            // For a style in JSON, as below.
            appendParameter(base + 8, start)
            append(contentsOf: ":8:\(number)".utf8)
        case .adaptive(let light, let dark):
            // For a style in JSON alone: what is written to a terminal is one of the two.
            appendParameter(base + 8, start)
            append(contentsOf: ":9:\(light):\(dark)".utf8)
        }
    }

    /// With colons: a terminal that does not know 58 passes over it whole.
    private mutating func appendUnderlineColor(_ color: ConsoleDriver.Color, _ start: Int) {
        switch color.kind {
        case .standard: appendParameter(59, start)
        case .indexed(let index):
            appendParameter(58, start)
            append(contentsOf: ":5:\(index)".utf8)
        case .rgb(let red, let green, let blue):
            appendParameter(58, start)
            append(contentsOf: ":2::\(red):\(green):\(blue)".utf8)
        case .token(let number):
            appendParameter(58, start)
            append(contentsOf: ":8:\(number)".utf8)
        case .adaptive(let light, let dark):
            appendParameter(58, start)
            append(contentsOf: ":9:\(light):\(dark)".utf8)
        }
    }

    private mutating func appendParameter(_ value: Int, _ start: Int) {
        if count > start { append(UInt8(ascii: ";")) }
        appendDecimal(value)
    }

    /// - Parameter value: Not negative.
    mutating func appendDecimal(_ value: Int) {
        guard value < 1_000 else {
            appendDecimal(value / 1_000)
            for digit in [value / 100 % 10, value / 10 % 10, value % 10] { append(0x30 + UInt8(digit)) }
            return
        }
        // Without a sign it is divided in half as many instructions.
        let value = UInt16(truncatingIfNeeded: value)
        if value >= 100 { append(0x30 &+ UInt8(truncatingIfNeeded: value / 100)) }
        if value >= 10 { append(0x30 &+ UInt8(truncatingIfNeeded: value / 10 % 10)) }
        append(0x30 &+ UInt8(truncatingIfNeeded: value % 10))
    }
}
