import CycleDrivers
import Testing

@testable import CycleNetwork

/// The deeds of a peer of a WebSocket, and what the side under test makes of them: for a client and for a server alike.
struct HostilePeer: CustomTestStringConvertible {
    enum Step {
        /// A frame with the mask that the side under test expects.
        case frame(UInt8, [UInt8])
        /// A frame with the mask that only its own side may send.
        case misMasked(UInt8, [UInt8])
        /// The head of a frame that announces a length.
        case announced(UInt8, length: [UInt8])
        /// The first bytes of a frame.
        case part(UInt8, [UInt8], count: Int)
        case ends, cuts
        /// The peer reads nothing: no order to write is done from now on.
        case readsNothing
        /// The side under test says a text, or closes.
        case says(String)
        case closes(Int)
        case pauses(Bool)
        case time(Int)
    }

    let name: String
    let steps: [Step]
    /// Events, frames that are written, and what becomes of the stream, in words.
    let outcomes: String

    init(_ name: String, _ steps: [Step], _ outcomes: String) {
        (self.name, self.steps, self.outcomes) = (name, steps, outcomes)
    }

    var testDescription: String { name }

    static let byteLimit = 1_000

    static let all = interleaved + texts + closes + lengths + masks + halves

    private static func text(_ bytes: UInt8...) -> Step { .frame(0x01, bytes) }
    private static func more(_ bytes: UInt8...) -> Step { .frame(0x00, bytes) }
    private static func last(_ bytes: UInt8...) -> Step { .frame(0x80, bytes) }
    private static func ping(_ bytes: UInt8...) -> Step { .frame(0x89, bytes) }
    private static func close(_ code: Int, _ reason: UInt8...) -> Step {
        .frame(0x88, [UInt8(code >> 8), UInt8(code & 0xff)] + reason)
    }
    private static func broken(_ rule: String, _ code: Int = 1002) -> String { "broken \(rule), < close \(code), end" }
    private static let noText = broken("encoding", 1007)
    private static let tooLarge = broken("tooLarge", 1009)

    private static var interleaved: [HostilePeer] {
        [
            .init(
                "pings between all fragments", [text(0x61), ping(0x31), more(0x62), ping(0x32), last(0x63)],
                "< pong 1, < pong 2, text abc"),
            .init(
                "a ping in the middle of a scalar", [text(0xe2), ping(0x31), more(0x82), ping(0x32), last(0xac)],
                "< pong 1, < pong 2, text €"),
            .init(
                "a ping that is no text, inside of one", [text(0x61), ping(0xff), last(0x62)],
                "< pong \u{fffd}, text ab"),
            .init("a pong of no text, inside of one", [text(0x61), .frame(0x8a, [0xff]), last(0x62)], "text ab"),
            .init("a close in the middle of a scalar", [text(0xe2), close(1000)], "closed 1000, < close 1000, end"),
            .init(
                "a close in the middle of bytes", [.frame(0x02, [1]), close(1001)], "closed 1001, < close 1001, end"),
            .init("a reserved opcode between fragments", [text(0x61), .frame(0x83, [])], broken("opcode")),
            .init("a reserved control opcode between fragments", [text(0x61), .frame(0x8b, [])], broken("opcode")),
            .init("a reserved bit between fragments", [text(0x61), .frame(0xc9, [])], broken("reservedBit")),
            .init("a reserved bit of a continuation", [text(0x61), .frame(0x40, [])], broken("reservedBit")),
            .init("a ping without an end between fragments", [text(0x61), .frame(0x09, [])], broken("control")),
            .init("a continuation behind a ping alone", [ping(), last(0x61)], "< pong , " + broken("fragment")),
            .init("a whole text inside of empty fragments", [text(), .frame(0x81, [])], broken("fragment")),
            .init("bytes that begin inside of a text", [text(0x61), .frame(0x02, [])], broken("fragment")),
            .init("two ends of one message", [text(0x61), last(0x62), last(0x63)], "text ab, " + broken("fragment")),
            .init(
                "a thousand empty fragments", [text(0x61)] + .init(repeating: more(), count: 1_000) + [last(0x62)],
                "text ab"),
        ]
    }

    /// Each way to cut a scalar, and to break it there.
    private static var texts: [HostilePeer] {
        let scalar: [UInt8] = [0xf0, 0x9f, 0x98, 0x80]
        return (1...3).flatMap { cut in
            let (front, back) = (Array(scalar[..<cut]), Array(scalar[cut...]))
            return [
                HostilePeer("a scalar cut behind \(cut)", [.frame(1, front), .frame(0x80, back)], "text 😀"),
                .init("a scalar that ends behind \(cut)", [.frame(1, front), last()], noText),
                .init("a letter behind \(cut) bytes of a scalar", [.frame(1, front), more(0x61)], noText),
                .init("a scalar that begins behind \(cut) of one", [.frame(1, front), more(0xf0)], noText),
                .init("bytes of a scalar cut behind \(cut)", [.frame(2, front), last()], "bytes \(cut)"),
            ]
        } + [
            .init("a continuation byte behind a whole scalar", [text(0xc3, 0xa9), more(0x80)], noText),
            .init("an overlong scalar, cut", [text(0xf0), more(0x80)], noText),
            .init("a surrogate, cut", [text(0xed), more(0xa0)], noText),
            .init("a scalar above all, cut", [text(0xf4), more(0x90)], noText),
            .init("a mark of the order of bytes", [.frame(0x81, [0xef, 0xbb, 0xbf])], "text \u{feff}"),
            .init("a text of NUL", [.frame(0x81, [0])], "text \0"),
        ]
    }

