import CycleBase
import CycleDrivers

/// Reads the text of a leaf: emphasis, links, code, entities, escapes, as CommonMark's algorithm does. The text becomes a list of
/// pieces; marks of emphasis and brackets are pieces as well, and what they turn out to mean is written down at them.
///
/// There is no recursion, and what was searched for up to the end in vain is not searched for again: marks alone, however many,
/// cost no more than other text.
struct MarkdownInlines {
    /// How many marks of each kind begin or end at a piece.
    struct Depths {
        var bold = 0
        var italic = 0
        var struck = 0
    }

    struct Piece {
        /// The bytes that it shows.
        var range: Range<Int>
        /// Shown instead of the bytes.
        var literal: String?
        var isCode = false
        /// The marks that end before it, and those that begin behind it.
        var ends = Depths()
        var begins = Depths()
        /// The link that begins behind it, and whether one ends before it.
        var link: Int?
        var endsLink = false
    }

    struct Bracket {
        var piece: Int
        /// Where its text begins.
        var start: Int
        var isImage: Bool
        /// The mark of emphasis before it.
        var mark: Int?
        /// Whether another bracket follows, so that it is no label itself.
        var hasBracket = false
    }

    let source: MarkdownSource
    private let references: MarkdownReferences
    var offset = 0
    var pieces: [Piece] = []
    var marks: [MarkdownMark] = []
    var lastMark: Int?
    private var brackets: [Bracket] = []
    /// How many of the brackets stand before a link, so that none of them begins one: there are no links in links.
    private var inactiveBrackets = 0
    private var addresses: [String] = []
    /// Where the last run of so many backticks begins, of those behind the place of a search that found none.
    private var backticks: [Int: Int] = [:]
    private var hasSearchedBackticks = false
    /// The ends of kinds of HTML that are not in the rest.
    private var missing: Set<UInt8> = []

    /// The text of a leaf.
    static func text(_ bytes: [UInt8], _ references: MarkdownReferences) -> StyledText {
        let source = MarkdownSource(trimming: bytes)
        guard source.bytes[..<source.end].contains(where: { isSpecial($0) || $0 == 0x09 }) else {
            return StyledText(source.text(0..<source.end))
        }
        var inlines = MarkdownInlines(source: source, references: references)
        while inlines.offset < source.end { inlines.readPiece() }
        inlines.pairMarks(above: nil)
        return inlines.styledText
    }

