import Cycle
import CycleDrivers
import CycleInspector
import CycleScreens

/// A sample as a program of its own.
struct Alone<Shown: Sample & Codable>: Screen, Codable {
    var size: Size?
    var isDone = false
    var sample = Shown()
    var step = 0 {
        didSet { sample.tick() }
    }
    var isLight = false
    var theme: ScreenTheme { isLight ? .day : .night }
    var view: View { sample.view }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "q": isDone = true
        case .control("t"): isLight.toggle()
        default: return sample.handle(input)
        }
        return .changed
    }
}

/// A sample that moves; F12 goes back in it.
func alone<Shown: Sample & Codable>(
    _ sample: Shown.Type, isLight: Bool = false
) -> CycledLens<some Any, Alone<Shown>> {
    CycledLens(startingWith: Alone<Shown>(isLight: isLight)) { frames in
        frames.lens(screen: ConsoleDriver(), label: "console")
        frames.lens(
            ticking: \.step, every: .milliseconds(150), label: "clock",
            while: { $0.sample.isMoving && $0.size != nil })
    }.inspected(named: Shown.title)
}
