@testable import CycleNetwork

extension WebSocketCase {

    /// Texts, whole and cut, and what is none.
    static var texts: [WebSocketCase] {
        let scalars: [UInt32] = [
            0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfdd0, 0xfffd, 0xfffe, 0xffff, 0x1_0000, 0x1_fffe, 0x10_ffff,
        ]
        let good =
            ["κόσμε", "Hello-µ@ßöäüàá-UTF-8!!", "a\u{301}😀"]
            + scalars.compactMap(Unicode.Scalar.init).map { String(Character($0)) }
        let bad: [[UInt8]] = [
            [0x80], [0xbf], [0x80, 0xbf], [0xc0], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x41], [0xe0, 0x80, 0x80],
            [0xe0, 0x9f, 0xbf], [0xe2, 0x82], [0xe2, 0x82, 0x41], [0xed, 0xa0, 0x80], [0xed, 0xad, 0xbf],
            [0xed, 0xae, 0x80], [0xed, 0xbf, 0xbf], [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80], [0xf0, 0x80, 0x80, 0x80],
            [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98], [0xf0, 0x9f], [0xf0], [0xf4, 0x90, 0x80, 0x80],
            [0xf5, 0x80, 0x80, 0x80], [0xf7, 0xbf, 0xbf, 0xbf], [0xf8, 0x88, 0x80, 0x80, 0x80],
            [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xfe, 0xfe, 0xff, 0xff],
            [0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xcf, 0x83, 0xce, 0xbc, 0xce, 0xb5, 0xed, 0xa0, 0x80, 0x65],
        ]
        return good.flatMap(goodCases) + bad.flatMap(badCases) + early
    }

    private static func goodCases(_ text: String) -> [WebSocketCase] {
        let bytes = Array(text.utf8)
        let pieces = bytes.enumerated().map { index, byte in Step.frame(index == 0 ? 0x01 : 0x00, [byte]) }
        let name = bytes.map { String($0, radix: 16) }.joined(separator: " ")
        return [
            .init("text \(name)", [.text(text)], [.text(text)]),
            .init("text \(name), a byte a fragment", pieces + [.frame(0x80)], [.text(text)]),
        ]
    }

    private static func badCases(_ bytes: [UInt8]) -> [WebSocketCase] {
        let name = bytes.map { String($0, radix: 16) }.joined(separator: " ")
        let cut = bytes.count / 2
        return [
            .init("no text \(name)", [.frame(0x81, Array("ok".utf8) + bytes)], [.broken(.encoding)]),
            .init(
                "no text \(name), in two fragments",
                [.frame(0x01, Array(bytes[..<cut])), .frame(0x80, Array(bytes[cut...]))],
                [.broken(.encoding)]),
            .init("bytes \(name)", [.frame(0x82, bytes)], [.bytes(bytes)]),
        ]
    }

    /// The first wrong byte is enough: nothing behind it has to come.
    private static var early: [WebSocketCase] {
        let wrong: [UInt8] = [0xce, 0xba, 0xf4, 0x90]
        let begun = Step.part(0x81, wrong + [UInt8](repeating: 0x61, count: 96), missing: 96)
        return [
            .init("a wrong byte in a fragment without an end", [.frame(0x01, wrong)], [.broken(.encoding)]),
            .init("a wrong byte in a frame that has not come whole", [begun], [.broken(.encoding)]),
            .init(
                "a wrong byte behind a ping", [.frame(0x01, [0xce]), .frame(0x89, [1]), .frame(0x00, [0x41])],
                [.pong([1]), .broken(.encoding)]),
        ]
    }

    static var closes: [WebSocketCase] {
        func close(_ code: Int, _ reason: [UInt8] = []) -> Step {
            .frame(0x88, [UInt8(code >> 8), UInt8(code & 0xff)] + reason)
        }
        let good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]
        let bad = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 59_395, 65_535]
        let long = [UInt8](repeating: 0x2a, count: 123)
        return good.map { .init("close code \($0)", [close($0)], [.closed($0)]) }
            + bad.map { .init("close code \($0)", [close($0)], [.broken(.closeCode)]) }
            + [
                .init("a close without a code", [.frame(0x88)], [.closed(nil)]),
                .init("half a close code", [.frame(0x88, [3])], [.broken(.closeCode)]),
                .init("a close with a reason", [close(1000, Array("bye".utf8))], [.closed(1000)]),
                .init("a close with the longest reason", [close(1000, long)], [.closed(1000)]),
                .init("a close with a longer reason", [close(1000, long + [0x2a])], [.broken(.control)]),
                .init(
                    "a close whose reason is no text", [close(1000, [0xce, 0xba, 0xed, 0xa0, 0x80])],
                    [.broken(.encoding)]),
                .init("a second close", [close(1000), close(1001)], [.closed(1000)]),
                .init("a text behind a close", [close(1000), .text("a")], [.closed(1000)]),
                .init("a ping behind a close", [close(1000), .frame(0x89)], [.closed(1000)]),
                .init("a close behind a text", [.text("a"), close(1000)], [.text("a"), .closed(1000)]),
                .init("a broken frame behind a close", [close(1000), .frame(0xff)], [.closed(1000)]),
            ]
    }
}
