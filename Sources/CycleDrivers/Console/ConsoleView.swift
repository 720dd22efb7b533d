/// What stands on the terminal, and what has to be written so that it is what the model says.
final class ConsoleView {
    /// Beyond so many bytes of lines that wait for the terminal, the loop waits for it too: lines are not lost.
    private static let waitingByteLimit = 1 << 20

    private let device: any ConsoleDevice
    private var abilities: TerminalAbilities
    private let report: (ConsoleDriver.Failure) -> Void

    private var model = ConsoleDriver.Model()
    private var hasAskedForInput = false
    private var isBroken = false
    /// Colours are shown, or were, that depend on the background.
    private var isAdaptive = false
    private var toldBackground: ConsoleDriver.Background?
    /// The terminal has not yet taken all that was written: ``outputWritten()`` or ``outputFailed(_:)`` is to follow. What
    /// is wanted meanwhile waits, and of screens only the newest.
    private(set) var isBusy = false
    /// The terminal may have moved what stands on it.
    private var isMoved = false
    /// The screen that is wanted has not been drawn yet.
    private var isStale = false
    /// Somebody else has the terminal.
    private var isAway = false
    private var printed: (lines: [String], edition: Int) = ([], 0)
    private var printedPlain: String?
    private var copied: ConsoleDriver.Clipboard?
    /// Lines that wait for the terminal, or until a full screen is left.
    private var held: [String] = []
    /// Of lines, since all was written.
    private var waitingByteCount = 0
    /// Set once all is written that was handed over.
    private var modes = TerminalModes() {
        didSet { if modes.background, !oldValue.background { questionCount += 1 } }
    }
    /// How often the terminal was asked for its background.
    private(set) var questionCount = 0
    /// Perhaps set already, or still.
    private var unsettled = TerminalModes()
    private var prepared: [UInt8] = []
    private var painter: Painter?
    private var size: ConsoleDriver.Size?

    init(
        _ device: any ConsoleDevice, _ abilities: TerminalAbilities, _ report: @escaping (ConsoleDriver.Failure) -> Void
    ) {
        self.device = device
        self.abilities = abilities
        self.report = report
    }

    /// Whether a screen can be redrawn in place. Input from a pipe is a program's, and so is then the output.
    var isInteractive: Bool {
        abilities.isCapable && device.isOutputTerminal && (device.isInputTerminal || !hasAskedForInput)
    }

    /// - Parameter isPostponed: Whether a screen waits for ``update()``.
    func show(_ model: ConsoleDriver.Model, isPostponed: Bool) {
        self.model = model
        isStale = true
        isAway = false
        if model.input != .none { hasAskedForInput = true }
        hold(newLines())
        if !isInteractive, let plain = model.screen?.plain, plain != printedPlain {
            // Who looks on, or listens, knows the rest; what reads a pipe wants it whole.
            hold(device.isOutputTerminal ? PlainNews.lines(of: plain, after: printedPlain) : [plain])
        }
        printedPlain = model.screen?.plain
        if isBusy, waitingByteCount > ConsoleView.waitingByteLimit, model.screen?.isFull != true {
            if let failure = device.finishWriting() { outputFailed(failure) } else { outputWritten() }
        } else if !isPostponed || !isInteractive {
            draw()
        }
    }

    /// The terminal has taken what was written: whatever is wanted since is drawn.
    func outputWritten() {
        // What was handed over since may be left.
        write([])
        draw()
    }

    func outputFailed(_ failure: ConsoleDriver.Failure) {
        isBusy = false
        isBroken = true
        report(failure)
    }

    /// No larger than a canvas: of what is beyond nothing could be drawn.
    private var terminalSize: ConsoleDriver.Size {
        let size = device.size
        let limit = ConsoleDriver.Canvas.limit
        return ConsoleDriver.Size(columns: min(size.columns, limit), rows: min(size.rows, limit))
    }

    /// The size, when it is not the one that was told before; none where no screen can be drawn.
    func takeNewSize() -> ConsoleDriver.Size? {
        guard isInteractive else { return nil }
        let now = terminalSize
        guard now != size else { return nil }
        size = now
        return now
    }

    /// The background, when it is asked for, known, and not the one that was told before.
    func takeNewBackground() -> ConsoleDriver.Background? {
        let now = abilities.background
        guard isInteractive, model.background, abilities.isBackgroundKnown, now != toldBackground else { return nil }
        toldBackground = now
        return now
    }

    func noticeBackground(_ background: ConsoleDriver.Background) {
        let isOther = background != abilities.background
        (abilities.background, abilities.isBackgroundKnown) = (background, true)
        // What is shown next may depend on it, whatever is shown now.
        painter?.abilities = abilities
        guard isOther, isAdaptive else { return }
        isMoved = true
        draw()
    }

    /// What is wanted is drawn now; also after somebody else may have written on the terminal.
    func update() {
        draw()
    }

    /// The terminal has another size, or has had one for a moment, which is as bad: it has moved what stands on it.
    func noticeResize() {
        isMoved = true
        draw()
    }

