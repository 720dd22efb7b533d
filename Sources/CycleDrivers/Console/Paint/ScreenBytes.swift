/// Turns screens into the bytes that a terminal is sent for them, one after the other: for recordings of terminals.
package struct ScreenBytes {
    private var painter: Painter

    /// - Parameter size: Of the terminal, which has all colours and shows nothing yet.
    package init(_ size: ConsoleDriver.Size) {
        painter = Painter(isFull: true, size: size)
    }

    /// The bytes that turn the screen before into this one.
    package mutating func painted(_ canvas: ConsoleDriver.Canvas) -> [UInt8] { painter.painted(canvas) }
}
