import Cycle
import CycleDrivers

/// Shows that something is going on until it is done.
///
///     let page = try await withSpinner("Fetching") { try await fetch(url) }
///
/// It stands on standard error: on a terminal as a line that moves, elsewhere as a line when it begins and one when it ends.
/// Ctrl-C cancels the work. Until it ends the line owns the terminal: another spinner inside of the work is not shown, and a
/// question there gets no answer.
///
/// - Parameters:
///   - title: The name of the work.
///   - isolation: Where the line is drawn.
///   - work: Runs in a task of its own.
@available(iOS, unavailable, message: "iOS has no terminal")
public func withSpinner<Value: Sendable>(
    _ title: String, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Working.run(title, on: ConsoleDriver(output: 2), isolation: isolation) { _ in try await work() }
}

/// Does something with each of several things, and shows how far it is.
///
///     try await withProgress("Resizing", of: pictures) { picture in try await resize(picture) }
///
/// - Parameters:
///   - title: The name of the work.
///   - items: One after the other.
///   - isolation: Where the line is drawn.
///   - work: Processes one item. The first error ends all.
@available(iOS, unavailable, message: "iOS has no terminal")
public func withProgress<Item: Sendable>(
    _ title: String, of items: [Item], isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (Item) async throws -> Void
) async throws {
    try await Working.run(title, on: ConsoleDriver(output: 2), isolation: isolation) { report in
        for (index, item) in items.enumerated() {
            report(Double(index) / Double(items.count))
            try await work(item)
            try Task.checkCancellation()
        }
    }
}

/// Does something that tells how far it is. After a second the line says how long it will take.
///
///     try await withProgress("Copying") { report in … report(0.5) … }
///
/// - Parameters:
///   - title: The name of the work.
///   - isolation: Where the line is drawn.
///   - work: Reports how much is done, from 0 to 1, on any thread.
@available(iOS, unavailable, message: "iOS has no terminal")
public func withProgress<Value: Sendable>(
    _ title: String, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Double) -> Void) async throws -> Value
) async throws -> Value {
    try await Working.run(title, on: ConsoleDriver(output: 2), isolation: isolation, work)
}

/// The work as a line on the screen.
struct Working<Value: Sendable>: Screen {
    var size: ConsoleDriver.Size?
    var isDone = false
    let title: String
    var spinner = Spinner()
    /// `nil` while nothing was reported.
    var meter: ProgressMeter?
    var result: Result<Value, any Error>?

    var view: ScreenView {
        switch result {
        case .success: "\("✓", .success) \(title)"
        case .failure: "\("✗", .danger) \(title)"
        case nil:
            .row(spacing: 1) {
                spinner.view
                ScreenView.text(title)
                if let meter { ScreenView.progress(meter).width(.growing(1, max: 50)) }
            }.height(1)
        }
    }

    /// Takes note of how much is done, from 0 to 1.
    mutating func report(_ fraction: Double) {
        let parts = 1_000_000
        var meter = meter ?? ProgressMeter(of: .parts)
        meter.record(
            Int(ScreenView.clamped(fraction) * Double(parts)), of: parts, at: Spinner.Kind.dots.period * spinner.step)
        self.meter = meter
    }

    /// Where nothing moves: a line when it begins, and one when it ends.
    var plain: String {
        switch result {
        case .success: "\(title): done"
        case .failure: "\(title): failed"
        case nil: "\(title)…"
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome {
        guard input.event == .interrupted else { return input.event == .ended ? .changed : .ignored }
        result = .failure(CancellationError())
        isDone = true
        return .changed
    }

    static func run(
        _ title: String, on console: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>,
        isolation: isolated (any Actor)?,
        _ work: @escaping @Sendable (_ report: @escaping @Sendable (Double) -> Void) async throws -> Value
    ) async throws -> Value {
        let cycle = cycle(title, on: console, timers: TimerDriver(), work)
        let last = await cycle.run(until: { $0.isDone })
        guard let result = last.result else { throw CancellationError() }
        return try result.get()
    }

    static func cycle<Console: Driver<ConsoleDriver.Model, ConsoleDriver.Event>>(
        _ title: String, on console: Console, timers: TimerDriver<String>,
        _ work: @escaping @Sendable (_ report: @escaping @Sendable (Double) -> Void) async throws -> Value
    ) -> CycledLens<some Any, Self> {
        let (fractions, inlet) = Signal<Double>.pipe()
        return CycledLens(startingWith: Working(title: title)) { frames in
            let screen = frames.lens(screen: console, isFull: false, readsPipes: false, plain: { $0.plain })
            let ticks = frames.lens(
                ticking: \.spinner.step, every: Spinner.Kind.dots.period, timers: timers,
                while: { $0.size != nil && !$0.isDone })
            let reports = frames.lens(events: fractions) { frame, fraction in frame.report(fraction) }
            let done = frames.lens(
                events: Signal<Result<Value, any Error>>.task {
                    do { return .success(try await work { inlet.send($0) }) } catch { return .failure(error) }
                },
                eventFilter: { frame, result in
                    frame.result = result
                    frame.isDone = true
                })
            return MutatingLens.zip(screen, ticks, reports, done)
        }
    }
}
