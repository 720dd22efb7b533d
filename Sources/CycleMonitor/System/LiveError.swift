import CycleBase

/// Why a program cannot be looked at while it runs.
public enum LiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system says no; `code` is its `errno`.
    case system(operation: String, code: Int32)
    /// Others can write to the folder of the socket, or it belongs to another user.
    case folderOfOthers(String)
    /// Something else than a socket of this user stands at the path.
    case notASocket
    /// Another program listens there.
    case inUse
    /// The program that listens there is another user's.
    case notOwn

    /// The problem, and the way to mend it.
    public var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation) the socket, \(SystemFailure.words(of: code))"
        case .folderOfOthers(let folder): "others can write to \(folder): use a folder of your own, with chmod go-w"
        case .notASocket: "something that is no socket of yours stands there: choose another path"
        case .inUse: "another program listens there: choose another path"
        case .notOwn: "the program that listens there is another user's"
        }
    }
}
