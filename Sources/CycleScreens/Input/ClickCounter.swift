import CycleDrivers

/// Counts presses of the left button that follow each other quickly at one place: two are a double click.
///
///     var clicks = ClickCounter()
///
///     switch clicks.count(input) {
///     case 2: open(selected)
///     default: break
///     }
///
/// It goes by the time of the input, so that a replay counts the same.
public struct ClickCounter: Hashable, Codable, Sendable {
    /// The longest time between two presses that belong together.
    public static let interval = Duration.milliseconds(400)

    private var count = 0
    private var position: ConsoleDriver.Position?
    private var time = Duration.zero

    /// A counter that has seen no press.
    public init() {}

    /// The how-manieth press in a row this is; 0 for what is no press in this component.
    public mutating func count(_ input: ScreenInput) -> Int {
        guard input.isPressedHere, let position = input.position else { return 0 }
        // A time to come is that of another run, which this one goes on from.
        let isQuick = (input.time - Self.interval...input.time).contains(time)
        let goesOn = isQuick && position == self.position
        (count, self.position, time) = (goesOn ? count &+ 1 : 1, position, input.time)
        return count
    }
}
