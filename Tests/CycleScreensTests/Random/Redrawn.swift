import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting

private let weight: ConsoleDriver.Style.Attributes = [.bold, .dim, .italic]

/// The visible cells of a terminal: a blank has neither weight nor colour.
private func seen(_ terminal: SimulatedTerminal) -> ConsoleDriver.Canvas {
    let canvas = terminal.canvas
    var seen = canvas
    for row in 0..<canvas.size.rows {
        for column in 0..<canvas.size.columns {
            let position = Position(row: row, column: column)
            guard canvas.character(at: position) == " ", var style = canvas.style(at: position),
                style.foreground != .standard || !style.attributes.isDisjoint(with: weight)
            else { continue }
            style.attributes.subtract(weight)
            if style.attributes.isEmpty, style.underline == .none { style.foreground = .standard }
            seen.fill(.init(row: row, column: column, rows: 1, columns: 1), style: style)
        }
    }
    return seen
}

/// Whether a similar terminal, which has shown nothing else, has the same visible cells.
func looksRedrawn(_ terminal: SimulatedTerminal, _ canvas: ConsoleDriver.Canvas, on like: SimulatedConsole) -> Bool {
    let time = VirtualTime()
    let console = SimulatedConsole(columns: canvas.size.columns, rows: canvas.size.rows)
    console.background = like.background
    let cycle = CycledLens(startingWith: canvas) { frames in
        frames.lens(driver: console, frameFilter: { .fullScreen($0, input: .keys) })
    }
    time.drive(cycle)
    time.advance(by: .seconds(1))
    defer { cycle.stop() }
    // Mostly not even blanks differ.
    return terminal.canvas == console.terminal.canvas || seen(terminal) == seen(console.terminal)
}
