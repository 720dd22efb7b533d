@testable import CycleNetwork

/// Peers that mix frames, cut what belongs together, and end, cut or wait at any time.
extension WebSocketCase {
    static var hostilePeers: [WebSocketCase] { interleaved + scalars + lateCloses + announcements + halves }

    private static func text(_ bytes: UInt8...) -> Step { .frame(0x01, bytes) }
    private static func more(_ bytes: UInt8...) -> Step { .frame(0x00, bytes) }
    private static func last(_ bytes: UInt8...) -> Step { .frame(0x80, bytes) }
    private static func ping(_ bytes: UInt8...) -> Step { .frame(0x89, bytes) }
    private static func close(_ code: Int, _ reason: UInt8...) -> Step {
        .frame(0x88, [UInt8(code >> 8), UInt8(code & 0xff)] + reason)
    }

    private static var interleaved: [WebSocketCase] {
        let a = text(0x61)
        let pings: [Outcome] = [.pong([1]), .pong([2])]
        return [
            .init(
                "pings between all fragments", [a, ping(1), more(0x62), ping(2), last(0x63)], pings + [.text("abc")]),
            .init(
                "pings in the middle of a scalar", [text(0xe2), ping(1), more(0x82), ping(2), last(0xac)],
                pings + [.text("€")]),
            .init("a ping that is no text, inside of one", [a, ping(0xff), last(0x62)], [.pong([0xff]), .text("ab")]),
            .init("a pong of no text, inside of one", [a, .frame(0x8a, [0xff]), last(0x62)], [.text("ab")]),
            .init("a close in the middle of a scalar", [text(0xe2), close(1000)], [.closed(1000)]),
            .init("a close in the middle of bytes", [.frame(0x02, [1]), close(1001)], [.closed(1001)]),
            .init("a reserved opcode between fragments", [a, .frame(0x83)], [.broken(.opcode)]),
            .init("a reserved control opcode between fragments", [a, .frame(0x8b)], [.broken(.opcode)]),
            .init("a reserved bit between fragments", [a, .frame(0xc9)], [.broken(.reservedBit)]),
            .init("a reserved bit of a continuation", [a, .frame(0x40)], [.broken(.reservedBit)]),
            .init("a ping without an end between fragments", [a, .frame(0x09)], [.broken(.control)]),
            .init("a continuation behind a ping alone", [ping(), last(0x61)], [.pong([]), .broken(.fragment)]),
            .init("a whole text inside of empty fragments", [text(), .frame(0x81)], [.broken(.fragment)]),
            .init("bytes that begin inside of a text", [a, .frame(0x02)], [.broken(.fragment)]),
            .init("two ends of one message", [a, last(0x62), last(0x63)], [.text("ab"), .broken(.fragment)]),
            .init(
                "a thousand empty fragments", [a] + .init(repeating: more(), count: 1_000) + [last(0x62)],
                [.text("ab")]),
        ]
    }

    /// Each way to cut a scalar, and to break it there.
    private static var scalars: [WebSocketCase] {
        let scalar: [UInt8] = [0xf0, 0x9f, 0x98, 0x80]
        return (1...3).flatMap { cut in
            let (front, back) = (Array(scalar[..<cut]), Array(scalar[cut...]))
            let begun = Step.frame(0x01, front)
            return [
                WebSocketCase("a scalar cut behind \(cut)", [begun, .frame(0x80, back)], [.text("😀")]),
                .init("a scalar that ends behind \(cut)", [begun, last()], [.broken(.encoding)]),
                .init("a letter behind \(cut) bytes of a scalar", [begun, more(0x61)], [.broken(.encoding)]),
                .init("a scalar that begins behind \(cut) of one", [begun, more(0xf0)], [.broken(.encoding)]),
                .init("bytes of a scalar cut behind \(cut)", [.frame(0x02, front), last()], [.bytes(front)]),
            ]
        } + [
            .init("a continuation byte behind a whole scalar", [text(0xc3, 0xa9), more(0x80)], [.broken(.encoding)]),
            .init("an overlong scalar, cut", [text(0xf0), more(0x80)], [.broken(.encoding)]),
            .init("a surrogate, cut", [text(0xed), more(0xa0)], [.broken(.encoding)]),
            .init("a scalar above all, cut", [text(0xf4), more(0x90)], [.broken(.encoding)]),
            .init("a mark of the order of bytes", [.frame(0x81, [0xef, 0xbb, 0xbf])], [.text("\u{feff}")]),
            .init("a text of NUL", [.frame(0x81, [0])], [.text("\0")]),
        ]
    }

