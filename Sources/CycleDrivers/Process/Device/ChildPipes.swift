import CycleBase

/// This process's ends of the pipes of a child, or of its terminal. They never block.
struct ChildPipes: Sendable {
    /// -1 where the child gets no input.
    let input: Int32
    /// -1 where nothing is reported of it.
    let output: Int32
    let errors: Int32
    /// The end of the terminal that the child opens, which keeps the terminal until the child has ended: a child may close all of its own
    /// and open `/dev/tty` later, and reading a terminal that no process has open is its end. -1 for pipes.
    let terminalEnd: Int32

    /// Whether input and output are two descriptors of one terminal.
    var isTerminal: Bool { terminalEnd >= 0 }

    /// The ends of the child.
    struct ChildEnds {
        /// By the child's numbers.
        let descriptors: [Int32: Int32]
        /// The path of the terminal that it opens.
        var terminal: String?

        func close() {
            for descriptor in descriptors.values { Descriptors.close(descriptor) }
        }
    }

    /// Closes all: for a child that is not served.
    func close() {
        for descriptor in [input, output, errors, terminalEnd] where descriptor >= 0 { Descriptors.close(descriptor) }
    }

    static func open(
        for command: ProcessCommand, keepsInput: Bool
    ) throws(SystemFailure) -> (ChildPipes, ChildEnds) {
        var opened: [Int32] = []
        do throws(SystemFailure) {
            let input = try pair(command.input.isEmpty && !keepsInput ? O_RDONLY : nil, &opened)
            Descriptors.preventSignal(ofWritingTo: input.writing)
            let nowhere = command.output == .none ? O_WRONLY : nil
            let output = try pair(nowhere, &opened)
            let errors = try pair(nowhere, &opened)
            return (
                ChildPipes(input: input.writing, output: output.reading, errors: errors.reading, terminalEnd: -1),
                ChildEnds(descriptors: [
                    0: blocking(input.reading), 1: blocking(output.writing), 2: blocking(errors.writing),
                ])
            )
        } catch {
            for descriptor in opened { Descriptors.close(descriptor) }
            throw error
        }
    }

    /// A pseudo-terminal of a size.
    static func openTerminal(
        _ size: ConsoleDriver.Size
    ) throws(SystemFailure) -> (ChildPipes, ChildEnds) {
        let terminal = try PseudoTerminal()
        var opened = [terminal.descriptor]
        do throws(SystemFailure) {
            let theirs = try Descriptors.open(terminal.path, O_RDWR | O_NOCTTY)
            opened.append(theirs)
            typeUTF8(into: theirs)
            // One for each direction: the input may end before the output.
            let input = try Descriptors.aboveStandard(fcntl(terminal.descriptor, F_DUPFD_CLOEXEC, 3))
            let pipes = ChildPipes(input: input, output: terminal.descriptor, errors: -1, terminalEnd: theirs)
            pipes.resize(to: size)
            return (pipes, ChildEnds(descriptors: [:], terminal: terminal.path))
        } catch {
            for descriptor in opened { Descriptors.close(descriptor) }
            throw error
        }
    }

