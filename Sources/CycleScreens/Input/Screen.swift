public import Cycle
public import CycleDrivers

/// A component that is a whole program's screen: its frame.
///
///     struct Hello: Screen, Equatable {
///         var size: Size?
///         var isDone = false
///         var view: View { View.text("Hello, \("world", .bold)").centered }
///         mutating func handle(_ input: Input) -> Outcome {
///             guard input.key == "q" else { return .ignored }
///             isDone = true
///             return .changed
///         }
///     }
///     await Hello().run()
public protocol Screen: Component {
    /// The terminal's size; `nil` without a terminal. The lens sets it.
    var size: ConsoleDriver.Size? { get set }
    /// Whether the program ends. The lens sets it when Ctrl-C or the end of the input is ignored, or the output cannot be written
    /// to any more.
    var isDone: Bool { get set }
    /// The text that was cut or copied in a text field or area, or by ``ScreenInput/copy(_:)``, for the terminal's clipboard. The lens sets
    /// it; a screen that does not store it copies nothing there. Not for the disk: a frame that begins with a text copies it anew.
    var clipboard: ConsoleDriver.Clipboard? { get set }
    /// A number to change when the terminal's bell is to ring: see `ConsoleDriver.Model.bell`. By default 0.
    var bell: Int { get }
    /// A message for the user's desktop, sent once when it changes: see `ConsoleDriver.Model.notification`. By default none.
    var notification: ConsoleDriver.Notification? { get }
    /// How it looks; by default ``ScreenTheme/quiet``. Made of the frame, so that another theme shows with the next frame: store
    /// which one is chosen, and not the theme.
    var theme: ScreenTheme { get }
}

extension Screen {
    /// On the terminal's own ground, with one accent.
    public var theme: ScreenTheme { .quiet }

    /// The bell never rings.
    public var bell: Int { 0 }

    /// No message.
    public var notification: ConsoleDriver.Notification? { nil }

    /// Nowhere: what is copied stays in the program.
    public var clipboard: ConsoleDriver.Clipboard? {
        get { nil }
        set {}
    }

    /// Shows it until it is done.
    ///
    /// - Parameters:
    ///   - driver: The console.
    ///   - isFull: Whether it takes the whole terminal; otherwise it is drawn below the printed text, and stays there.
    ///   - isolation: Where it runs.
    /// - Returns: The last frame.
    @discardableResult
    public func run(
        on driver: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>, isFull: Bool = true,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Self where Self: Equatable {
        await CycledLens(startingWith: self) { frames in frames.lens(screen: driver, isFull: isFull) }
            .run(until: { $0.isDone })
    }

    /// Shows it on the terminal that the program was given, until it is done.
    ///
    /// - Parameters:
    ///   - isFull: Whether it takes the whole terminal; otherwise it is drawn below the printed text, and stays there.
    ///   - isolation: Where it runs.
    /// - Returns: The last frame.
    @available(iOS, unavailable, message: "iOS has no terminal")
    @discardableResult
    public func run(
        isFull: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async -> Self where Self: Equatable {
        await run(on: ConsoleDriver(), isFull: isFull, isolation: isolation)
    }
}

extension Signal where Value: Screen {
    /// Joins the console to a frame that is a screen.
    ///
    /// - Parameters:
    ///   - driver: The console, or its twin in a test.
    ///   - label: The name of the lens in moments.
    ///   - isFull: Whether it takes the whole terminal; otherwise it is drawn below the printed text, and stays there.
    ///   - readsPipes: Whether keys are also read from a pipe or file where there is no terminal. Otherwise the program leaves
    ///     its input to others, and the end of it means nothing.
    ///   - plain: The text to print, each time it changes, where nothing can be drawn; by default the view's text.
    ///   - model: Changes what else the console should do: title, lines to print, a program to run, mouse.
    public func lens<D: Driver<ConsoleDriver.Model, ConsoleDriver.Event>>(
        screen driver: D, label: String? = nil, isFull: Bool = true, readsPipes: Bool = true,
        plain: ((Value) -> String)? = nil,
        model: ((_ frame: Value, _ model: inout ConsoleDriver.Model) -> Void)? = nil
    ) -> MutatingLens<Signal, D> {
        lens(
            screen: driver, label: label, size: \.size, clipboard: \.clipboard, isFull: isFull, readsPipes: readsPipes,
            theme: { $0.theme }, view: { $0.view }, plain: plain,
            model: { frame, result in
                (result.bell, result.notification) = (frame.bell, frame.notification)
                model?(frame, &result)
            }
        ) { frame, input in
            guard frame.handle(input) == .ignored else { return }
            switch input.event {
            case .interrupted, .ended, .failed(.outputClosed), .failed(.output): frame.isDone = true
            default: break
            }
        }
    }
}
