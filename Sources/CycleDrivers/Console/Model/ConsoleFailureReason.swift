import CycleBase

extension ConsoleDriver.Failure {
    /// For people: what is wrong with the terminal, pipe or file, and what to do about it.
    public var reason: String {
        switch self {
        case .outputClosed: "nobody reads the output any more"
        case .output(ENOSPC): "the output cannot be written: the disk is full; make room, or write elsewhere"
        case .output(EBADF): "the output cannot be written: it is closed; write elsewhere"
        case .output(let code): "the output cannot be written, \(SystemFailure.words(of: code)); write elsewhere"
        case .input(let code): "the input cannot be read, \(SystemFailure.words(of: code)); give another"
        case .program(ENOENT): "the program does not exist; check its name, and PATH"
        case .program(let code): "the program cannot be started, \(SystemFailure.words(of: code))"
        case .inUse: "another part of this program uses the terminal; end that first"
        case .exhausted(let code): "the system is out of threads or descriptors, error \(code); end some other programs"
        }
    }
}
