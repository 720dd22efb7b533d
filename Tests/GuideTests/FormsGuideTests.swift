import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import CycleTesting
import Testing

@Suite("Guide: forms")
struct FormsGuideTests {
    struct SignUp: Screen, Equatable {
        enum Name: Hashable { case name, address, password, again, news, save }

        static let isAddress = TextRule("is no address") { text in
            text.contains("@") && !text.contains(" ")
        }

        var form = FormState<Name>(
            groups: [
                .init(
                    "Who",
                    [
                        .text(.name, "Name", TextInput(rules: [.notEmpty])).asked(),
                        .text(.address, "Address", TextInput(rules: [Self.isAddress])), .toggle(.news, "News"),
                    ]),
                .init(
                    "Secret",
                    [
                        .text(.password, "Password", TextInput(isSecret: true, rules: [.length(8...64)])),
                        .text(.again, "Again", TextInput(isSecret: true)), .button(.save, "Sign up"),
                    ]),
            ], isPaged: true,
            rules: [FormRule("is not the same", at: .again) { $0.text(.again) == $0.text(.password) }])
        var size: Size?
        var isDone = false
        var saved: [String] = []

        var view: View { form.view }

        mutating func save() { saved.append(form.text(.name)) }

        mutating func handle(_ input: Input) -> Outcome {
            form.hide(.again, if: form.text(.password).isEmpty)
            switch form.handle(input) {
            case .submitted: save()
            case .cancelled: isDone = true
            case .changed: break
            case .ignored: return .ignored
            }
            return .changed
        }
    }

    private func signUp() -> CycledLens<some Any, SignUp> {
        CycledLens(startingWith: SignUp()) { frames in
            frames.lens(screen: ConsoleDriver())
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { frame in
                    .init(frame.form.questions.map { .init(id: $0.text, get: "http://host/names/\($0.text)") })
                },
                eventFilter: { frame, event in
                    guard case .response(let name, let response) = event else { return }
                    let problem = response.status == 404 ? nil : "is taken"
                    if frame.form.answer(.name, name, problem: problem) == .submitted { frame.save() }
                })
        }
    }

    @Test("a name that is taken is told at its field, another one is saved once all is right")
    func asks() {
        let (time, console) = (VirtualTime(), SimulatedConsole(columns: 60, rows: 10))
        let network = SimulatedNetwork(time) { message in
            .response(message.address.target.hasSuffix("ada") ? 200 : 404, [:], [""])
        }
        let test = TestRun(signUp(), time: time, exhaustive: false, standIns: console, network)
        func type(_ text: String) {
            console.type(text)
            test.advance(by: .seconds(1))
        }
        type("ada\t")
        #expect(console.terminal.lines.contains { $0.contains("is taken") })
        type("\u{1b}[Z\u{7f}\u{7f}\u{7f}grace\tg@navy\t\t")
        type("longenough\tlong\u{13}")
        #expect(test.frame.saved.isEmpty && test.frame.form.problem(.again) == "is not the same")
        type("enough\u{13}")
        #expect(test.frame.saved == ["grace"])
    }
}
