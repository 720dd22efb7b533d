import CycleBase
import CycleDrivers
import TestSupport

@testable import CycleScreens

/// Text and sequences as programs write them, and as none does.
///
/// It keeps off what is known to differ in tmux 3.3a: it does not blank what `CSI @` and, outside of the region, `CSI L` have moved where
/// more is inserted than is moved; and the columns of characters that are newer than its C library.
struct RandomTerminalBytes {
    private static let numbers = ["", "", "0", "1", "1", "2", "3", "5", "9", "40", "9999", "2147483648", "1:2"]
    private static let texts = [
        "日", "本語", "é", "e\u{301}", "한글", "ж", "α", "日\u{301}", "ÿ", "ひ",
    ]
    private static let modes = [
        "?6", "?6", "?7", "?7", "4", "4", "?1049", "?1049", "?47", "?1047", "?25", "?2004", "?3",
    ]
    private static let strings = [
        "\u{1b}]2;title\u{7}", "\u{1b}]0;日本\u{1b}\\", "\u{1b}]8;;http://a.b\u{1b}\\", "\u{1b}P1;2|abc\u{1b}\\",
        "\u{1b}Xabc\u{1b}\\", "\u{1b}^abc\u{18}", "\u{1b}_abc\u{1b}\\", "\u{1b}kname\u{1b}\\",
        "\u{1b}]2;no end\u{1b}[A",
        "\u{1b}P\u{1b}\u{1b}\\x\u{1b}\\",
    ]
    private static let escapes = [
        "7", "7", "8", "8", "D", "D", "E", "H", "M", "M", "=", ">", "(0", "(B", "(B", ")0", ")B", "#8", "c\u{1b}7",
        "%G", "Z",
    ]

    /// Follows what is written, to know where the cursor is.
    private(set) var screen: TerminalScreen
    private(set) var pieces: [[UInt8]] = []
    private var chance: SeededChance

    /// Brings a terminal from any state to that of its start, and saves a cursor there.
    static let start = Array("\u{18}\u{1b}\\\u{1b}\\\u{1b}[?1049l\u{1b}c\u{1b}[H\u{1b}[?1049h\u{1b}[?1049l\u{1b}7".utf8)
    /// Ends what is not whole.
    static let end = Array("\u{18}\u{1b}\\\u{1b}\\".utf8)

    var bytes: [UInt8] { Array(pieces.joined()) }

    init(seed: UInt64, columns: Int, rows: Int, byteCount: Int) {
        screen = TerminalScreen(.init(columns: columns, rows: rows))
        chance = SeededChance(seed: seed)
        add(Self.start)
        var count = 0
        while count < byteCount {
            // tmux does not blank a wide character in the first column whose second half is written over.
            if screen.grid.column == 1, screen.grid.rows[screen.grid.row].cells[0].width == 2 { add([0x0d]) }
            if chance.once(in: 22) { add(insertion(), inserts: true) } else { add(piece()) }
            count += max(1, pieces.last?.count ?? 0)
        }
        add(Self.end)
    }

    private mutating func add(_ piece: [UInt8], inserts: Bool = false) {
        guard isAgreed(piece, inserts) else { return }
        pieces.append(piece)
        screen.receive(piece)
    }

    /// Whether a piece asks for no answer, and has no scalars whose columns are disputed, with the bytes before it.
    private func isAgreed(_ piece: [UInt8], _ inserts: Bool) -> Bool {
        var parser = screen.parser
        for byte in piece {
            switch parser.take(byte) {
            case .sequence(let final):
                if "cnqtp".utf8.contains(final) || !inserts && "@L".utf8.contains(final) { return false }
            case .scalar(let scalar):
                if scalar != "\u{200d}" || piece.count < 9, !Self.isAgreed(scalar) { return false }
            case .none, .control, .escape, .command, .unknown: break
            }
        }
        return true
    }

    private mutating func piece() -> [UInt8] {
        switch chance.below(21) {
        case 0..<5: return (0..<1 + chance.below(24)).map { _ in UInt8(0x20 + chance.below(0x5f)) }
        case 5, 6: return letters()
        case 7, 8: return [chance.one(of: [0x0d, 0x0a, 0x0a, 0x09, 0x08, 0x0b, 0x0c, 0x0e, 0x0f, 0x00, 0x07])]
        case 9: return Array("\u{1b}\(chance.one(of: Self.escapes))".utf8)
        case 10...12: return sequence(of: ["A", "B", "C", "D", "E", "F", "G", "H", "H", "H", "Z", "`", "d", "f"])
        case 13: return sequence(of: ["J", "K", "X", "P", "M", "S", "T"])
        case 14: return sequence(of: ["r"])
        case 15: return Array("\u{1b}[\(chance.one(of: Self.modes))\(chance.one(of: ["h", "l"]))".utf8)
        case 16: return sequence(of: ["m", "m", "g", "s", "u", ">m"])
        case 17: return Array("ab\u{1b}[\(1 + chance.below(9))b".utf8)
        case 18: return Array(chance.one(of: Self.strings).utf8)
        default: return raw()
        }
    }

    /// tmux puts to any character what follows a joiner: a family stands where its first person has room.
    private mutating func letters() -> [UInt8] {
        let hasRoom =
            screen.parser.isGround && screen.grid.column + 2 < screen.size.columns && !screen.modes.writing.isInserting
        return Array((hasRoom && chance.once(in: 9) ? "👨‍👩‍👧" : chance.one(of: Self.texts)).utf8)
    }

    private mutating func sequence(of finals: [String]) -> [UInt8] {
        let count = chance.below(3)
        let numbers = (0..<count).map { _ in chance.one(of: Self.numbers) }.joined(separator: ";")
        return Array("\u{1b}[\(numbers)\(chance.one(of: finals))".utf8)
    }

    private mutating func insertion() -> [UInt8] {
        let count = 1 + chance.below(3)
        let (columns, rows) = (screen.size.columns - screen.grid.column, screen.size.rows - screen.grid.row)
        if chance.once(in: 2) { return columns >= 2 * count ? Array("\u{1b}[\(count)@".utf8) : [] }
        let isInside = screen.grid.region.contains(screen.grid.row)
        return isInside || rows >= 2 * count ? Array("\u{1b}[\(count)L".utf8) : []
    }

    /// Bytes from nowhere.
    private mutating func raw() -> [UInt8] {
        chance.many(1...6) { chance in
            chance.once(in: 4) ? chance.one(of: [0x1b, 0x5b, 0x9b, 0x18, 0xe3, 0xc3, 0xf0]) : UInt8(chance.below(256))
        }
    }

    private static func isAgreed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x7f, 0xa1..<0xad, 0xae..<0x250, 0x300..<0x370, 0x391..<0x3a2, 0x410..<0x450, 0x4e00..<0x9f00,
            0xac00..<0xd700,
            0x3041..<0x3097, 0x1f468...0x1f469, 0x1f467:

            true
        default: false
        }
    }
}
