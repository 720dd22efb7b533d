extension String {
    /// Between quotes, as the language of Graphviz writes a text. By scalars: a mark behind a quote makes one character of both.
    package var quotedForGraphviz: String {
        let text = unicodeScalars.reduce(into: "\"") { text, scalar in
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
