import Cycle
import CycleDrivers

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Draws so many full screens and prints, on standard error, the microseconds of CPU that each took, all threads together.
/// Between two the terminal has time to take one.
func measureFrames(_ kind: String, _ count: Int) {
    let (numbers, inlet) = Signal<Int>.pipe()
    let cycle = CycledLens(startingWith: (number: 0, size: ConsoleDriver.Size(columns: 80, rows: 24))) { frames in
        MutatingLens.zip(
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .fullScreen(canvas(kind, $0.number, $0.size), plain: "", input: .none) },
                eventFilter: { frame, event in
                    if case .resized(let size) = event { frame.size = size }
                }),
            frames.lens(
                driver: Numbers(numbers: numbers), frameFilter: { _ in 0 },
                eventFilter: { frame, number in frame.number = number }))
    }
    let time = RealTime()
    cycle.start(on: time)
    var start = 0.0
    // The first are not counted: caches, pages of memory.
    for number in 1...(count + 20) {
        if number == 21 { start = cpuMicroseconds() }
        inlet.send(number)
        cycle.drain()
        usleep(4_000)
        cycle.drain()
    }
    let taken = (cpuMicroseconds() - start) / Double(count)
    cycle.stop()
    let report = Array("\(taken)\n".utf8)
    _ = write(2, report, report.count)
    exit(0)
}

/// The numbers of the signal. The shown model does not change them.
struct Numbers: Driver {
    let numbers: Signal<Int>

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
        Signal.merge(numbers, model.ignoringValues())
    }
}

private func cpuMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
}

/// The same pictures as in `ncurses.c`.
func canvas(_ kind: String, _ number: Int, _ size: ConsoleDriver.Size) -> ConsoleDriver.Canvas {
    var canvas = ConsoleDriver.Canvas(size)
    for row in 0..<size.rows {
        if kind == "coloured" {
            drawColoured(&canvas, row, number)
        } else {
            canvas.draw(line(kind, number, row, size.columns), at: .init(row: row, column: 0))
        }
    }
    return canvas
}

private func line(_ kind: String, _ number: Int, _ row: Int, _ columns: Int) -> String {
    let (isAll, isTwo) = (kind == "all", kind == "two")
    return String(unsafeUninitializedCapacity: columns) { bytes in
        for column in 0..<columns {
            var letter = column + row
            // No row is another one moved.
            if isAll { letter = number + (row + 3) * column }
            if isTwo, (row * columns + column) % 50 == number % 50 { letter += number }
            bytes[column] = UInt8(97 + letter % 26)
        }
        return columns
    }
}

private let letters = (0..<26).map { String(Character(Unicode.Scalar(UInt8(97 + $0)))) }

private func drawColoured(_ canvas: inout ConsoleDriver.Canvas, _ row: Int, _ number: Int) {
    for column in 0..<canvas.size.columns {
        let color = ConsoleDriver.Color.indexed(UInt8((number + row * 5 + column) % 240 + 16))
        canvas.draw(
            letters[(number + column) % 26], at: .init(row: row, column: column), style: .foreground(color))
    }
}
