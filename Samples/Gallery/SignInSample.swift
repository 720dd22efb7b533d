import CycleDrivers
import CycleScreens

struct SignInSample: Sample {
    static let title = "Sign in"
    static let source = #filePath

    enum Field: CaseIterable { case name, password }

    var focus = FocusRing(Field.name, wraps: true)
    var name = TextInput(placeholder: "who you are", rules: [.notEmpty])
    var password = TextInput(isSecret: true, rules: [.length(8...64)])
    var isIn = false

    var view: View {
        View.column(spacing: 1) {
            View.row {
                View.text("Name      ", .bold); name.view.region(.name, in: focus)
            }
            View.row {
                View.text("Password  ", .bold); password.view.region(.password, in: focus)
            }
            isIn
                ? "\("✓ welcome, \(name.text)", .green)"
                : problem.map { "\("✗ \($0)", .red)" } ?? "\("⏎ signs in, ⇥ goes on", .dim)"
        }.width(40).padding(1, 2).border(title: "Sign in").fitting.centered
    }

    private var problem: String? {
        if name.isRejected, let problem = name.problem { return "Name: " + problem }
        return password.isRejected ? password.problem.map { "Password: " + $0 } : nil
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome = place == .name ? name.handle(inner) : password.handle(inner)
        guard outcome == .submitted else { return outcome.otherwise { focus.handle(input) } }
        if place == .name { return focus.move(1) }
        isIn = name.problem == nil
        return .changed
    }
}
