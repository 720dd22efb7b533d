extension String {
    /// For the text and the attributes of XML and HTML: the one escape of both in this house.
    ///
    /// It reads scalars: a mark behind `<` makes one character of both, and a parser sees the `<`. A character that XML 1.0 forbids
    /// becomes `·`, as pictures are measured in characters.
    package var escapedXML: String { escapedXML(quotes: true) }

    /// - Parameter quotes: Whether quotes are escaped, too. Outside of attributes they need not be.
    package func escapedXML(quotes: Bool) -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where quotes: escaped += "&quot;"
            case "'" where quotes: escaped += "&#39;"
            case _ where scalar.isInXML: escaped.unicodeScalars.append(scalar)
            default: escaped += "·"
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 has this character, production 2 of its grammar.
    fileprivate var isInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
        default: false
        }
    }
}
