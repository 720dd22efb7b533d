import CycleDrivers
import CycleScreens

/// Pages that slide over one another.
struct StackSample: Sample {
    static let title = "Stack of screens"
    static let source = #filePath

    enum Page: Hashable { case letters, letter(String) }

    let letters = ["From Ada", "From Bob", "From Carol"]
    var list = ListState<String>(selected: "From Bob")
    var stack = ScreenStack(Page.letters)
    var isMoving: Bool { stack.isMoving }
    mutating func tick() { stack.advance(by: .milliseconds(100)) }

    var view: View {
        .column(spacing: 1) {
            stack.view { page in
                switch page {
                case .letters:
                    list.view(of: letters, id: \.self) { letter, row in "\(row.pointer)\(letter)" }.region(0)
                case .letter(let name):
                    View.column(spacing: 1) {
                        View.text(name, .bold)
                        View.wrapped(
                            "A page is a value; the stack of them is in the frame, and so is the way that they slide.")
                    }
                }
            }
            View.help(.init([.enter], "open"), .init([.escape], "go back"))
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        guard stack.top == .letters else { return stack.handle(input) }
        let outcome = list.handle(input.at(0), rows: letters, id: \.self)
        guard outcome == .submitted, let letter = list.element(in: letters, id: \.self) else { return outcome }
        stack.push(.letter(letter))
        return .changed
    }
}
