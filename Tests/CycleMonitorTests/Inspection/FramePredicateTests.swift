import CycleMonitor
import Testing

@Suite("FramePredicate")
struct FramePredicateTests {
    private let frame: RecordedValue

    init() throws {
        frame = try RecordedValue(
            json: #"{"total":3,"isDone":false,"name":"ann","tags":["a","b"],"items":[{"title":"milk"}],"a key":null}"#)
    }

    @Test(
        "holds for a frame that fulfils it",
        arguments: [
            "total == 3", "total == 3.0", "total != 4", "total > 2 && total >= 3 && total < 4 && total <= 3", "!isDone",
            "!(isDone || total > 3)", "isDone || name == \"ann\"", "items[0].title == \"milk\"",
            "items[0].title contains \"il\"", "tags contains \"b\"", "items[1] == nil", "missing == nil",
            "name < \"bob\"", "[\"a key\"] == nil", "total > -1e3",
        ])
    func holds(_ text: String) throws {
        #expect(try FramePredicate(text).holds(for: frame))
    }

    @Test(
        "does not hold for another frame, and a number is never compared with a text",
        arguments: [
            "total == 4", "isDone", "total", "name > 2", "name <= 2", "missing > 0", "tags contains \"c\"",
            "nil <= nil",
            "total > 2 && isDone || false",
        ])
    func fails(_ text: String) throws {
        #expect(try !FramePredicate(text).holds(for: frame))
    }

    @Test("&& binds tighter than ||, and ! tighter than both")
    func precedence() throws {
        #expect(try FramePredicate("true || true && false").holds(for: frame))
        #expect(try !FramePredicate("!true || false").holds(for: frame))
    }

    @Test(
        "a text that is no condition is refused with the word that does not fit",
        arguments: [
            ("", "a value is missing at its end"), ("total >", "a value is missing at its end"),
            ("total > 3 4", "4 is not expected there"), ("(total", "a ) is missing"),
            ("name == \"ann", "a text has no closing \""), ("&& total", "a value is missing before &&"),
            ("a..b", "a..b is not a key path"), ("1.2.3 == 1", "1.2.3 is not a number"),
            ("#", "# is not expected there"),
            (String(repeating: "!", count: 100) + "total", "it is nested too deep"),
        ])
    func mistakes(_ text: String, _ reason: String) {
        #expect(throws: FramePredicate.Mistake.self) { try FramePredicate(text) }
        do {
            _ = try FramePredicate(text)
        } catch {
            #expect(error.reason == reason)
        }
    }

    @Test("any text is a condition or a mistake, never a trap")
    func randomTexts() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "total", "[", "]", "\"", "\\", "&&", "||", "!", "(", ")", "==", "3", "-", ".", " ", "contains", "é",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in parts.randomElement() ?? "" }.joined()
            do {
                _ = try FramePredicate(text).holds(for: frame)
            } catch {
                #expect(error.text == text)
            }
        }
    }
}
