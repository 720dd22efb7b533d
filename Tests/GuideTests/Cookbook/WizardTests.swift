import Cycle
import CycleDrivers
import CycleScreens
import Testing

@Suite("Cookbook: lead through steps")
struct WizardTests {
    typealias Key = ConsoleDriver.Key

    struct SignUp: Screen, Equatable {
        enum Step: Int { case name, plan, confirm }

        var size: Size?
        var isDone = false
        var step = Step.name
        var name = TextInput(prompt: "Name")
        var plan = Choice(from: ["free", "paid"])

        var view: View {
            .column {
                View.text("Step \(step.rawValue + 1) of 3", .dim)
                switch step {
                case .name: name.view
                case .plan: plan.view
                case .confirm: View.text("\(name.text), \(plan.chosen.first ?? "")? Enter signs up")
                }
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case .enter where isComplete: forward()
            case .escape: step = Step(rawValue: step.rawValue - 1) ?? .name
            default:
                return switch step {
                case .name: name.handle(input)
                case .plan: plan.handle(input)
                case .confirm: .ignored
                }
            }
            return .changed
        }

        private var isComplete: Bool { step != .name || !name.text.isEmpty }

        private mutating func forward() {
            if let next = Step(rawValue: step.rawValue + 1) { step = next } else { isDone = true }
        }
    }

    @Test("a step that is not complete is not left, and going back keeps what was typed")
    func steps() {
        var signUp = SignUp()
        func press(_ keys: Key...) { for key in keys { _ = signUp.handle(ScreenInput(key)) } }
        press(.enter)
        #expect(signUp.step == .name)
        press("A", "d", "a", .enter, .escape)
        #expect(signUp.step == .name && signUp.name.text == "Ada")
        press(.enter, .down, .enter, .enter)
        #expect(signUp.isDone)
    }
}
