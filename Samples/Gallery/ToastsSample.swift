import CycleDrivers
import CycleScreens

struct ToastsSample: Sample {
    static let title = "Messages"
    static let source = #filePath

    var toasts: Toasts = {
        var toasts = Toasts()
        toasts.show("Connected", .success, ticks: 60)
        toasts.show("The disk is nearly full", .warning, ticks: 90)
        return toasts
    }()

    var isMoving: Bool { !toasts.isEmpty }
    mutating func tick() { toasts.step += 1 }

    var view: View {
        View.text("i s w f show one; it goes by itself, or by a press", .muted).toasts(toasts)
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "i": toasts.show("For your information", .information, ticks: 40)
        case "s": toasts.show("Saved", .success, ticks: 40)
        case "w": toasts.show("Take care", .warning, ticks: 40)
        case "f": toasts.show("That went wrong", .failure, ticks: 40)
        default: return toasts.handle(input)
        }
        return .changed
    }
}
