import CycleDrivers

@testable import CycleScreens

extension Markdown {
    /// The meaning of a text, a block a line, indented below the one that contains it: `p {|plain }{bi|bold and italic}`.
    var notation: String { Self.notation(blocks, indent: "") }

    private static func notation(_ blocks: [Block], indent: String) -> String {
        blocks.map { block in
            switch block {
            case .heading(let level, let text): "\(indent)h\(level) \(text.notation)\n"
            case .paragraph(let text): "\(indent)p \(text.notation)\n"
            case .list(let items, _, let isTight):
                "\(indent)list \(isTight ? "tight" : "loose")\n"
                    + items.map { "\(indent) item \($0.mark)\n" + notation($0.blocks, indent: indent + "  ") }.joined()
            case .quote(let blocks): "\(indent)quote\n" + notation(blocks, indent: indent + " ")
            case .code(let lines, let language): "\(indent)code \(language.escaped)|\(notation(lines))\n"
            case .html(let lines): "\(indent)html |\(notation(lines))\n"
            case .table(let rows, let alignments): table(rows, alignments, indent)
            case .rule: "\(indent)rule\n"
            }
        }.joined()
    }

    private static func notation(_ lines: [String]) -> String { lines.map { $0.escaped + "\\n" }.joined() }

    private static func table(_ rows: [[StyledText]], _ alignments: [ScreenAlignment], _ indent: String) -> String {
        let letters = alignments.map { $0 == .center ? "c" : $0 == .end ? "r" : "l" }.joined()
        return "\(indent)table \(letters)\n"
            + rows.map { row in
                "\(indent) row\n"
                    + alignments.indices.map { column in
                        "\(indent)  cell \(column < row.count ? row[column].notation : "")\n"
                    }.joined()
            }.joined()
    }
}

extension StyledText {
    fileprivate var notation: String {
        runs.map { run in
            let attributes = run.style.attributes
            let letters =
                (attributes.contains(.bold) ? "b" : "") + (attributes.contains(.italic) ? "i" : "")
                + (attributes.contains(.strikethrough) ? "s" : "")
                + (run.style.foreground == ConsoleDriver.Style.secondary.foreground ? "c" : "")
                + (run.style.underline == .none ? "" : "u")
            return "{\(letters)\(run.link.map { "<\($0.escaped)>" } ?? "")|\(run.text.escaped)}"
        }.joined()
    }
}

extension String {
    /// On one line.
    var escaped: String {
        unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            case "\\": "\\\\"
            case "\u{a0}", "\u{feff}", "\u{301}": "\\u{\(String(scalar.value, radix: 16))}"
            default: scalar.value < 0x20 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }.joined()
    }

    /// The text that ``escaped`` was made of.
    var unescaped: String {
        var (result, rest): (String.UnicodeScalarView, Substring.UnicodeScalarView) = (
            .init(), self[...].unicodeScalars
        )
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let letter = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            switch letter {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                result.append(UInt32(String(digits), radix: 16).flatMap { Unicode.Scalar($0) } ?? "\u{fffd}")
            default: result.append(letter)
            }
        }
        return String(result)
    }
}