    private static var closes: [HostilePeer] {
        let bad = [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 0xe803]
        return bad.map { .init("a close of code \($0)", [close($0)], broken("closeCode")) }
            + [1000, 1007, 1014, 3000, 4999].map {
                .init("a close of code \($0)", [close($0)], "closed \($0), < close \($0), end")
            } + [
                .init("a reason cut behind a byte", [close(1000, 0xe2)], noText),
                .init("a reason cut behind two", [close(1000, 0xe2, 0x82)], noText),
                .init("an overlong reason", [close(1000, 0xc0, 0x80)], noText),
                .init("a reason that is no text, with a bad code", [close(1005, 0xff)], noText),
                .init("closes of both sides at once", [.closes(3000), close(1001)], "< close 3000, closed 1001, end"),
                .init(
                    "a text behind one's own close", [.closes(1000), .frame(0x81, [0x61]), close(1000)],
                    "< close 1000, text a, closed 1000, end"),
                .init(
                    "a ping behind one's own close has no answer", [.closes(1000), ping(), close(1000)],
                    "< close 1000, closed 1000, end"),
                .init(
                    "a broken frame behind one's own close", [.closes(1000), .frame(0xff, [])],
                    "< close 1000, broken reservedBit, end"),
                .init(
                    "nothing behind a close is read", [close(1000), close(0), .frame(0xff, [])],
                    "closed 1000, < close 1000, end"),
            ]
    }

    private static var lengths: [HostilePeer] {
        let most: [UInt8] = [127, 0x7f, 255, 255, 255, 255, 255, 255, 255]
        return [
            .init("the largest length", [.announced(0x82, length: most)], tooLarge),
            .init("the largest length of a text", [.announced(0x81, length: most)], tooLarge),
            .init("the largest length of a ping", [.announced(0x89, length: most)], broken("control")),
            .init("the largest length of a continuation", [text(0x61), .announced(0x00, length: most)], tooLarge),
            .init("a length below zero", [.announced(0x82, length: [127, 0x80])], broken("length")),
            .init("one byte above the limit", [.announced(0x82, length: [126, 3, 233])], tooLarge),
            .init(
                "a continuation above the limit", [text(0x61), .announced(0x00, length: [126, 3, 232])], tooLarge),
            .init("two bytes of length for none", [.announced(0x82, length: [126, 0, 0])], broken("length")),
            .init("two bytes of length of a close", [.announced(0x88, length: [126])], broken("control")),
            .init(
                "a ping between fragments is none of their length",
                [
                    .frame(0x02, .init(repeating: 1, count: 999)), .frame(0x89, .init(repeating: 0x2a, count: 125)),
                    last(1),
                ], "< pong \(String(repeating: "*", count: 125)), bytes 1000"),
        ]
    }

    private static var masks: [HostilePeer] {
        [UInt8(0x81), 0x82, 0x01, 0x88, 0x89, 0x8a].map {
            .init("a frame \($0) with the wrong mask", [.misMasked($0, [])], broken("mask"))
        } + [
            .init("a continuation with the wrong mask", [text(0x61), .misMasked(0x80, [])], broken("mask")),
            .init(
                "a long frame with the wrong mask", [.misMasked(0x82, .init(repeating: 1, count: 300))], broken("mask")),
        ]
    }

    /// Peers that end, cut or do not read.
    private static var halves: [HostilePeer] {
        let lost = "lost disconnected, cut"
        return [
            .init("an end at once", [.ends], lost),
            .init("an end in a head", [.part(0x81, [0x61], count: 1), .ends], lost),
            .init("an end in a payload", [.part(0x81, .init(repeating: 0x61, count: 9), count: 9), .ends], lost),
            .init("an end between fragments", [text(0x61), .ends], lost),
            .init("an end behind a ping", [ping(0x31), .ends], "< pong 1, " + lost),
            .init("a cut between fragments", [text(0x61), .cuts], "lost socket(CycleDrivers.SocketFailure.reset)"),
            .init("an end behind a close", [close(1000), .ends], "closed 1000, < close 1000, end, cut"),
            .init("a cut behind a close", [close(1000), .cuts], "closed 1000, < close 1000, end"),
            .init("a close without an end", [close(1000), .time(10)], "closed 1000, < close 1000, end, cut"),
            .init("an end for a close", [.closes(1000), .ends], "< close 1000, closed 1000 unclean, cut"),
            .init("a cut for a close", [.closes(1000), .cuts], "< close 1000, closed 1000 unclean"),
            .init("no answer to a close", [.closes(1000), .time(10)], "< close 1000, closed 1000 unclean, cut"),
            .init("an end behind a broken frame", [.frame(0xff, []), .ends], broken("reservedBit") + ", cut"),
            .init("no end behind a broken frame", [.frame(0xff, []), .time(10)], broken("reservedBit") + ", cut"),
            .init(
                "a peer that reads nothing and breaks a rule",
                [.readsNothing, .says("a"), .frame(0xff, []), .time(10)],
                "< text a, broken reservedBit, cut"),
            .init(
                "a peer that reads nothing and closes", [.readsNothing, .says("a"), close(1000), .ends, .time(10)],
                "< text a, closed 1000, cut"),
            .init(
                "a close while it is paused is read behind the pause",
                [
                    .pauses(true), .pauses(false), close(1000),
                ], "hold, go on, closed 1000, < close 1000, end"),
            .init("an end while it is paused", [.pauses(true), .ends], "hold, " + lost),
            .init(
                "a close of one's own ends a pause",
                [
                    .pauses(true), .closes(1000), close(1000),
                ], "hold, < close 1000, go on, closed 1000, end"),
        ]
    }
}