    /// After a stop nothing is left of what was set, and of what was drawn, as far as is known.
    private func noticeStop() {
        guard isInteractive, device.takeWasStopped() else { return }
        modes = TerminalModes()
        if !isBusy { unsettled = modes }
        prepared = []
        painter = nil
    }

    /// The terminal has moved on below the screen, as it does when a line is typed: what stands there stays there.
    func forget() {
        guard let painter, !painter.isFull else { return }
        self.painter = nil
    }

    /// Gives the terminal back, as it was found but for what was printed and an inline screen, after what is on its way.
    func leave() {
        if isBusy || isStale { write(drawing()) }
        noticeStop()
        isAway = true
        write(farewell() + takeHeld())
    }

    /// What gives the terminal back.
    private func farewell() -> [UInt8] {
        defer {
            painter = nil
            modes = TerminalModes()
        }
        return (painter?.farewell ?? []) + modes.bytes(to: TerminalModes())
    }

    // MARK: On a terminal

    private func draw() {
        // Lines alone need not wait to become fewer.
        guard !isBusy || !isInteractive, !isAway else { return }
        write(drawing())
    }

    /// What to write so that what is wanted is there.
    private func drawing() -> [UInt8] {
        isStale = false
        // It was, before input was asked for that is no terminal's: what is printed must not go with the screen.
        guard isInteractive else { return farewell() + takeHeld() }
        noticeStop()
        let size = terminalSize
        let screen = model.screen
        var bytes: [UInt8] = []
        if isMoved || painter?.size != size { bytes = painter?.resized(to: size) ?? [] }
        isMoved = false
        if var old = painter, old.isFull != screen?.isFull {
            bytes += old.erased()
            painter = nil
        }
        let wanted = wantedModes()
        bytes += modes.bytes(to: wanted) + takeCopied()
        modes = wanted
        if screen?.isFull != true, !held.isEmpty {
            bytes += painter?.erased() ?? []
            bytes += takeHeld()
        }
        guard let screen else { return bytes }
        var painter = self.painter ?? Painter(isFull: screen.isFull, size: size, abilities: abilities)
        bytes += painter.painted(screen.canvas(fitting: size))
        self.painter = painter
        guard painter.isAdaptive, !isAdaptive else { return bytes }
        isAdaptive = true
        defer { modes = wantedModes() }
        return bytes + modes.bytes(to: wantedModes())
    }

    private func wantedModes() -> TerminalModes {
        var modes = TerminalModes(model)
        // Who is asked answers as if somebody typed.
        modes.background = (model.background || isAdaptive) && model.input == .keys && abilities.answers
        return modes
    }

    private func takeCopied() -> [UInt8] {
        guard model.clipboard != copied else { return [] }
        copied = model.clipboard
        return abilities.hasClipboard ? copied?.bytes ?? [] : []
    }

    // MARK: Lines

    private func hold(_ lines: [String]) {
        held += lines
        for line in lines { waitingByteCount += line.utf8.count }
    }

    private func takeHeld() -> [UInt8] {
        let lines = held
        held = []
        guard !lines.isEmpty else { return [] }
        guard isInteractive else { return lines.flatMap { plain($0) + [0x0a] } }
        var bytes = TerminalModes.wrapping(modes.hasScreen)
        for line in lines { bytes += PrintedText.line(line, abilities) + [0x0d, 0x0a] }
        return bytes + TerminalModes.notWrapping(modes.hasScreen)
    }

    private func plain(_ line: String) -> [UInt8] {
        abilities.colorsPipes ? PrintedText.line(line, newLine: "\n", abilities) : PrintedText.plain(line)
    }

    /// The lines that have not been printed yet.
    private func newLines() -> [String] {
        let lines = model.lines
        guard lines != printed.lines || model.edition != printed.edition else { return [] }
        let isContinued = model.edition == printed.edition && lines.starts(with: printed.lines)
        defer { printed = (lines, model.edition) }
        return isContinued ? Array(lines.dropFirst(printed.lines.count)) : lines
    }

    // MARK: Writing

    private func write(_ bytes: [UInt8]) {
        guard !isBroken else { return prepareLeaving() }
        unsettled = unsettled.union(modes)
        prepareLeaving()
        guard !bytes.isEmpty || isBusy else { return settled() }
        do throws(ConsoleDriver.Failure) {
            isBusy = try !device.write(bytes)
            guard !isBusy else { return }
            waitingByteCount = 0
            settled()
        } catch {
            outputFailed(error)
        }
    }

    private func settled() {
        guard unsettled != modes else { return }
        unsettled = modes
        prepareLeaving()
    }

    /// Should the process end or stop before the next write.
    private func prepareLeaving() {
        let bytes = (painter?.farewell ?? []) + unsettled.bytes(to: TerminalModes())
        guard bytes != prepared else { return }
        prepared = bytes
        device.prepareLeaving(bytes, isFull: unsettled.isFull)
    }
}

extension ConsoleDriver.Model.Screen {
    fileprivate func canvas(fitting size: ConsoleDriver.Size) -> ConsoleDriver.Canvas {
        switch content {
        case .canvas(let canvas): return canvas
        case .text(let text, let cursor):
            var canvas = ConsoleDriver.Canvas(text, fitting: size)
            canvas.cursor = cursor
            return canvas
        }
    }
}
