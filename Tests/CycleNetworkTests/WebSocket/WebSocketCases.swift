@testable import CycleNetwork

/// The rules of RFC 6455, one a case, in the groups of the Autobahn suite.
extension WebSocketCase {
    static var rules: [WebSocketCase] {
        sizes + pings + reservedBits + opcodes + fragments + texts + closes + lengths + masks + limits
    }

    private static let hi = Array("hi".utf8)

    private static var sizes: [WebSocketCase] {
        [0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537, byteLimit].flatMap { count -> [WebSocketCase] in
            let text = String(repeating: "*", count: count)
            let bytes = [UInt8](repeating: 0xfe, count: count)
            return [
                .init("a text of \(count) bytes", [.text(text)], [.text(text)]),
                .init("a message of \(count) bytes", [.frame(0x82, bytes)], [.bytes(bytes)]),
            ]
        }
    }

    private static var pings: [WebSocketCase] {
        let payloads: [[UInt8]] = [[], hi, [0, 0xff, 0xfe, 0xfd], [UInt8](repeating: 0xfe, count: 125)]
        let answered = payloads.map { payload in
            WebSocketCase("a ping of \(payload.count) bytes", [.frame(0x89, payload)], [.pong(payload)])
        }
        let many = (0..<10).map { [UInt8($0)] }
        return answered + [
            .init("ten pings in a row", many.map { .frame(0x89, $0) }, many.map { .pong($0) }),
            .init("a pong that nobody has asked for", [.frame(0x8a)], []),
            .init("a pong with a payload", [.frame(0x8a, hi), .frame(0x89)], [.pong([])]),
            .init("a ping of 126 bytes", [.frame(0x89, .init(repeating: 1, count: 126))], [.broken(.control)]),
            .init("a pong of 126 bytes", [.frame(0x8a, .init(repeating: 1, count: 126))], [.broken(.control)]),
            .init("a ping without an end", [.frame(0x09, hi)], [.broken(.control)]),
            .init("a ping behind a text", [.text("a"), .frame(0x89, hi)], [.text("a"), .pong(hi)]),
        ]
    }

    private static var reservedBits: [WebSocketCase] {
        (1...7).flatMap { bits in
            [UInt8(0x81), 0x82, 0x80, 0x88, 0x89, 0x8a, 0x01].map { first in
                WebSocketCase(
                    "reserved bits \(bits) of a frame that begins with \(first)",
                    [.text("a"), .frame(first | UInt8(bits << 4), hi), .text("b")],
                    [.text("a"), .broken(.reservedBit)])
            }
        }
    }

    private static var opcodes: [WebSocketCase] {
        [UInt8](3...7).flatMap { opcode in opcodeCases(opcode) }
            + [UInt8](11...15).flatMap { opcode in opcodeCases(opcode) }
    }

    private static func opcodeCases(_ opcode: UInt8) -> [WebSocketCase] {
        [
            .init("opcode \(opcode)", [.frame(0x80 | opcode)], [.broken(.opcode)]),
            .init(
                "opcode \(opcode) with a payload behind a text", [.text("a"), .frame(0x80 | opcode, hi)],
                [.text("a"), .broken(.opcode)]),
            .init("opcode \(opcode) without an end", [.frame(opcode, hi), .text("b")], [.broken(.opcode)]),
        ]
    }

