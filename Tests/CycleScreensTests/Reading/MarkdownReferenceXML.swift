/// The XML that `cmark` and `cmark-gfm` write, as the notation of ``Markdown``: one text for each block quote of the document.
struct MarkdownReferenceXML {
    private var rest: Substring.UnicodeScalarView
    private var quotes: [String] = []
    private var depth = 0
    private var (bold, italic, struck) = (0, 0, 0)
    private var links: [String] = []
    private var run: (letters: String, text: String)?
    private var markers: [String] = []
    private var alignments = ""

    static func quotes(_ xml: String) -> [String] {
        var reader = MarkdownReferenceXML(rest: xml[...].unicodeScalars)
        reader.read()
        return reader.quotes
    }

    private init(rest: Substring.UnicodeScalarView) {
        self.rest = rest
    }

    private mutating func read() {
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let tag = String(rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
            let name = String(tag.prefix { $0 != " " && $0 != "/" || $0 == tag.first })
            if tag.hasPrefix("/") {
                finish(name)
            } else {
                begin(name, tag, isEmpty: tag.hasSuffix("/"))
            }
        }
    }

    private func value(_ name: String, _ tag: String) -> String {
        guard let start = tag.firstRange(of: "\(name)=\"")?.upperBound else { return "" }
        return String(tag[start...].prefix { $0 != "\"" }).withoutEntities
    }

    private mutating func content(_ name: String) -> String {
        let text = rest.prefix { $0 != "<" }
        rest = rest[text.endIndex...]
        return String(text).withoutEntities
    }

    private mutating func add(_ line: String) {
        quotes[quotes.count - 1] += String(repeating: " ", count: depth) + line
    }

    private mutating func begin(_ name: String, _ tag: String, isEmpty: Bool) {
        switch name {
        case "block_quote":
            if depth == 0 { quotes.append("") }
            add("quote\n")
            if !isEmpty { depth += 1 }
        case "list":
            add("list \(value("tight", tag) == "true" ? "tight" : "loose")\n")
            let mark = value("delim", tag) == "paren" ? ")" : "."
            markers.append(value("type", tag) == "bullet" ? "•" : value("start", tag) + mark)
            depth += 1
        case "item":
            let marker = markers.removeLast()
            add("item \(marker)\n")
            markers.append(marker == "•" ? marker : "\((Int(marker.dropLast()) ?? 0) + 1)\(marker.suffix(1))")
            if !isEmpty { depth += 1 }
        case "paragraph": add("p ")
        case "heading":
            add("h\(value("level", tag)) ")
            if isEmpty { endLine() }
        case "thematic_break": if depth > 0 { add("rule\n") }
        case "code_block":
            let language = value("info", tag).prefix { $0 != " " }
            add("code \(String(language).escaped)|\(isEmpty ? "" : content(name).escaped)\n")
        case "html_block": add("html |\(content(name).escaped)\n")
        case "table":
            add("table ")
            (alignments, depth) = ("", depth + 1)
        case "table_header", "table_row":
            // The alignments of all cells of the header stand before its row.
            if name == "table_header" { quotes[quotes.count - 1] += headerAlignments() + "\n" }
            add("row\n")
            depth += 1
        case "table_cell":
            add("cell ")
            if isEmpty { endLine() }
        default: beginInline(name, tag, isEmpty)
        }
    }

    private func headerAlignments() -> String {
        let end = String(rest).firstRange(of: "</table_header>")?.lowerBound
        let header = end.map { String(rest)[..<$0] } ?? ""
        return header.split(separator: "<").filter { $0.hasPrefix("table_cell") }.map { cell in
            cell.contains("align=\"center\"") ? "c" : cell.contains("align=\"right\"") ? "r" : "l"
        }.joined()
    }

    private mutating func beginInline(_ name: String, _ tag: String, _ isEmpty: Bool) {
        switch name {
        case "text", "html_inline": show(content(name))
        case "code": show(isEmpty ? "" : content(name), isCode: true)
        case "softbreak": show(" ")
        case "linebreak": show("\n")
        case "emph": italic += 1
        case "strong": bold += 1
        case "strikethrough": struck += 1
        case "link", "image": if !isEmpty { links.append(value("destination", tag)) }
        default: break
        }
    }

    private mutating func finish(_ name: String) {
        switch name.drop(while: { $0 == "/" }) {
        case "block_quote", "item", "table", "table_header", "table_row": depth -= 1
        case "list":
            depth -= 1
            markers.removeLast()
        case "paragraph", "heading", "table_cell": endLine()
        case "emph": italic -= 1
        case "strong": bold -= 1
        case "strikethrough": struck -= 1
        case "link", "image": links.removeLast()
        default: break
        }
    }

    private mutating func show(_ text: String, isCode: Bool = false) {
        guard !text.isEmpty else { return }
        let link = links.first.map { $0.hasPrefix("https:") || $0.hasPrefix("mailto:") ? "u<\($0)>" : "u" } ?? ""
        let letters =
            (bold > 0 ? "b" : "") + (italic > 0 ? "i" : "") + (struck > 0 ? "s" : "") + (isCode ? "c" : "") + link
        if run?.letters != letters {
            flush()
            run = (letters, "")
        }
        run?.text += text
    }

    private mutating func flush() {
        if let run { quotes[quotes.count - 1] += "{\(run.letters)|\(run.text.escaped)}" }
        run = nil
    }

    private mutating func endLine() {
        flush()
        quotes[quotes.count - 1] += "\n"
    }
}

extension String {
    fileprivate var withoutEntities: String {
        replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
            "&amp;", with: "&")
    }
}
