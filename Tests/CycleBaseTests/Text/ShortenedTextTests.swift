import CycleBase
import Testing

@Suite("Texts cut to a length")
struct ShortenedTextTests {
    @Test("a text that is short enough stays, and of another its beginning with a sign of the rest")
    func shortened() {
        #expect("abc".shortened(to: 3) == "abc")
        #expect("abcd".shortened(to: 3) == "ab…")
        #expect("".shortened(to: 0) == "" && "a".shortened(to: 0) == "…")
    }

    @Test("a length is counted in characters, of which one may have many bytes")
    func characters() {
        let text = String(repeating: "日👍🏽", count: 5)
        #expect(text.shortened(to: 10) == text)
        #expect(text.shortened(to: 3) == "日👍🏽…")
    }

    @Test("blanks come before a text that is too short")
    func padded() {
        #expect("7".padded(to: 3) == "  7" && "1234".padded(to: 3) == "1234")
    }
}
