import CycleDrivers
import CycleNetwork

extension PersistenceDriver.Failure {
    /// What went wrong with the file of the total, and what to do about it.
    var reason: String {
        switch self {
        case .invalidPath: "not the name of a file; choose another"
        case .symbolicLink: "a symbolic link; name the file that it leads to"
        case .missingFolder: "its folder does not exist; make it first"
        case .notAFile: "not a file; choose another name"
        case .denied: "no permission; check the rights of the file and its folder"
        case .readOnly: "the disk can only be read; choose another"
        case .full: "the disk is full; the total of before is kept"
        case .tooLarge: "too large to be a total; it was left as it is"
        case .inUse: "another program uses its folder; end that first"
        case .exhausted(let resource): "the system is out of \(resource); end some other programs"
        default: "\(self)"
        }
    }
}

extension HTTP.Failure {
    /// Why there is no answer.
    var reason: String {
        switch self {
        case .refused: "the connection was refused; is the server running?"
        case .unresolved: "the server's name is unknown; check the URL"
        case .tls: "the server could not prove who it is"
        case .disconnected: "the server broke off"
        case .timedOutConnecting, .timedOutIdle, .timedOut: "the server took too long"
        case .tooLarge: "the answer is too large"
        case .tooManyRedirects: "the server redirects without end"
        case .malformed(.url): "the URL is malformed"
        case .malformed: "the answer is malformed"
        case .exhausted(let resource): "the system is out of \(resource); end some other programs"
        case .unavailable(let what): what
        default: "\(self)"
        }
    }
}
