/// A text that is being edited: where the cursor is, what is selected, what can be undone, what was cut.
///
/// Positions are offsets in UTF-8, always between two characters, so that one Backspace removes one emoji. Line ends are
/// `\n`, whatever was pasted.
public struct EditedText: Hashable, Sendable {
    /// The state that an undo returns to.
    struct Snapshot: Hashable, Sendable, Codable {
        var text: String
        var cursor: Int
    }

    /// The last kind of edit: equal kinds in a row are one step of undo, or one entry of the ring of cuts.
    enum LastEdit: Hashable, Sendable, Codable {
        case none, typing, deleting, cutting
        case yanking(start: Int, entry: Int)
    }

    /// The text now.
    public internal(set) var text: String
    /// Where the next character goes.
    public internal(set) var cursor: Int { didSet { inner = nil } }
    /// Where what was typed ends, when that joins the character behind it: the cursor stands behind both, and the next scalar of
    /// what is being typed goes here. Gone with any move.
    private var inner: Int?
    /// Where the selection began; the cursor is its other end.
    public internal(set) var anchor: Int?
    /// Whether it has one line: line ends become blanks.
    public let isSingleLine: Bool
    /// The most characters there may be; more are not taken.
    public var limit: Int?
    var undos: [Snapshot] = []
    var redos: [Snapshot] = []
    /// The texts that were cut, the newest last.
    var cuts: [String] = []
    var last = LastEdit.none

    private static let undoLimit = 200
    static let cutLimit = 20

    /// A text with the cursor at its end.
    public init(_ text: String = "", isSingleLine: Bool = true, limit: Int? = nil) {
        self.isSingleLine = isSingleLine
        self.limit = limit
        self.text = ""
        cursor = 0
        self.text = fitting(cleaned(text), for: 0..<0)
        cursor = self.text.utf8.count
    }

    /// Whether there is no character.
    public var isEmpty: Bool { text.isEmpty }

    /// The bytes that are selected.
    public var selection: Range<Int>? {
        guard let anchor, anchor != cursor else { return nil }
        return min(anchor, cursor)..<max(anchor, cursor)
    }

    /// The selected part; `nil` for none.
    public var selectedText: String? { selection.map { String(text.bytes($0)) } }

    /// Selects the word around a place.
    mutating func selectWord(at place: Int) {
        var (start, end) = (rounded(place), rounded(place))
        while start > 0, character(at: before(start))?.isWordPart == true { start = before(start) }
        while character(at: end)?.isWordPart == true { end = after(end) }
        select(start..<end)
    }

    mutating func select(_ range: Range<Int>) {
        (anchor, cursor, last) = (range.lowerBound, range.upperBound, .none)
    }

    // MARK: Changing

    /// Puts text in the place of the selection, as if it was pasted: what was copied as a whole line is not one with a blank
    /// behind it.
    public mutating func insert(_ piece: String) {
        let end = isSingleLine ? piece.lastIndex { !$0.isNewline } : nil
        insert(end.map { String(piece[...$0]) } ?? piece, as: .none)
    }

    /// Replaces all of it; the cursor goes to the end.
    public mutating func replace(with text: String) {
        remember(.none)
        self.text = fitting(cleaned(text), for: 0..<self.text.utf8.count)
        cursor = self.text.utf8.count
        anchor = nil
    }

    mutating func insert(_ piece: String, as kind: LastEdit) {
        let range = selection ?? (inner ?? cursor)..<(inner ?? cursor)
        let piece = fitting(cleaned(piece), for: range)
        guard !piece.isEmpty || !range.isEmpty else { return }
        // A word is a step of undo.
        if kind == .typing, piece != " ", character(at: before(cursor)) == " " { last = .none }
        remember(kind)
        replace(range, with: piece)
    }