    /// Backspace takes back a whole character of a line that is typed, and not its last byte alone.
    private static func typeUTF8(into terminal: Int32) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return }
        settings.c_iflag |= tcflag_t(IUTF8)
        _ = tcsetattr(terminal, TCSANOW, &settings)
    }

    /// The foreground of the terminal gets `SIGWINCH`. Sizes beyond what the system can count are cut to that.
    func resize(to size: ConsoleDriver.Size) {
        guard isTerminal else { return }
        func cut(_ count: Int) -> UInt16 { UInt16(clamping: count) }
        var size = winsize(ws_row: cut(size.rows), ws_col: cut(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(output, UInt(TIOCSWINSZ), &size)
    }

    /// A pipe, or `/dev/null` in the place of the child's end.
    private static func pair(
        _ nowhere: Int32?, _ opened: inout [Int32]
    ) throws(SystemFailure) -> (reading: Int32, writing: Int32) {
        if let nowhere {
            let descriptor = try Descriptors.open("/dev/null", nowhere)
            opened.append(descriptor)
            return nowhere == O_RDONLY ? (descriptor, -1) : (-1, descriptor)
        }
        let ends = try Descriptors.makePipe()
        opened += [ends.reading, ends.writing]
        return ends
    }

    /// Programs expect descriptors that block.
    private static func blocking(_ descriptor: Int32) -> Int32 {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
    }
}

extension ChildPipes {
    /// The pipes while they are served, by one thread.
    struct Serving {
        private static let chunk = 65_536
        /// Ctrl-D.
        private static let endOfFile: UInt8 = 4

        /// News of the input for the loop.
        enum InputNews {
            case written, closed
        }

        private let pipes: ChildPipes
        private var rest: ArraySlice<UInt8>
        /// Whether the input that was added last ends within a line.
        private var isInLine: Bool
        private var isInputOpen: Bool
        /// Whether more input may follow.
        private var keepsInput: Bool
        /// Whether the loop waits for the end of a write.
        private var isWriteOwed = false
        private var inputNews: InputNews?
        private var isOutputOpen: Bool
        private var isErrorsOpen: Bool
        /// How many bytes may still be read of each; `nil` while the child runs.
        private var left: (output: Int, errors: Int)?
        /// The two outputs take turns.
        private var isErrorsNext = false

        init(_ pipes: ChildPipes, input: [UInt8], keepsInput: Bool) {
            self.pipes = pipes
            self.keepsInput = keepsInput || pipes.isTerminal
            rest = input[...]
            isInLine = Self.endsInLine(input)
            isInputOpen = pipes.input >= 0
            isOutputOpen = pipes.output >= 0
            isErrorsOpen = pipes.errors >= 0
        }

        var isTerminal: Bool { pipes.isTerminal }

        func resize(to size: ConsoleDriver.Size) { pipes.resize(to: size) }

        /// Adds input. The one before was written.
        mutating func write(_ bytes: [UInt8]) {
            guard isInputOpen else { return }
            rest += bytes
            if !bytes.isEmpty { isInLine = Self.endsInLine(bytes) }
            isWriteOwed = true
        }

        private static func endsInLine(_ bytes: [UInt8]) -> Bool {
            bytes.last.map { ![UInt8(ascii: "\r"), UInt8(ascii: "\n"), endOfFile].contains($0) } ?? false
        }

        /// No input follows that which was added.
        mutating func endInput() {
            // The terminal stays, and its end of file is a key: behind half a line the first gives that away, and the next one is the end.
            if pipes.isTerminal, isInputOpen {
                return rest.append(contentsOf: repeatElement(Serving.endOfFile, count: isInLine ? 2 : 1))
            }
            keepsInput = false
            if rest.isEmpty { closeInput() }
        }

        mutating func takeInputNews() -> InputNews? {
            defer { inputNews = nil }
            return inputNews
        }

        mutating func stopReading() { (isOutputOpen, isErrorsOpen) = (false, false) }

        /// The child has ended: what it has printed is there. Another process that holds its output may print without end.
        mutating func noteEnd() {
            if left == nil { left = (waitingCount(pipes.output), waitingCount(pipes.errors)) }
        }

        /// A terminal does not count all that it holds, which is less than a piece.
        private func waitingCount(_ descriptor: Int32) -> Int {
            guard descriptor >= 0, !isTerminal else { return Self.chunk }
            return Descriptors.waitingCount(of: descriptor) ?? Self.chunk
        }

        /// - Parameter reads: Whether the loop takes more.
        func appendRequests(reads: Bool, to requests: inout [pollfd]) {
            if isOutputOpen, reads { requests.append(pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0)) }
            if isErrorsOpen, reads { requests.append(pollfd(fd: pipes.errors, events: Int16(POLLIN), revents: 0)) }
            // Without bytes to write only the end of its reader counts.
            let events = Int16(rest.isEmpty ? POLLHUP : POLLOUT)
            if isInputOpen { requests.append(pollfd(fd: pipes.input, events: events, revents: 0)) }
        }

        /// Reads one piece, of the output or of the errors. Once the child has ended that need not have answered that it is ready.
        mutating func read(_ answers: ArraySlice<pollfd>) -> (isErrors: Bool, bytes: [UInt8])? {
            for isErrors in [isErrorsNext, !isErrorsNext] {
                let descriptor = isErrors ? pipes.errors : pipes.output
                guard isErrors ? isErrorsOpen : isOutputOpen, left != nil || isReady(descriptor, answers) else {
                    continue
                }
                let most = min(Self.chunk, left.map { isErrors ? $0.errors : $0.output } ?? Self.chunk)
                guard most > 0 else { continue }
                switch Descriptors.read(descriptor, upTo: most) {
                case .bytes(let bytes):
                    isErrorsNext = !isErrors
                    if isErrors { left?.errors -= bytes.count } else { left?.output -= bytes.count }
                    return (isErrors, bytes)
                case .nothingYet: break
                case .end, .lost, .failed: if isErrors { isErrorsOpen = false } else { isOutputOpen = false }
                }
            }
            return nil
        }

        private func isReady(_ descriptor: Int32, _ answers: ArraySlice<pollfd>) -> Bool {
            answers.contains { $0.fd == descriptor && $0.revents != 0 }
        }

        mutating func writeInput(_ answers: ArraySlice<pollfd>) {
            guard isInputOpen else { return }
            if isReady(pipes.input, answers) { writeInput() }
            // The end of the pipe is the end of the input.
            if rest.isEmpty, !keepsInput { closeInput() }
        }

        private mutating func writeInput() {
            guard !rest.isEmpty else { return noticeClosed() }
            let count = rest.withUnsafeBytes { CycleBase.write(pipes.input, $0.baseAddress, $0.count) }
            if count < 0, errno != EAGAIN, errno != EINTR { return noticeClosed() }
            if count > 0 { rest = rest.dropFirst(count) }
            guard rest.isEmpty else { return }
            if isWriteOwed { inputNews = .written }
            isWriteOwed = false
        }

        /// The process has closed its end.
        private mutating func noticeClosed() {
            if keepsInput || isWriteOwed { inputNews = .closed }
            rest = []
            closeInput()
        }

        private mutating func closeInput() {
            guard isInputOpen else { return }
            isInputOpen = false
            Descriptors.close(pipes.input)
        }

        /// Closes the pipes that are open.
        mutating func close() {
            closeInput()
            for descriptor in [pipes.output, pipes.errors, pipes.terminalEnd] where descriptor >= 0 {
                Descriptors.close(descriptor)
            }
        }
    }
}
