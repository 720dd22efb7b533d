import CycleScreens

struct Counter: Screen, Equatable {
    var size: Size?
    var isDone = false
    var total = 0

    var view: View {
        View.column {
            "total \(total, .bold)"
            View.help([.init(["+"], "add"), .init(["q"], "quit")])
        }.border(title: "Counter")
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "+": total += 1
        case "q": isDone = true
        default: return .ignored
        }
        return .changed
    }
}

await Counter().run()
