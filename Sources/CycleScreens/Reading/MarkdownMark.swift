import CycleBase

/// A run of `*`, `_` or `~` that may begin or end emphasis. The runs are linked, so that one is taken out at no cost.
struct MarkdownMark {
    let byte: UInt8
    let piece: Int
    /// How many there were in the text; some of them may be used up.
    let count: Int
    let canOpen: Bool
    let canClose: Bool
    var previous: Int?
    var next: Int?

    /// Whether a run may end what another one begins. Where one could do both, the sum of both tells whether they belong together:
    /// the rule of three of CommonMark.
    func closes(_ opener: MarkdownMark) -> Bool {
        guard opener.canOpen, opener.byte == byte else { return false }
        return !(canOpen || opener.canClose) || count % 3 == 0 || (opener.count + count) % 3 != 0
    }

    /// Those for which the same openers have been looked through.
    var kind: Int { (Int(byte) * 2 + (canOpen ? 1 : 0)) * 3 + count % 3 }
}

extension MarkdownInlines {
    /// Reads a run of marks, and whether it can begin or end something between the characters around it.
    mutating func readMarks() {
        let byte = source[offset]
        var end = source.skip(offset) { $0 == byte }
        let isTilde = byte == UInt8(ascii: "~")
        // Two tildes strike out at most; GFM cuts longer runs at a hundred.
        if isTilde { end = min(end, offset + 100) }
        let (before, after) = (kind(before: offset, skipsTildes: !isTilde), kind(at: end, skipsTildes: !isTilde))
        let isLeft = after != .space && (after == .other || before != .other)
        let isRight = before != .space && (before == .other || after != .other)
        var (canOpen, canClose) = (isLeft, isRight)
        if byte == UInt8(ascii: "_") {
            // An underscore inside of a word is a character.
            canOpen = isLeft && (!isRight || before == .punctuation)
            canClose = isRight && (!isLeft || after == .punctuation)
        }
        let count = end - offset
        if canOpen || canClose, !isTilde || count <= 2 {
            if let lastMark { marks[lastMark].next = marks.count }
            marks.append(
                MarkdownMark(
                    byte: byte, piece: pieces.count, count: count, canOpen: canOpen, canClose: canClose,
                    previous: lastMark))
            lastMark = marks.count - 1
        }
        pieces.append(Piece(range: offset..<end))
        offset = end
    }

    private enum Neighbour { case space, punctuation, other }

    private func kind(before index: Int, skipsTildes: Bool) -> Neighbour {
        var start = index - 1
        while start > 0, source.bytes[start] & 0xc0 == 0x80 || (skipsTildes && source.bytes[start] == UInt8(ascii: "~"))
        {
            start -= 1
        }
        guard start >= 0, !skipsTildes || source.bytes[start] != UInt8(ascii: "~") else { return .space }
        return kind(at: start, skipsTildes: false)
    }

    private func kind(at index: Int, skipsTildes: Bool) -> Neighbour {
        let start = skipsTildes ? source.skip(index) { $0 == UInt8(ascii: "~") } : index
        guard start < source.end else { return .space }
        let byte = source.bytes[start]
        if byte < 0x80 { return byte.isWhitespace ? .space : byte.isPunctuation ? .punctuation : .other }
        guard
            let scalar = String(decoding: source.bytes[start..<min(start + 4, source.end)], as: UTF8.self)
                .unicodeScalars.first
        else { return .other }
        return switch scalar.properties.generalCategory {
        case .spaceSeparator: .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            .punctuation
        default: .other
        }
    }

    /// Pairs the marks behind one, and takes them off.
    mutating func pairMarks(above bottom: Int?) {
        var closer = if let bottom { marks[bottom].next } else { first }
        // Up to where no opener is left for a kind of closers.
        var searched: [Int: Int] = [:]
        while let index = closer {
            guard marks[index].canClose else {
                closer = marks[index].next
                continue
            }
            let kind = marks[index].kind
            let least = max(searched[kind] ?? -1, bottom ?? -1)
            var opener = marks[index].previous
            while let place = opener, place > least, !marks[index].closes(marks[place]) {
                opener = marks[place].previous
            }
            if let place = opener, place > least {
                closer = pair(place, index)
            } else {
                closer = marks[index].next
                searched[kind] = marks[index].previous ?? -1
                if !marks[index].canOpen { remove(index) }
            }
        }
        while let last = lastMark, last > bottom ?? -1 { remove(last) }
    }

    /// The first run of those that are left.
    private var first: Int? {
        var index = lastMark
        while let place = index, let previous = marks[place].previous { index = previous }
        return index
    }

    /// Emphasizes what stands between two runs: the next one to look at.
    private mutating func pair(_ opener: Int, _ closer: Int) -> Int? {
        let (first, last) = (marks[opener].piece, marks[closer].piece)
        let (left, right) = (pieces[first].range.count, pieces[last].range.count)
        let isTilde = marks[closer].byte == UInt8(ascii: "~")
        if isTilde, left != right { return marks[closer].next }
        let count = isTilde ? left : left >= 2 && right >= 2 ? 2 : 1
        pieces[first].range.removeLast(count)
        pieces[last].range.removeFirst(count)
        if isTilde {
            pieces[first].begins.struck += 1
            pieces[last].ends.struck += 1
        } else if count == 2 {
            pieces[first].begins.bold += 1
            pieces[last].ends.bold += 1
        } else {
            pieces[first].begins.italic += 1
            pieces[last].ends.italic += 1
        }
        while let between = marks[closer].previous, between != opener { remove(between) }
        if pieces[first].range.isEmpty { remove(opener) }
        guard pieces[last].range.isEmpty else { return closer }
        let next = marks[closer].next
        remove(closer)
        return next
    }

    private mutating func remove(_ index: Int) {
        let mark = marks[index]
        if let previous = mark.previous { marks[previous].next = mark.next }
        if let next = mark.next { marks[next].previous = mark.previous } else { lastMark = mark.previous }
    }
}

extension Range<Int> {
    fileprivate mutating func removeFirst(_ count: Int) { self = lowerBound + count..<upperBound }
    fileprivate mutating func removeLast(_ count: Int) { self = lowerBound..<upperBound - count }
}