    /// Reasons that are no text, and what comes behind a close.
    private static var lateCloses: [WebSocketCase] {
        [
            .init("a reason cut behind a byte", [close(1000, 0xe2)], [.broken(.encoding)]),
            .init("a reason cut behind two", [close(1000, 0xe2, 0x82)], [.broken(.encoding)]),
            .init("an overlong reason", [close(1000, 0xc0, 0x80)], [.broken(.encoding)]),
            .init("a reason that is no text, with a bad code", [close(1005, 0xff)], [.broken(.encoding)]),
            .init(
                "closes of both sides at once", [.closes(3000), close(1001)],
                [.words("< close 3000, closed 1001, end")]),
            .init(
                "a text behind one's own close", [.closes(1000), .text("a"), close(1000)],
                [.words("< close 1000, text a, closed 1000, end")]),
            .init(
                "a ping behind one's own close has no answer", [.closes(1000), ping(), close(1000)],
                [.words("< close 1000, closed 1000, end")]),
            .init(
                "a broken frame behind one's own close", [.closes(1000), .frame(0xff)],
                [.words("< close 1000, broken reservedBit, end")]),
            .init("nothing behind a close is read", [close(1000), close(0), .frame(0xff)], [.closed(1000)]),
        ]
    }

    private static var announcements: [WebSocketCase] {
        let most: [UInt8] = [127, 0x7f, 255, 255, 255, 255, 255, 255, 255]
        let limit: [UInt8] = [127, 0, 0, 0, 0, 0, 1, 0x11, 0x70]
        let almostAll = [UInt8](repeating: 1, count: byteLimit - 1)
        let payload = [UInt8](repeating: 0x2a, count: 125)
        return [
            .init("the largest length of a text", [.announced(0x81, length: most)], [.broken(.tooLarge)]),
            .init("the largest length of a ping", [.announced(0x89, length: most)], [.broken(.control)]),
            .init(
                "the largest length of a continuation", [text(0x61), .announced(0x00, length: most)],
                [.broken(.tooLarge)]),
            .init("a length below zero", [.announced(0x82, length: [127, 0x80])], [.broken(.length)]),
            .init(
                "one byte above the limit is announced", [.announced(0x82, length: limit.dropLast() + [0x71])],
                [.broken(.tooLarge)]),
            .init(
                "a continuation above the limit is announced", [text(0x61), .announced(0x00, length: limit)],
                [.broken(.tooLarge)]),
            .init("two bytes of length for none", [.announced(0x82, length: [126, 0, 0])], [.broken(.length)]),
            .init("two bytes of length of a close", [.announced(0x88, length: [126])], [.broken(.control)]),
            .init(
                "a ping between fragments is none of their length",
                [.frame(0x02, almostAll), .frame(0x89, payload), last(1)], [.pong(payload), .bytes(almostAll + [1])]),
        ]
    }

    /// Peers that end, cut or do not read.
    private static var halves: [WebSocketCase] {
        let lost = [Outcome.words("lost disconnected, cut")]
        let cut = [Outcome.words("cut")]
        return [
            .init("an end at once", [.ends], lost),
            .init("an end in a head", [.part(0x82, .init(repeating: 1, count: 126), missing: 127), .ends], lost),
            .init("an end in a payload", [.part(0x81, .init(repeating: 0x61, count: 9), missing: 2), .ends], lost),
            .init("an end between fragments", [text(0x61), .ends], lost),
            .init("an end behind a ping", [ping(1), .ends], [.pong([1])] + lost),
            .init(
                "a cut between fragments", [text(0x61), .cuts],
                [.words("lost socket(CycleDrivers.SocketFailure.reset)")]),
            .init("an end behind a close", [close(1000), .ends], [.closed(1000)] + cut),
            .init("a cut behind a close", [close(1000), .cuts], [.closed(1000)]),
            .init("a close, and a stream that stays open", [close(1000), .time(10)], [.closed(1000)] + cut),
            .init("an end for a close", [.closes(1000), .ends], [.words("< close 1000, closed 1000 unclean, cut")]),
            .init("a cut for a close", [.closes(1000), .cuts], [.words("< close 1000, closed 1000 unclean")]),
            .init(
                "no answer to a close", [.closes(1000), .time(10)], [.words("< close 1000, closed 1000 unclean, cut")]),
            .init("an end behind a broken frame", [.frame(0xff), .ends], [.broken(.reservedBit)] + cut),
            .init("no end behind a broken frame", [.frame(0xff), .time(10)], [.broken(.reservedBit)] + cut),
            .init(
                "a peer that reads nothing and breaks a rule", [.readsNothing, .says("a"), .frame(0xff), .time(10)],
                [.words("< text a, broken reservedBit, cut")]),
            .init(
                "a peer that reads nothing and closes", [.readsNothing, .says("a"), close(1000), .ends, .time(10)],
                [.words("< text a, closed 1000, cut")]),
            .init(
                "a close while it is paused is read behind the pause", [.pauses(true), .pauses(false), close(1000)],
                [.words("hold, go on"), .closed(1000)]),
            .init("an end while it is paused", [.pauses(true), .ends], [.words("hold")] + lost),
            .init(
                "a close of one's own ends a pause", [.pauses(true), .closes(1000), close(1000)],
                [.words("hold, < close 1000, go on, closed 1000, end")]),
        ]
    }
}
