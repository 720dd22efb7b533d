import CycleBase

/// This process's ends of the pipes of a child. They never block.
struct ChildPipes: Sendable {
    /// -1 where the child gets no input.
    let input: Int32
    /// -1 where nothing is reported of it.
    let output: Int32
    let errors: Int32

    /// The descriptors that the child gets.
    struct ChildEnds {
        let input: Int32
        let output: Int32
        let errors: Int32

        func close() {
            for descriptor in [input, output, errors] where descriptor >= 0 { Descriptors.close(descriptor) }
        }
    }

    /// Closes all: for a child that is not served.
    func close() {
        for descriptor in [input, output, errors] where descriptor >= 0 { Descriptors.close(descriptor) }
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
                ChildPipes(input: input.writing, output: output.reading, errors: errors.reading),
                ChildEnds(
                    input: blocking(input.reading), output: blocking(output.writing), errors: blocking(errors.writing))
            )
        } catch {
            for descriptor in opened { Descriptors.close(descriptor) }
            throw error
        }
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

        /// What the loop has to know of the input.
        enum InputNews {
            case written, closed
        }

        private let pipes: ChildPipes
        private var rest: ArraySlice<UInt8>
        private var isInputOpen: Bool
        /// Whether more input may follow.
        private var keepsInput = true
        /// Whether the loop waits for the end of a write.
        private var isWriteOwed = false
        private var inputNews: InputNews?
        private var isOutputOpen: Bool
        private var isErrorsOpen: Bool
        /// Whether the loop takes more.
        private(set) var hasRoom = true

        init(_ pipes: ChildPipes, input: [UInt8]) {
            self.pipes = pipes
            rest = input[...]
            isInputOpen = pipes.input >= 0
            isOutputOpen = pipes.output >= 0
            isErrorsOpen = pipes.errors >= 0
        }

        mutating func noticeRoom() { hasRoom = true }

        mutating func noticeFull() { hasRoom = false }

        /// Adds input. The one before was written.
        mutating func write(_ bytes: [UInt8]) {
            rest += bytes
            isWriteOwed = true
        }

        /// No input follows that which was added.
        mutating func endInput() {
            keepsInput = false
            if rest.isEmpty { closeInput() }
        }

        mutating func takeInputNews() -> InputNews? {
            defer { inputNews = nil }
            return inputNews
        }

        mutating func stopReading() { (isOutputOpen, isErrorsOpen) = (false, false) }

        /// Waits until something can be read or written, a word comes or time is up; then reads and writes it.
        ///
        /// - Parameter take: Takes bytes, and returns whether there is room for more.
        /// - Returns: Whether bytes were read.
        mutating func step(
            _ wake: WakePipe, milliseconds: Int32, _ take: (_ isErrors: Bool, _ bytes: [UInt8]) -> Bool
        ) -> Bool {
            var requests = [
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOutputOpen && hasRoom ? pipes.output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isErrorsOpen && hasRoom ? pipes.errors : -1, events: Int16(POLLIN), revents: 0),
                // Without bytes to write only the end of its reader counts.
                pollfd(
                    fd: isInputOpen ? pipes.input : -1, events: Int16(rest.isEmpty ? POLLHUP : POLLOUT), revents: 0),
            ]
            guard poll(&requests, 4, milliseconds) > 0 else { return false }
            if requests[3].revents != 0 { writeInput() }
            var hasRead = false
            if requests[1].revents != 0, let bytes = Self.read(pipes.output, &isOutputOpen) {
                hasRoom = take(false, bytes)
                hasRead = true
            }
            if requests[2].revents != 0, hasRoom, let bytes = Self.read(pipes.errors, &isErrorsOpen) {
                hasRoom = take(true, bytes)
                hasRead = true
            }
            return hasRead
        }

        private static func read(_ descriptor: Int32, _ isOpen: inout Bool) -> [UInt8]? {
            switch Descriptors.read(descriptor, upTo: chunk) {
            case .bytes(let bytes): return bytes
            case .nothingYet: return nil
            case .end, .lost, .failed:
                isOpen = false
                return nil
            }
        }

        private mutating func writeInput() {
            guard !rest.isEmpty else { return noticeClosed() }
            let count = rest.withUnsafeBytes { CycleBase.write(pipes.input, $0.baseAddress, $0.count) }
            if count < 0, errno != EAGAIN, errno != EINTR { return noticeClosed() }
            if count > 0 { rest = rest.dropFirst(count) }
            guard rest.isEmpty else { return }
            if isWriteOwed { inputNews = .written }
            isWriteOwed = false
            // The end of the pipe is the end of the input.
            if !keepsInput { closeInput() }
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
            for descriptor in [pipes.output, pipes.errors] where descriptor >= 0 { Descriptors.close(descriptor) }
        }
    }
}
