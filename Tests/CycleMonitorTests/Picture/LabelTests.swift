import Testing

@testable import CycleMonitor

@Suite("Labels of a picture")
struct LabelTests {
    @Test(
        "break at spaces and behind punctuation, and end in an ellipsis when there is more",
        arguments: [
            ("", []),
            ("one", ["one"]),
            ("total: 3, isDone: false", ["total: 3,", "isDone:", "false"]),
            ("Counter(total: 41)", ["Counter(", "total: 41)"]),
            ("0123456789abcdef", ["0123456789", "abcdef"]),
            ("a b c d e f g h i j k l m n o p q r s t u", ["a b c d e", "f g h i j", "k l m n o…"]),
            ("日本語のテキスト", ["日本語のテ", "キスト"]),
        ] as [(String, [String])])
    func wrapping(_ text: String, _ lines: [String]) {
        #expect(Label(text).wrapped(to: 10, lines: 3) == lines)
    }

    @Test("are shortened by cells, not by characters")
    func shortening() {
        #expect(Label("0123456789").shortened(to: 10) == "0123456789")
        #expect(Label("0123456789a").shortened(to: 10) == "012345678…")
        #expect(Label("日本語のテキスト").shortened(to: 10) == "日本語の…")
        #expect(Label("👍🏽👍🏽👍🏽").shortened(to: 6) == "👍🏽👍🏽👍🏽")
    }
}