    private static var fragments: [WebSocketCase] {
        let (one, two, three) = (Array("one".utf8), Array("two".utf8), Array("three".utf8))
        let twos: [Step] = [.frame(0x01, one), .frame(0x80, two)]
        let ping = Step.frame(0x89, hi)
        return [
            .init("a text in two fragments", twos, [.text("onetwo")]),
            .init("bytes in two fragments", [.frame(0x02, one), .frame(0x80, two)], [.bytes(one + two)]),
            .init(
                "a text in three fragments", [.frame(0x01, one), .frame(0x00, two), .frame(0x80, three)],
                [.text("onetwothree")]),
            .init(
                "a text in empty fragments", [.frame(0x01), .frame(0x00), .frame(0x80)], [.text("")]),
            .init("an empty end", [.frame(0x01, one), .frame(0x80)], [.text("one")]),
            .init("an empty beginning", [.frame(0x01), .frame(0x80, one)], [.text("one")]),
            .init("a ping between fragments", [twos[0], ping, twos[1]], [.pong(hi), .text("onetwo")]),
            .init(
                "pings between empty fragments", [.frame(0x01), ping, .frame(0x00), ping, .frame(0x80)],
                [.pong(hi), .pong(hi), .text("")]),
            .init("a pong between fragments", [twos[0], .frame(0x8a), twos[1]], [.text("onetwo")]),
            .init("two messages in fragments", twos + twos, [.text("onetwo"), .text("onetwo")]),
            .init("an end that continues nothing", [.frame(0x80, one)], [.broken(.fragment)]),
            .init("a fragment that continues nothing", [.frame(0x00, one)], [.broken(.fragment)]),
            .init(
                "a fragment behind a whole message", [.text("a"), .frame(0x80, one)],
                [.text("a"), .broken(.fragment)]),
            .init("a fragment behind an end", twos + [.frame(0x80, one)], [.text("onetwo"), .broken(.fragment)]),
            .init("a text inside of a text", [twos[0], .text("a")], [.broken(.fragment)]),
            .init("bytes inside of a text", [twos[0], .frame(0x82, one)], [.broken(.fragment)]),
            .init("a text inside of bytes", [.frame(0x02, one), .frame(0x01, one)], [.broken(.fragment)]),
            .init("a close between fragments", [twos[0], .frame(0x88, [3, 232])], [.closed(1000)]),
            .init("a close without an end", [.frame(0x08)], [.broken(.control)]),
            .init("a pong without an end", [.frame(0x0a)], [.broken(.control)]),
            .init(
                "a hundred fragments of one byte",
                [.frame(0x02, [0])] + (1..<99).map { .frame(0x00, [$0]) } + [.frame(0x80, [99])],
                [.bytes([UInt8](0..<100))]),
        ]
    }

    private static var lengths: [WebSocketCase] {
        func long(_ bytes: UInt8...) -> Step { .announced(0x82, length: [127] + bytes) }
        return [
            .init("2 bytes of length for 0", [.frame(0x82, [], lengthBytes: 2)], [.broken(.length)]),
            .init(
                "2 bytes of length for 125", [.frame(0x82, .init(repeating: 1, count: 125), lengthBytes: 2)],
                [.broken(.length)]),
            .init("8 bytes of length for 2", [.frame(0x82, hi, lengthBytes: 8)], [.broken(.length)]),
            .init(
                "8 bytes of length for 126", [.frame(0x82, .init(repeating: 1, count: 126), lengthBytes: 8)],
                [.broken(.length)]),
            .init("8 bytes of length for 65,535", [long(0, 0, 0, 0, 0, 0, 255, 255)], [.broken(.length)]),
            .init("the highest bit of a length", [long(0x80, 0, 0, 0, 0, 0, 0, 0)], [.broken(.length)]),
            .init("all bits of a length", [long(255, 255, 255, 255, 255, 255, 255, 255)], [.broken(.length)]),
            .init("the largest length", [long(0x7f, 255, 255, 255, 255, 255, 255, 255)], [.broken(.tooLarge)]),
            .init("a length of 4 GiB", [long(0, 0, 0, 1, 0, 0, 0, 0)], [.broken(.tooLarge)]),
        ]
    }

    private static var masks: [WebSocketCase] {
        [UInt8(0x81), 0x82, 0x01, 0x88, 0x89, 0x8a].map {
            .init("a frame \($0) with the wrong mask", [.misMasked($0, [])], [.broken(.mask)])
        } + [
            .init("a mask that changes nothing", [.zeroMasked(0x81, hi)], [.text("hi")]),
            .init(
                "a close with the wrong mask behind a text", [.text("a"), .misMasked(0x88, [])],
                [.text("a"), .broken(.mask)]),
            .init(
                "a continuation with the wrong mask", [.frame(0x01, [0x61]), .misMasked(0x80, [])], [.broken(.mask)]),
            .init(
                "a long frame with the wrong mask", [.misMasked(0x82, .init(repeating: 1, count: 300))],
                [.broken(.mask)]),
        ]
    }

    private static var limits: [WebSocketCase] {
        let half = [UInt8](repeating: 1, count: byteLimit / 2)
        return [
            .init("one byte more than may be", [.frame(0x82, half + half + [1])], [.broken(.tooLarge)]),
            .init(
                "as much as may be, in fragments", [.frame(0x02, half), .frame(0x80, half)], [.bytes(half + half)]),
            .init(
                "one byte more, in fragments", [.frame(0x02, half), .frame(0x00, half), .frame(0x80, [1])],
                [.broken(.tooLarge)]),
            .init("a text too large", [.frame(0x81, half + half + [1])], [.broken(.tooLarge)]),
        ]
    }
}
