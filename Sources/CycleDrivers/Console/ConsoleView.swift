/// What stands on the terminal, and what has to be written so that it is what the model says.
final class ConsoleView {
    private let device: any ConsoleDevice
    private let style: ConsoleStyle
    private let report: (ConsoleDriver.Failure) -> Void

    private var model = ConsoleDriver.Model()
    private var hasAskedForInput = false
    private var isBroken = false
    private var printed: (lines: [String], edition: Int) = ([], 0)
    private var printedPlain: String?
    /// Lines that wait until a full screen is left.
    private var held: [String] = []
    private var modes = TerminalModes()
    private var painter: Painter?
    private var size: ConsoleDriver.Size?

    init(_ device: any ConsoleDevice, _ style: ConsoleStyle, _ report: @escaping (ConsoleDriver.Failure) -> Void) {
        self.device = device
        self.style = style
        self.report = report
    }

    /// Whether a screen can be redrawn in place. Input from a pipe is a program's, and so is then the output.
    private var isInteractive: Bool {
        style.isCapable && device.isOutputTerminal && (device.isInputTerminal || !hasAskedForInput)
    }

    func show(_ model: ConsoleDriver.Model) {
        self.model = model
        if model.input != .none { hasAskedForInput = true }
        guard isInteractive else { return printPlainly() }
        if device.takeWasStopped() { loseTerminal() }
        draw()
    }

    /// The size, when it is not the one that was told before.
    func takeNewSize() -> ConsoleDriver.Size? {
        guard device.isOutputTerminal else { return nil }
        let now = device.size
        guard now != size else { return nil }
        size = now
        return now
    }

    func resize() {
        guard isInteractive else { return }
        write(painter?.resized(to: device.size) ?? [])
        draw()
    }

    /// Draws everything anew if somebody else may have written on the terminal.
    func repaint() {
        guard isInteractive, device.takeWasStopped() else { return }
        loseTerminal()
        draw()
    }

    private func loseTerminal() {
        modes = TerminalModes()
        painter = nil
    }

    /// The terminal has moved on below the screen, as it does when a line is typed: what stands there stays there.
    func forget() {
        guard let painter, !painter.isFull else { return }
        self.painter = nil
    }

    /// Gives the terminal back, as it was found but for what was printed and an inline screen.
    func leave() {
        var bytes = painter?.farewell ?? []
        painter = nil
        bytes += modes.bytes(to: TerminalModes())
        modes = TerminalModes()
        bytes += text(taking: &held)
        write(bytes)
        device.prepareLeaving([])
    }

    // MARK: On a terminal

    private func draw() {
        var bytes: [UInt8] = []
        let screen = model.screen
        if var old = painter, old.isFull != screen?.isFull {
            bytes += old.erased()
            painter = nil
        }
        let wanted = TerminalModes(model)
        bytes += modes.bytes(to: wanted)
        modes = wanted
        let size = device.size
        held += newLines()
        if screen?.isFull != true, !held.isEmpty {
            bytes += painter?.erased() ?? []
            bytes += text(taking: &held)
        }
        if let screen {
            var painter = self.painter ?? Painter(isFull: screen.isFull, size: size)
            let rows = StyledText.rows(of: screen.text, fitting: size, hasColor: style.hasColor)
            bytes += painter.painted(rows, cursor: model.cursor)
            self.painter = painter
        }
        device.prepareLeaving((painter?.farewell ?? []) + modes.bytes(to: TerminalModes()))
        write(bytes)
    }

    private func text(taking lines: inout [String]) -> [UInt8] {
        defer { lines = [] }
        guard !lines.isEmpty else { return [] }
        var bytes = TerminalModes.wrapping(modes.hasScreen)
        for line in lines {
            bytes += StyledText.line(line, hasColor: style.hasColor)
            bytes += Array("\r\n".utf8)
        }
        return bytes + TerminalModes.notWrapping(modes.hasScreen)
    }

    // MARK: Elsewhere

    private func printPlainly() {
        var text = ""
        for line in newLines() { text += StyledText.plain(line) + "\n" }
        if let plain = model.screen?.plain, plain != printedPlain {
            printedPlain = plain
            text += StyledText.plain(plain) + "\n"
        }
        write(Array(text.utf8))
    }

    /// The lines that have not been printed yet.
    private func newLines() -> [String] {
        let lines = model.lines
        guard lines != printed.lines || model.edition != printed.edition else { return [] }
        let isContinued = model.edition == printed.edition && lines.starts(with: printed.lines)
        defer { printed = (lines, model.edition) }
        return isContinued ? Array(lines.dropFirst(printed.lines.count)) : lines
    }

    private func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, !isBroken else { return }
        do throws(ConsoleDriver.Failure) {
            try device.write(bytes)
        } catch {
            isBroken = true
            report(error)
        }
    }
}
