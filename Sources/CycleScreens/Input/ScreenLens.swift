public import Cycle
public import CycleDrivers

/// Lenses that show a screen, and one that makes it move.
extension Signal {
    /// Joins the console to the frame by a view.
    ///
    /// The view is laid out for the size that is in the frame, so a screen is a function of the frame alone. Each event
    /// comes with the layout that was on the screen, and a resize with that of the new size: see ``ScreenInput``.
    ///
    /// - Parameters:
    ///   - driver: The console, or its twin in a test.
    ///   - label: The name of the lens in moments.
    ///   - size: Where the frame keeps the terminal's size: `nil` until the terminal tells it, and where there is none.
    ///   - clipboard: Where the frame keeps the copied text, for the terminal's clipboard; by default nowhere.
    ///   - isFull: Whether it takes the whole terminal; otherwise it is drawn below the printed text, and stays there.
    ///   - readsPipes: Whether keys are also read from a pipe or file where there is no terminal. Otherwise the program leaves
    ///     its input to others, and the end of it means nothing.
    ///   - theme: How it looks; by default ``ScreenTheme/quiet``. Another one shows from the next frame on.
    ///   - view: The view of a frame.
    ///   - plain: The text to print, each time it changes, where nothing can be drawn; by default the view's text.
    ///   - model: Changes what else the console should do: title, lines to print, a program to run, mouse.
    ///   - inputFilter: Changes the frame by what happened.
    public func lens<D: Driver<ConsoleDriver.Model, ConsoleDriver.Event>>(
        screen driver: D, label: String? = nil, size: WritableKeyPath<Value, ConsoleDriver.Size?>,
        clipboard: WritableKeyPath<Value, ConsoleDriver.Clipboard?>? = nil, isFull: Bool = true,
        readsPipes: Bool = true, theme: ((Value) -> ScreenTheme)? = nil, view: @escaping (Value) -> ScreenView,
        plain: ((Value) -> String)? = nil,
        model: ((_ frame: Value, _ model: inout ConsoleDriver.Model) -> Void)? = nil,
        inputFilter: @escaping (_ frame: inout Value, _ input: ScreenInput) -> Void
    ) -> MutatingLens<Signal, D> {
        let drawing = ScreenDrawing(
            size: size, isFull: isFull, readsPipes: readsPipes, theme: theme, view: view, plain: plain)
        return lens(
            driver: driver, label: label,
            frameFilter: { frame in
                var result = drawing.model(of: frame)
                if let clipboard { result.clipboard = frame[keyPath: clipboard] }
                model?(frame, &result)
                return result
            },
            eventFilter: { frame, event, turn in
                if case .resized(let now) = event {
                    frame[keyPath: size] = now
                    drawing.forget()
                }
                let input = ScreenInput(event, drawing.layout(of: frame), time: turn.time, wallTime: turn.wallTime)
                inputFilter(&frame, input)
                guard let clipboard, let text = input.copied else { return }
                var copied = frame[keyPath: clipboard] ?? .init("")
                copied.copy(text)
                frame[keyPath: clipboard] = copied
            })
    }
}

/// Makes models of frames, and keeps the last layout: that of the frame which the next event finds.
private final class ScreenDrawing<Frame> {
    let size: WritableKeyPath<Frame, ConsoleDriver.Size?>
    let isFull: Bool
    let readsPipes: Bool
    let theme: ((Frame) -> ScreenTheme)?
    let view: (Frame) -> ScreenView
    let plain: ((Frame) -> String)?
    private var latest: ScreenLayout?
    private var isOutdated = false

    init(
        size: WritableKeyPath<Frame, ConsoleDriver.Size?>, isFull: Bool, readsPipes: Bool,
        theme: ((Frame) -> ScreenTheme)?, view: @escaping (Frame) -> ScreenView,
        plain: ((Frame) -> String)?
    ) {
        self.size = size
        self.isFull = isFull
        self.readsPipes = readsPipes
        self.theme = theme
        self.view = view
        self.plain = plain
    }

    func model(of frame: Frame) -> ConsoleDriver.Model {
        var model = ConsoleDriver.Model()
        model.input = .keys
        model.readsPipes = readsPipes
        model.paste = true
        isOutdated = false
        latest = frame[keyPath: size] == nil && plain != nil ? nil : makeLayout(of: frame)
        if frame[keyPath: size] == nil {
            // The driver decides between both: a terminal, whose size is about to come, shows the cells, of which there are
            // none yet; a pipe prints the text, and nothing if the text is empty.
            let text = plain?(frame) ?? latest?.canvas.text ?? ""
            let empty = ConsoleDriver.Canvas(.init(columns: 0, rows: 0))
            model.screen = text.isEmpty ? nil : .init(.canvas(empty), plain: text, isFull: isFull)
        } else if let layout = latest {
            model.mouse = isFull ? .drags : .none
            model.screen = .init(.canvas(layout.canvas), plain: plain?(frame) ?? "", isFull: isFull)
        }
        return model
    }

    /// The layout is of another size than the screen.
    func forget() {
        isOutdated = true
    }

    func layout(of frame: Frame) -> ScreenLayout {
        if let latest, !isOutdated { return latest }
        // Plain text has no places.
        return frame[keyPath: size] == nil
            ? ScreenLayout(.empty, .init(columns: 0, rows: 0)) : makeLayout(of: frame)
    }

    private func makeLayout(of frame: Frame) -> ScreenLayout {
        guard let size = frame[keyPath: size] else { return ScreenLayout(plain: view(frame)) }
        let theme = theme?(frame) ?? .quiet
        return isFull
            ? ScreenLayout(view(frame), size, theme: theme, after: latest)
            : ScreenLayout(view(frame), fitting: size, theme: theme, after: latest)
    }
}
