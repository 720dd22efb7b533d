import CycleDrivers
import CycleScreens

struct ChatSample: Sample {
    static let title = "Chat"
    static let source = #filePath

    enum Place: CaseIterable { case field, messages }

    var focus = FocusRing(Place.field, wraps: true)
    var field = TextArea(placeholder: "Say something; ⏎ sends", submitsOnEnter: true)
    var viewport = Viewport(isFollowing: true)
    var messages = [
        "Ada: Does it wrap?", "Bob: Between words, also when a message is longer than its row, as this one is.",
        "Ada: 素晴らしい！", "Bob: Each of those is two cells wide, and so is 🚀.",
        "Ada: And it stays at the newest message until somebody scrolls up?",
    ]

    private var history: View {
        .stack(
            .column,
            messages.map { message in
                let parts = message.split(separator: ":", maxSplits: 1)
                return View.wrapped("\(parts[0], .accent + .bold)\(parts.dropFirst().joined())")
            })
    }

    var view: View {
        .column {
            viewport.view(of: history).region(.messages, in: focus)
            field.view.region(.field, in: focus).height(3)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        if place == .messages { return viewport.handle(inner, content: history).otherwise { focus.handle(input) } }
        let outcome = field.handle(inner)
        guard outcome == .submitted else { return outcome.otherwise { focus.handle(input) } }
        // All of them are measured for each frame; a `LogBuffer` bears more.
        if !field.text.isEmpty { messages = messages.suffix(499) + ["You: " + field.text] }
        field.text = ""
        return .changed
    }
}
