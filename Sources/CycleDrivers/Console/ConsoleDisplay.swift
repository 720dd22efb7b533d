/// The screen and the lines on the terminal, and the bytes that make them those of the model. A value inside a
/// ``ConsoleSession``.
struct ConsoleDisplay: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        case idle
        /// The device has not written everything yet. On a terminal no screen is drawn during that time: the newest
        /// follows.
        case busy
        /// The output cannot be written to. Nothing is written from now on.
        case broken
    }

    let ends: ConsoleEnds
    private var abilities: TerminalAbilities
    /// No larger than a canvas. 80 x 24 as long as the device has not reported it.
    private var size = ConsoleDriver.Size(columns: 80, rows: 24)
    private var reportedSize: ConsoleDriver.Size?
    private var reportedBackground: ConsoleDriver.Background?
    private(set) var output = Output.idle
    private var lines = PrintedLines()
    private var row = PrintedRow()
    private var copied: ConsoleDriver.Clipboard?
    private var notices = WaitingNotices()
    private var painter: Painter?
    private var modes = LeavingModes()
    private var hasAskedForInput = false
    /// The model has changed since the screen was drawn.
    private var isStale = false
    /// The terminal may have moved the cells of the screen.
    private var isMoved = false
    /// The screen has colours that depend on the background, or had.
    private var isAdaptive = false
    /// The number of requests for the terminal's background.
    private(set) var questionCount = 0

    init(_ ends: ConsoleEnds, _ abilities: TerminalAbilities) {
        self.ends = ends
        self.abilities = abilities
    }

    /// Whether a screen can be redrawn in place. Input from a pipe is a program's, and so is then the output.
    var isInteractive: Bool {
        abilities.isCapable && ends.isOutputTerminal && (ends.isInputTerminal || !hasAskedForInput)
    }

    /// Whether the terminal has modes set or shows an inline screen.
    var isShowing: Bool { painter != nil || modes.current != TerminalModes() }

    // MARK: Changes

    /// - Parameter isPostponed: Whether the screen waits for ``update(_:into:)``.
    mutating func show(
        _ model: ConsoleDriver.Model, isPostponed: Bool, into actions: inout [ConsoleSession.Action]
    ) {
        isStale = true
        if model.input != .none { hasAskedForInput = true }
        notices.add(model)
        lines.add(model)
        lines.add(model.screen, isPrinted: !isInteractive, isTerminal: ends.isOutputTerminal)
        if output == .busy, lines.isOverLimit, model.screen?.isFull != true {
            actions.append(.waitForOutput)
        } else if !isPostponed || !isInteractive {
            draw(model, into: &actions)
        }
    }

    /// Draws the model if it has changed since it was drawn.
    mutating func update(_ model: ConsoleDriver.Model, into actions: inout [ConsoleSession.Action]) {
        if isStale { draw(model, into: &actions) }
    }

    /// Draws the model, also if it has not changed: another program may have written on the terminal.
    mutating func redraw(_ model: ConsoleDriver.Model, into actions: inout [ConsoleSession.Action]) {
        isStale = true
        draw(model, into: &actions)
    }

    mutating func noticeSize(_ wanted: ConsoleDriver.Size) {
        let limit = ConsoleDriver.Canvas.limit
        size = ConsoleDriver.Size(columns: min(wanted.columns, limit), rows: min(wanted.rows, limit))
    }

    /// The terminal has another size, or has had one for a moment: either way it has moved the cells of the screen.
    mutating func noticeResize(_ model: ConsoleDriver.Model, into actions: inout [ConsoleSession.Action]) {
        isMoved = true
        redraw(model, into: &actions)
    }

    /// The device has written everything.
    mutating func noticeWritten(
        _ model: ConsoleDriver.Model, isOurs: Bool, into actions: inout [ConsoleSession.Action]
    ) {
        guard output == .busy else { return }
        output = .idle
        lines.noticeWritten()
        settle(&actions)
        if isOurs { update(model, into: &actions) }
    }

    /// - Returns: Whether it is the first failure.
    mutating func noticeFailure() -> Bool {
        defer { output = .broken }
        return output != .broken
    }

    /// The process was stopped: the terminal was given back, and may show anything now.
    mutating func noticeStop(into actions: inout [ConsoleSession.Action]) {
        guard isInteractive else { return }
        painter = nil
        modes.noticeGivenBack(isWriting: output == .busy)
        prepareLeaving(&actions)
    }

    mutating func noticeBackground(
        _ background: ConsoleDriver.Background, _ model: ConsoleDriver.Model, isOurs: Bool,
        into actions: inout [ConsoleSession.Action]
    ) {
        let isOther = background != abilities.background
        (abilities.background, abilities.isBackgroundKnown) = (background, true)
        // The next screen may depend on it, whatever this one does.
        painter?.abilities = abilities
        guard isOther, isAdaptive else { return }
        isMoved = true
        isStale = true
        if isOurs { draw(model, into: &actions) }
    }

    /// The terminal has moved on below the screen, as it does when the user types a line: the screen stays where it is.
    mutating func forget(into actions: inout [ConsoleSession.Action]) {
        guard let painter, !painter.isFull else { return }
        self.painter = nil
        prepareLeaving(&actions)
    }

    /// Gives the terminal back as it was found, apart from printed lines and an inline screen.
    mutating func leave(_ model: ConsoleDriver.Model, into actions: inout [ConsoleSession.Action]) {
        let bytes = output == .busy || isStale ? drawing(model) : []
        modes.noticeWrite()
        write(bytes + farewell() + takeLines(), into: &actions)
    }

    // MARK: Reports

    /// The size, unless the application knows it. Without a screen there is none.
    mutating func takeNewSize() -> ConsoleDriver.Size? {
        guard isInteractive, size != reportedSize else { return nil }
        reportedSize = size
        return size
    }

    /// The background, if the model wants it and it is known, unless the application knows it.
    mutating func takeNewBackground(_ model: ConsoleDriver.Model) -> ConsoleDriver.Background? {
        let now = abilities.background
        guard isInteractive, model.background, abilities.isBackgroundKnown, now != reportedBackground else {
            return nil
        }
        reportedBackground = now
        return now
    }

    // MARK: Drawing

    private mutating func draw(_ model: ConsoleDriver.Model, into actions: inout [ConsoleSession.Action]) {
        // Only screens get fewer by waiting. Lines are handed over at once.
        guard output != .busy || !isInteractive else { return }
        write(drawing(model), into: &actions)
    }

    /// The bytes after which the terminal shows the model.
    private mutating func drawing(_ model: ConsoleDriver.Model) -> [UInt8] {
        isStale = false
        guard output != .broken else {
            lines.removeAll()
            return []
        }
        // A later model with input can make a terminal's output plain: then the screen goes, and lines stay.
        guard isInteractive else { return farewell() + takeLines() }
        let screen = model.screen
        var bytes: [UInt8] = []
        if isMoved || painter?.size != size { bytes = painter?.resized(to: size) ?? [] }
        isMoved = false
        if var old = painter, old.isFull != screen?.isFull {
            bytes += old.erased()
            painter = nil
        }
        bytes += enter(wantedModes(model)) + takeCopied(model) + notices.take(abilities.notices)
        if screen?.isFull != true, !lines.isEmpty {
            bytes += painter?.erased() ?? []
            bytes += takeLines()
        }
        guard let screen else { return bytes }
        if !screen.isFull { bytes += row.end(newLine: "\r\n") }
        var painter = self.painter ?? Painter(isFull: screen.isFull, size: size, abilities: abilities)
        bytes += painter.painted(screen.canvas(fitting: size))
        self.painter = painter
        guard painter.isAdaptive, !isAdaptive else { return bytes }
        isAdaptive = true
        return bytes + enter(wantedModes(model))
    }

    private func wantedModes(_ model: ConsoleDriver.Model) -> TerminalModes {
        var modes = TerminalModes(model)
        // The terminal's reply arrives as input.
        modes.background = (model.background || isAdaptive) && model.input == .keys && abilities.answers
        return modes
    }

    private mutating func enter(_ wanted: TerminalModes) -> [UInt8] {
        if wanted.background, !modes.current.background { questionCount += 1 }
        return modes.enter(wanted)
    }

    private mutating func takeCopied(_ model: ConsoleDriver.Model) -> [UInt8] {
        guard model.clipboard != copied else { return [] }
        copied = model.clipboard
        return abilities.hasClipboard ? copied?.bytes ?? [] : []
    }

    private mutating func takeLines() -> [UInt8] {
        let taken = lines.take()
        guard !taken.isEmpty else { return [] }
        guard isInteractive else {
            return taken.flatMap { line in
                switch line {
                case .text(let text, let hasStyles):
                    let hasStyles = hasStyles && abilities.colorsPipes
                    let end = ends.isOutputTerminal ? row.end(newLine: "\n") : []
                    return end + PrintedText.line(text, hasStyles: hasStyles, newLine: "\n", abilities) + [0x0a]
                case .piece(let bytes): return ends.isOutputTerminal ? row.goOn(bytes, newLine: "\n") : bytes
                }
            }
        }
        var bytes = TerminalModes.wrapping(modes.current.hasScreen)
        for line in taken {
            switch line {
            case .text(let text, let hasStyles):
                bytes += row.end(newLine: "\r\n")
                bytes += PrintedText.line(text, hasStyles: hasStyles, abilities) + [0x0d, 0x0a]
            case .piece(let piece): bytes += row.goOn(piece, newLine: "\r\n")
            }
        }
        return bytes + TerminalModes.notWrapping(modes.current.hasScreen)
    }

    /// The bytes that give the terminal back.
    private mutating func farewell() -> [UInt8] {
        let bytes = (painter?.farewell ?? []) + modes.enter(TerminalModes())
        painter = nil
        return bytes
    }

    // MARK: Writing

    private mutating func write(_ bytes: [UInt8], into actions: inout [ConsoleSession.Action]) {
        modes.noticeWrite()
        prepareLeaving(&actions)
        guard output != .broken, !bytes.isEmpty else { return settle(&actions) }
        output = .busy
        actions.append(.write(bytes))
    }

    private mutating func settle(_ actions: inout [ConsoleSession.Action]) {
        guard output == .idle, !modes.isSettled else { return }
        modes.noticeWritten()
        prepareLeaving(&actions)
    }

    /// Prepares for an end or a stop of the process before the next write.
    private mutating func prepareLeaving(_ actions: inout [ConsoleSession.Action]) {
        guard let bytes = modes.prepare(after: painter?.farewell ?? []) else { return }
        actions.append(.prepareLeaving(bytes, isFull: modes.unsettled.isFull))
    }

    // MARK: Invariants

    /// Holds before and after each input.
    var isConsistent: Bool {
        modes.isPrepared(after: painter?.farewell ?? []) && (output != .idle || modes.isSettled)
    }
}

extension ConsoleDriver.Model.Screen {
    /// The cells of the screen, on a terminal of a size.
    package func canvas(fitting size: ConsoleDriver.Size) -> ConsoleDriver.Canvas {
        switch content {
        case .canvas(let canvas): return canvas
        case .text(let text, let cursor):
            var canvas = ConsoleDriver.Canvas(text, fitting: size)
            canvas.cursor = cursor
            return canvas
        case .sequences(let text, let cursor):
            var canvas = ConsoleDriver.Canvas(sequences: text, fitting: size)
            canvas.cursor = cursor
            return canvas
        }
    }
}