    private init(source: MarkdownSource, references: MarkdownReferences) {
        (self.source, self.references) = (source, references)
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x0a, UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "*"),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "!"):
            true
        default: false
        }
    }

    private mutating func add(_ end: Int, literal: String? = nil, isCode: Bool = false) {
        pieces.append(Piece(range: offset..<end, literal: literal, isCode: isCode))
        offset = end
    }

    private mutating func readPiece() {
        switch source[offset] {
        case 0x0a: readLineEnd()
        case UInt8(ascii: "`"): readCode()
        case UInt8(ascii: "\\"): readEscape()
        case UInt8(ascii: "&"):
            let entity = source.entity(at: offset)
            add(entity?.end ?? offset + 1, literal: entity?.text)
        case UInt8(ascii: "<"): readAngle()
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): readMarks()
        case UInt8(ascii: "["): readBracket(count: 1)
        case UInt8(ascii: "!") where source[offset + 1] == UInt8(ascii: "["): readBracket(count: 2)
        case UInt8(ascii: "]"): readClosingBracket()
        default:
            let end = source.skip(offset + 1) { !Self.isSpecial($0) }
            var last = end
            if source[end] == 0x0a { while last > offset, source.bytes[last - 1].isWhitespace { last -= 1 } }
            add(last)
            offset = end
        }
    }

    /// The end of a line is a blank, unless two blanks or a backslash before it break the line.
    private mutating func readLineEnd() {
        let isBroken = offset > 1 && source.bytes[offset - 1] == 0x20 && source.bytes[offset - 2] == 0x20
        add(source.skip(offset + 1, while: \.isSpaceOrTab), literal: isBroken ? "\n" : " ")
    }

    private mutating func readEscape() {
        if source[offset + 1].isPunctuation {
            offset += 1
            add(offset + 1)
        } else if source[offset + 1] == 0x0a {
            add(source.skip(offset + 2, while: \.isSpaceOrTab), literal: "\n")
        } else {
            add(offset + 1)
        }
    }

    // MARK: Code

    private mutating func readCode() {
        let start = source.skip(offset) { $0 == UInt8(ascii: "`") }
        let count = start - offset
        guard let end = closing(count, from: start) else { return add(start) }
        var code = source.bytes[start..<end].map { $0 == 0x0a ? 0x20 : $0 }
        if code.first == 0x20, code.last == 0x20, code.contains(where: { $0 != 0x20 }) {
            code = Array(code.dropFirst().dropLast())
        }
        add(end + count, literal: String(decoding: code, as: UTF8.self), isCode: true)
    }

    /// Where the next run of so many backticks begins.
    private mutating func closing(_ count: Int, from start: Int) -> Int? {
        if hasSearchedBackticks, backticks[count, default: -1] < start { return nil }
        var index = start
        while index < source.end {
            let first = source.skip(index) { $0 != UInt8(ascii: "`") }
            index = source.skip(first) { $0 == UInt8(ascii: "`") }
            if index > first { backticks[index - first] = first }
            if index - first == count { return first }
        }
        hasSearchedBackticks = true
        return nil
    }

    // MARK: Angle brackets

    private mutating func readAngle() {
        let start = offset + 1
        if let end = source.addressEnd(start) ?? source.mailEnd(start) {
            let text = source.text(start..<end)
            pieces.append(Piece(range: offset..<offset, link: addresses.count))
            addresses.append(source.addressEnd(start) == nil ? "mailto:" + text : source.unescapedEntities(start..<end))
            add(end + 1, literal: source.unescapedEntities(start..<end))
            pieces.append(Piece(range: offset..<offset, endsLink: true))
        } else if let end = htmlEnd(start) {
            // A comment is not part of the text; other HTML is shown as it is.
            add(end, literal: source.has("!--", at: start) ? "" : nil)
        } else {
            add(start)
        }
    }

    /// The end of HTML that begins at a place, behind `<`.
    private mutating func htmlEnd(_ start: Int) -> Int? {
        if source.has("!-->", at: start) { return start + 4 }
        if source.has("!--->", at: start) { return start + 5 }
        if source.has("!--", at: start) { return end(of: "-->", from: start + 3) }
        if source.has("?", at: start) { return end(of: "?>", from: start + 1) }
        if source.has("![CDATA[", at: start) { return end(of: "]]>", from: start + 8) }
        if source.has("!", at: start), source[start + 1].isLetter { return end(of: ">", from: start + 2) }
        return source.tag(at: start)
    }

    private mutating func end(of word: StaticString, from start: Int) -> Int? {
        let mark = word.withUTF8Buffer { $0[0] }
        guard !missing.contains(mark) else { return nil }
        let end = source.end(of: word, from: start)
        if end == nil { missing.insert(mark) }
        return end
    }

    // MARK: Links

    private mutating func readBracket(count: Int) {
        if !brackets.isEmpty { brackets[brackets.count - 1].hasBracket = true }
        brackets.append(
            Bracket(piece: pieces.count, start: offset + count, isImage: count == 2, mark: lastMark))
        add(offset + count)
    }

    private mutating func readClosingBracket() {
        guard let bracket = brackets.popLast() else { return add(offset + 1) }
        let isActive = bracket.isImage || brackets.count >= inactiveBrackets
        inactiveBrackets = min(inactiveBrackets, brackets.count)
        guard isActive, let (address, end) = linkTarget(of: bracket) else { return add(offset + 1) }
        pieces[bracket.piece].range = bracket.start..<bracket.start
        pieces[bracket.piece].link = addresses.count
        addresses.append(address)
        pairMarks(above: bracket.mark)
        pieces.append(Piece(range: offset..<offset, endsLink: true))
        offset = end
        if !bracket.isImage { inactiveBrackets = brackets.count }
    }

    /// The address behind the text in brackets, or the one that a definition gives to a label there or to the text itself.
    private func linkTarget(of bracket: Bracket) -> (address: String, end: Int)? {
        let next = offset + 1
        if let target = source.target(at: next) { return (source.unescaped(target.address), target.end) }
        let label = source.label(at: next)
        if let label, !source.bytes[label.range].allSatisfy(\.isWhitespace) {
            return references.address(label.range, source).map { ($0, label.end) }
        }
        guard !bracket.hasBracket, let address = references.address(bracket.start..<offset, source) else { return nil }
        return (address, label?.end ?? next)
    }

    // MARK: The text

    /// The pieces, joined where they look alike.
    private var styledText: StyledText {
        var (result, plain): (StyledText, [UInt8]) = (StyledText(), [])
        var (depths, links, style, link) = (Depths(), [Int](), ConsoleDriver.Style.plain, String?.none)
        func flush() {
            guard !plain.isEmpty else { return }
            // A tab in a text is a blank: no column is counted there.
            for index in plain.indices where plain[index] == 0x09 { plain[index] = 0x20 }
            result.runs.append(.init(String(decoding: plain, as: UTF8.self), style, link: link))
            plain.removeAll(keepingCapacity: true)
        }
        for piece in pieces {
            depths.bold -= piece.ends.bold
            depths.italic -= piece.ends.italic
            depths.struck -= piece.ends.struck
            if piece.endsLink { links.removeLast() }
            if piece.literal != "", piece.literal != nil || !piece.range.isEmpty {
                let next = Self.style(depths, isLink: !links.isEmpty, isCode: piece.isCode)
                // The link around a picture counts. A text from others may link to some addresses only.
                let address = links.first.map { addresses[$0] }
                let nextLink = address.flatMap { ConsoleDriver.isLinkOfOthers($0) ? $0 : nil }
                if next != style || nextLink != link { flush() }
                (style, link) = (next, nextLink)
                if let literal = piece.literal { plain += literal.utf8 } else { plain += source.bytes[piece.range] }
            }
            depths.bold += piece.begins.bold
            depths.italic += piece.begins.italic
            depths.struck += piece.begins.struck
            if let link = piece.link { links.append(link) }
        }
        flush()
        return result
    }

    private static func style(_ depths: Depths, isLink: Bool, isCode: Bool) -> ConsoleDriver.Style {
        var style = ConsoleDriver.Style.plain
        if depths.bold > 0 { style = style.with(.bold) }
        if depths.italic > 0 { style = style.with(.italic) }
        if depths.struck > 0 { style = style.with(.strikethrough) }
        if isCode { style = style.with(.secondary) }
        if isLink { style = style.with(.underline) }
        return style
    }
}
