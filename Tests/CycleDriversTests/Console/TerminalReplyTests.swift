import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

/// A reply that an earlier program asked for, or that text on the screen provoked, must never type into this program.
@Suite("Replies of terminals")
struct TerminalReplyTests {
    typealias Event = ConsoleDriver.Event

    /// XTVERSION, DECRQSS, XTGETTCAP, DA3, titles, icon names, colours, the clipboard, kitty's graphics and notifications,
    /// device attributes and states, modes, window sizes, cursor positions, keyboard flags.
    static let replies = [
        "\u{1b}P>|XTerm(388)\u{1b}\\", "\u{1b}P1$r0;1m\u{1b}\\", "\u{1b}P0$r\u{1b}\\",
        "\u{1b}P1+r544e=787465726d\u{1b}\\",
        "\u{1b}P!|00000000\u{1b}\\", "\u{1b}P1!~ABCD\u{1b}\\", "\u{1b}P@kitty-cmd{\"ok\":true}\u{1b}\\",
        "\u{1b}P\u{1b}\\",
        "\u{1b}]lmy title, quit\u{1b}\\", "\u{1b}]Licon\u{1b}\\", "\u{1b}]4;1;rgb:cdcd/0000/0000\u{7}",
        "\u{1b}]10;rgb:ffff/ffff/ffff\u{1b}\\", "\u{1b}]52;c;cm0gLXJmIC8=\u{7}", "\u{1b}]52;c;cQ==\u{1b}\\",
        "\u{1b}]99;i=1:p=?;a=focus\u{1b}\\", "\u{1b}]l\u{dc}ber\u{1b}\\", "\u{1b}]\u{1b}\\", "\u{1b}]x\u{18}",
        "\u{1b}]x\u{1a}",
        "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}^private\u{1b}\\", "\u{1b}Xanything\u{7}at\rall\u{1b}\\",
        "\u{90}>|XTerm\u{9c}", "\u{9d}lq\u{9c}", "\u{9f}Gi=1;OK\u{9c}", "\u{9e}q\u{9c}", "\u{98}q\u{9c}",
        "\u{1b}[?62;1;6c", "\u{1b}[?62;4;9c", "\u{1b}[>41;388;0c", "\u{1b}[=1u", "\u{1b}[>1u", "\u{1b}[?1u", "\u{1b}[u",
        "\u{1b}[0n",
        "\u{1b}[3n",
        "\u{1b}[?13n", "\u{1b}[?25;1$y", "\u{1b}[4;2$y", "\u{1b}[?1;80R", "\u{1b}[24;80R", "\u{1b}[1;80R",
        "\u{1b}[8;24;80t",
        "\u{1b}[4;480;640t", "\u{1b}[1t", "\u{1b}[3;0;0t", "\u{1b}[2;1;1;128;128;1;0x", "\u{1b}[>4;2m",
        "\u{1b}[?2;0;800;600S",
        "\u{1b}[>1;2A", "\u{1b}[?3~", "\u{1b}[1 A", "\u{9b}?62;1c", "\u{9b}24;80R",
    ]

    /// - Parameter pausing: Whether the moment passes after each piece in which Escape would be the key.
    static func decode(_ bytes: [UInt8], _ cuts: Set<Int> = [], pausing: Bool = false) -> [Event] {
        var decoder = KeyDecoder()
        var events: [Event] = []
        for (index, byte) in bytes.enumerated() {
            decoder.decode([byte]) { events.append($0) }
            if pausing, cuts.contains(index + 1) { decoder.timeOut { events.append($0) } }
        }
        decoder.finish { events.append($0) }
        return events
    }

    /// The first two bytes, which are Alt and a key when nothing follows them, stay together.
    static func cuts(_ bytes: [UInt8]) -> Set<Int> { Set(bytes.indices.dropFirst(bytes.first == 0x1b ? 3 : 2)) }

    @Test("are no keys, however they are cut; decision 21: those about pictures, too", arguments: replies)
    func noKeys(reply: String) {
        for bytes in [Array(reply.utf8), Self.eightBit(reply)] {
            #expect(Self.decode(bytes) == [])
            #expect(Self.decode(bytes, Self.cuts(bytes), pausing: true) == [])
            #expect(Self.decode(Array("x".utf8) + bytes + Array("y".utf8)) == [.key("x"), .key("y")])
        }
    }

    /// The same with each control of C1 as one byte, as terminals send it that are no UTF-8.
    static func eightBit(_ reply: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in reply.unicodeScalars {
            if (0x80...0x9f).contains(scalar.value) {
                bytes.append(UInt8(scalar.value))
            } else if bytes.last == 0x1b, (0x40...0x5f).contains(scalar.value) {
                bytes[bytes.count - 1] = UInt8(scalar.value) + 0x40
            } else {
                bytes += String(scalar).utf8
            }
        }
        return bytes
    }

    @Test("of any kind, with anything in them, cut anywhere, are no keys", arguments: 0..<TestSupport.seedCount(10))
    func random(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<100 {
            let reply = Self.randomString(&random)
            let cuts = Self.cuts(reply).filter { _ in Bool.random(using: &random) }
            let events = Self.decode(reply + Array("y".utf8), cuts, pausing: true)
            #expect(events == [.key("y")], "seed \(seed): \(reply)")
        }
    }

    static func randomString(_ random: inout SplitMix) -> [UInt8] {
        let kinds: [(short: [UInt8], long: [UInt8], scalar: [UInt8])] = "PX]^_".utf8.map {
            ([$0 + 0x40], [0x1b, $0], [0xc2, $0 + 0x40])
        }
        let place = Int.random(in: 0..<5, using: &random)
        let kind = kinds[place]
        let start = [kind.short, kind.long, kind.scalar].randomElement(using: &random) ?? kind.long
        var ends: [[UInt8]] = [[0x1b, 0x5c], [0x9c], [0xc2, 0x9c], [0x18], [0x1a]]
        if place == 2 { ends.append([0x07]) }
        let pieces = [
            "q", "d", "\u{fc}", "\u{dc}", "日", "😀", ";", "[", "\\", "]", "\r", "\t", "\n", "\u{0}", "\u{7f}", "11;rgb:",
        ]
        var body: [UInt8] = []
        let longest = Bool.random(using: &random) ? 12 : 3_000
        for _ in 0..<Int.random(in: 0...longest, using: &random) {
            body += (pieces.randomElement(using: &random) ?? "").utf8
        }
        return start + body + (ends.randomElement(using: &random) ?? [0x9c])
    }

    @Test("replies that never end do not keep Ctrl-C or Escape from the program", arguments: ["P", "X", "]", "^", "_"])
    func unfinished(kind: String) {
        let start = Array("\u{1b}\(kind)1;2".utf8)
        #expect(Self.decode(start + [3, 0x71]) == [.key(.control("c")), .key("q")])
        #expect(Self.decode(start + Array("\u{1b}[Aq".utf8)) == [.key(.up), .key("q")])
        #expect(Self.decode(start) == [])
        var decoder = KeyDecoder()
        var events: [Event] = []
        decoder.decode(start + [0x1b]) { events.append($0) }
        #expect(decoder.isUndecided)
        decoder.timeOut { events.append($0) }
        decoder.decode(Array("q".utf8)) { events.append($0) }
        #expect(events == [.key("q")])
    }
}
