import CycleBase

/// Writes the few shapes of a picture. No styles, no identifiers: two pictures can stand in one page.
struct SVG {
    private(set) var lines: [String] = []
    private var depth = 1

    mutating func add(_ element: String) {
        lines.append(String(repeating: "  ", count: depth) + element)
    }

    mutating func group(_ attributes: String, title: String? = nil, _ content: (inout SVG) -> Void) {
        add("<g \(attributes)>")
        depth += 1
        if let title { add("<title>\(title.escapedXML)</title>") }
        content(&self)
        depth -= 1
        add("</g>")
    }

    mutating func box(
        _ left: Double, _ top: Double, _ width: Double, _ height: Double, radius: Double, _ attributes: String
    ) {
        add(
            """
            <rect x="\(left.svg)" y="\(top.svg)" width="\(width.svg)" height="\(height.svg)" rx="\(radius.svg)" \
            \(attributes)/>
            """)
    }

    mutating func line(_ left: Double, _ right: Double, y: Double, _ attributes: String) {
        add("<path d=\"M\(left.svg) \(y.svg)H\(right.svg)\" \(attributes)/>")
    }

    mutating func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String) {
        add("<text x=\"\(x.svg)\" y=\"\(y.svg)\" \(attributes)>\(text.escapedXML)</text>")
    }
}

extension Double {
    /// With one decimal at most, and none where it says nothing.
    var svg: String {
        let tenths = Int((self * 10).rounded())
        let whole = tenths / 10
        return tenths % 10 == 0 ? "\(whole)" : "\(tenths < 0 ? "-" : "")\(abs(whole)).\(abs(tenths % 10))"
    }
}
