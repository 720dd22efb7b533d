import CycleBase

extension ProcessFailure {
    /// For people: what is wrong with the program, and what to do about it. Put its name before.
    public var reason: String {
        switch self {
        case .cannotStart(ENOENT):
            "the program, its folder, or what the first line of a script names does not exist; check its name, and PATH"
        case .cannotStart(ENOEXEC): "no program for this machine, or a script whose first line does not begin with #!"
        case .cannotStart(EACCES): "it may not be started; check the rights of its file"
        case .cannotStart(ECANCELED): "it was asked to end before it was started"
        case .cannotStart(let code): "it cannot be started, \(SystemFailure.words(of: code))"
        case .exhausted(let code):
            "the system is out of processes or descriptors, error \(code); end some other programs"
        case .timeLimit: "it took too long, and was ended"
        case .tooMuchOutput: "it printed too much, and was ended"
        case .unknownEnd: "it has ended, and the system does not say how"
        case .stillRunning(let pid): "it does not end; process \(pid) runs still"
        }
    }
}