    /// As much of a text as there may be in the place of some bytes.
    func fitting(_ piece: String, for range: Range<Int>) -> String {
        guard let limit else { return piece }
        var whole = text
        whole.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: piece)
        // A mark is typed after its letter, and makes no more of them.
        if whole.count <= limit { return piece }
        return String(piece.prefix(max(0, limit - text.count + text.bytes(range).count)))
    }

    /// Brings it into a pattern, as part of the change before; what stood before the cursor still does.
    mutating func shape(by pattern: TextPattern) {
        let shaped = pattern.shaped(text)
        guard shaped != text else { return }
        let end = pattern.shaped(String(text.bytes(0..<cursor))).utf8.count
        (text, anchor) = (shaped, nil)
        cursor = rounded(end)
    }

    /// Removes bytes and leaves the cursor there.
    mutating func replace(_ range: Range<Int>, with piece: String) {
        text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: piece)
        anchor = nil
        // The inserted text may combine with the character behind it.
        let end = range.lowerBound + piece.utf8.count
        cursor = rounded(end)
        if cursor != end { inner = end }
    }

    /// The range that Backspace deletes: the character before the cursor, as far as it was typed.
    var leftCharacter: Range<Int> { before(cursor)..<(inner ?? cursor) }

    /// Keeps the text for an undo, unless this goes on with what was done before.
    mutating func remember(_ kind: LastEdit) {
        defer { last = kind }
        redos = []
        if kind == last, kind == .typing || kind == .deleting { return }
        undos.append(Snapshot(text: text, cursor: cursor))
        if undos.count > Self.undoLimit { undos.removeFirst() }
    }

    mutating func undo() {
        guard let snapshot = undos.popLast() else { return }
        redos.append(Snapshot(text: text, cursor: cursor))
        restore(snapshot)
    }

    mutating func redo() {
        guard let snapshot = redos.popLast() else { return }
        undos.append(Snapshot(text: text, cursor: cursor))
        restore(snapshot)
    }

    private mutating func restore(_ snapshot: Snapshot) {
        last = .none
        (text, cursor, anchor) = (snapshot.text, rounded(snapshot.cursor, in: snapshot.text), nil)
    }

    /// Text as it may stand here: without control characters; its line ends made one kind.
    private func cleaned(_ piece: String) -> String {
        let isClean = piece.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        if isClean { return piece }
        var result = String.UnicodeScalarView()
        for character in piece {
            if character.isNewline {
                result.append(isSingleLine ? " " : "\n")
            } else if character == "\t" {
                for _ in 0..<(isSingleLine ? 1 : 4) { result.append(" ") }
            } else {
                // One by one: to append several at once copies all that is there.
                for scalar in character.unicodeScalars where !scalar.isControl { result.append(scalar) }
            }
        }
        return String(result)
    }

    // MARK: Places

    func index(_ offset: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: min(max(offset, 0), text.utf8.count))
    }

    func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    /// The nearest place from there on that is between two characters.
    func rounded(_ offset: Int) -> Int { rounded(offset, in: text) }

    private func rounded(_ offset: Int, in text: String) -> Int {
        guard offset > 0, offset < text.utf8.count else { return min(max(offset, 0), text.utf8.count) }
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        let next = text.index(after: index)
        return text.index(before: next) == index ? offset : text.utf8.distance(from: text.startIndex, to: next)
    }

    /// The place one character before, or the beginning.
    func before(_ place: Int) -> Int { place <= 0 ? 0 : offset(text.index(before: index(place))) }

    /// The place one character after, or the end.
    func after(_ place: Int) -> Int {
        place >= text.utf8.count ? text.utf8.count : offset(text.index(after: index(place)))
    }

    func character(at place: Int) -> Character? { place < text.utf8.count ? text[index(place)] : nil }
}

extension Unicode.Scalar {
    /// Control characters, and marks of writing direction, which reorder what stands around them.
    var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069, 0x2028, 0x2029, 0xfff9...0xfffb: true
        default: false
        }
    }
}

extension EditedText: Codable {
    private enum Field: String, CodingKey {
        case text, cursor, inner, anchor, isSingleLine, limit, undos, redos, cuts, last
    }

    /// Takes the nearest places that are between two characters.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            try fields.decode(String.self, forKey: .text),
            isSingleLine: try fields.decodeIfPresent(Bool.self, forKey: .isSingleLine) ?? true,
            limit: try fields.decodeIfPresent(Int.self, forKey: .limit))
        // A frame from outside may have any position.
        cursor = rounded(try fields.decodeIfPresent(Int.self, forKey: .cursor) ?? cursor)
        if let place = try fields.decodeIfPresent(Int.self, forKey: .inner), before(cursor) < place, place < cursor,
            text.unicodeScalars.indices.contains(index(place))
        {
            inner = place
        }
        anchor = try fields.decodeIfPresent(Int.self, forKey: .anchor).map(rounded)
        undos = try fields.decodeIfPresent([Snapshot].self, forKey: .undos) ?? []
        redos = try fields.decodeIfPresent([Snapshot].self, forKey: .redos) ?? []
        cuts = try fields.decodeIfPresent([String].self, forKey: .cuts) ?? []
        let last = try fields.decodeIfPresent(LastEdit.self, forKey: .last) ?? .none
        if case .yanking(let start, let entry) = last, start > cursor || !cuts.indices.contains(entry) { return }
        self.last = last
    }

    /// Writes what an editor needs to go on, with what can be undone.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(text, forKey: .text)
        try fields.encode(cursor, forKey: .cursor)
        try fields.encodeIfPresent(inner, forKey: .inner)
        try fields.encodeIfPresent(anchor, forKey: .anchor)
        try fields.encode(isSingleLine, forKey: .isSingleLine)
        try fields.encodeIfPresent(limit, forKey: .limit)
        if !undos.isEmpty { try fields.encode(undos, forKey: .undos) }
        if !redos.isEmpty { try fields.encode(redos, forKey: .redos) }
        if !cuts.isEmpty { try fields.encode(cuts, forKey: .cuts) }
        if last != .none { try fields.encode(last, forKey: .last) }
    }
}
