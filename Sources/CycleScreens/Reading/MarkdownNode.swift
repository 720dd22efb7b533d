import CycleBase

/// A block while a text is read: a container with blocks in it, or a leaf with bytes.
struct MarkdownNode {
    enum Kind: Hashable, Sendable {
        case document, quote, paragraph, code, rule
        case list(MarkdownMarker)
        case item(MarkdownMarker)
        case heading(Int)
        /// Code between fences, which stand so many columns to the right.
        case fenced(mark: UInt8, count: Int, indent: Int)
        case html(MarkdownHTML)
        case table([ScreenAlignment])
    }

    var kind: Kind
    var children: [MarkdownNode] = []
    /// The lines of a leaf, each with its end.
    var content: [UInt8] = []
    /// The words behind the fence that begins a block of code.
    var info = ""
    /// Whether a blank line follows it, or ends it.
    var isBlankBelow = false
    /// Whether no blank line stands between the items of a list, and between the blocks of each.
    var isTight = true
    /// The line that began it.
    var line = 0

    /// Whether a block may begin in it, or in its place.
    var takesBlocks: Bool {
        switch kind {
        case .document, .quote, .list, .item, .paragraph, .table: true
        case .code, .fenced, .html, .heading, .rule: false
        }
    }

    /// Whether a blank line stands at the very end of it.
    var endsBlank: Bool {
        switch kind {
        case .list, .item: children.last?.endsBlank ?? isBlankBelow
        case .document, .quote, .paragraph, .code, .rule, .heading, .fenced, .html, .table: isBlankBelow
        }
    }

    func canContain(_ kind: Kind) -> Bool {
        switch self.kind {
        case .document, .quote, .item: if case .item = kind { false } else { true }
        case .list: if case .item = kind { true } else { false }
        case .paragraph, .code, .rule, .heading, .fenced, .html, .table: false
        }
    }

    /// Blank lines between the items of a list make all of it a loose one.
    mutating func findTightness() {
        for (index, item) in children.enumerated() {
            let isLast = index == children.count - 1
            if item.isBlankBelow, !isLast { isTight = false }
            for (place, block) in item.children.enumerated()
            where block.endsBlank && !(isLast && place == item.children.count - 1) {
                isTight = false
            }
        }
    }

    mutating func add(_ line: MarkdownLine) {
        content += repeatElement(0x20, count: line.blanksOfTab)
        content += line.source.bytes[line.rest.dropFirst(line.isInsideTab ? 1 : 0)]
        content.append(0x0a)
    }

    /// Without the blank lines at the end of code that no fence ends.
    mutating func dropBlankLines() {
        guard let last = content.lastIndex(where: { !$0.isWhitespace }) else { return content = [] }
        content.removeSubrange((content[last...].firstIndex(of: 0x0a) ?? last)...)
        content.append(0x0a)
    }
}

extension MarkdownNode.Kind {
    /// Whether it counts as one of the containers that are inside of one another.
    var isNesting: Bool {
        switch self {
        case .quote, .item: true
        case .document, .list, .paragraph, .code, .rule, .heading, .fenced, .html, .table: false
        }
    }

    /// Whether a blank line at its end is one between blocks, and not a part of it.
    func countsBlankLines(isEmptyItem: Bool) -> Bool {
        switch self {
        case .quote, .heading, .rule, .fenced: false
        case .item: !isEmptyItem
        case .document, .list, .paragraph, .code, .html, .table: true
        }
    }
}
