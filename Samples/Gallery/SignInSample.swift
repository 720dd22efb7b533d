import CycleDrivers
import CycleScreens

struct SignInSample: Sample {
    static let title = "Sign in"
    static let source = #filePath

    enum Field: CaseIterable { case name, password, go }

    var form = FormState<Field>([
        .text(.name, "Name", TextInput(placeholder: "ada@example.org", rules: [.notEmpty, .address])),
        .text(.password, "Password", TextInput("letme", isSecret: true, rules: [.length(8...64)])),
        .button(.go, "Sign in"),
    ])
    var isIn = false

    var view: View {
        View.column(spacing: 1) {
            form.view.height(.fit)
            if isIn { "\("✓ welcome, \(form.text(.name))", .success)" }
        }.style(\.fields.shape, .box).width(44).padding(0, 2).border(title: "Welcome back").fitting.centered
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome = form.handle(input)
        if outcome == .submitted { isIn = true }
        return outcome == .submitted ? .changed : outcome
    }
}

extension TextRule {
    /// A rule of this program.
    static let address = TextRule("must be an address, as ada@example.org") { text in
        text.split(separator: "@", omittingEmptySubsequences: false).map(\.isEmpty) == [false, false]
    }
}
