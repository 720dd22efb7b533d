/// The status that a file system gives of one name.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    /// Tells one content of a file from another.
    package struct Version: Hashable, Sendable {
        package var device: UInt64
        package var number: UInt64
        package var byteCount: Int
        /// The time of the content, which a program may set.
        package var seconds: Int
        package var nanoseconds: Int
        /// The time of the last change of anything, the name and the mode included. No program can set it: it shows that a file
        /// was written whose `seconds` were put back.
        var changeSeconds: Int
        var changeNanoseconds: Int

        package init(
            device: UInt64, number: UInt64, byteCount: Int, seconds: Int, nanoseconds: Int, changeSeconds: Int = 0,
            changeNanoseconds: Int = 0
        ) {
            self.device = device
            self.number = number
            self.byteCount = byteCount
            self.seconds = seconds
            self.nanoseconds = nanoseconds
            self.changeSeconds = changeSeconds
            self.changeNanoseconds = changeNanoseconds
        }
    }

    /// Tells one file from another, whatever it is called.
    struct Place: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    package var kind: Kind
    package var version: Version
    /// The twelve permission bits.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32
    package var linkCount: Int

    package init(kind: Kind, version: Version, mode: UInt32, owner: UInt32, group: UInt32, linkCount: Int) {
        self.kind = kind
        self.version = version
        self.mode = mode
        self.owner = owner
        self.group = group
        self.linkCount = linkCount
    }
}

extension FileStatus.Version {
    /// The later version, if it differs by the time of the last change alone, as that of a file which this driver has renamed does;
    /// else this one, so that a watch sees the difference.
    func renamed(to later: FileStatus.Version) -> FileStatus.Version {
        var same = later
        (same.changeSeconds, same.changeNanoseconds) = (changeSeconds, changeNanoseconds)
        return same == self ? later : self
    }

    var place: FileStatus.Place { FileStatus.Place(device: device, number: number) }
}
