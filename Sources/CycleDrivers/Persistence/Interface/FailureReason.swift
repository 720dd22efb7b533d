import CycleBase

extension PersistenceDriver.Failure {
    /// For people: what is wrong with the file, and what to do about it. Put the file's name before it.
    public var reason: String {
        switch self {
        case .invalidPath: "not the name of a file; choose another"
        case .symbolicLink: "a symbolic link; name the file that it leads to"
        case .missingFolder: "its folder does not exist, or is none; make it first"
        case .notAFile: "not a file; choose another name"
        case .denied: "no permission; check the rights of the file and its folder"
        case .readOnly: "the disk can only be read; choose another"
        case .full: "the disk is full; what was in the file is kept"
        case .tooLarge: "too large; it was left as it is"
        case .corrupt(let path): "damaged, or no value of this program; it was kept as \(path)"
        case .tooNew(let version, let path):
            "of version \(version), which this program does not know; it was kept as \(path)"
        case .invalidLine: "a line must not have a line break in it"
        case .notEncodable: "the value cannot be encoded; the file is as it was"
        case .inUse: "another program uses it, or its folder; end that first"
        case .unread: "not written, because what is there could not be read"
        case .notDurable: "written, but perhaps not kept if the power fails now"
        case .exhausted(let resource): "the system is out of \(resource); end some other programs"
        // A rename over a mount: what a container is given as a single file stays the file that it is.
        case .system(EBUSY): "the file is a mount of its own, as one that a container is given; mount its folder"
        case .system(let code): "the system refuses, \(SystemFailure.words(of: code))"
        }
    }
}
