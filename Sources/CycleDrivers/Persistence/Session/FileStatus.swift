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
        package var seconds: Int
        package var nanoseconds: Int

        package init(device: UInt64, number: UInt64, byteCount: Int, seconds: Int, nanoseconds: Int) {
            self.device = device
            self.number = number
            self.byteCount = byteCount
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }
    }

    /// Tells one file from another, whatever it is called.
    struct Place: Hashable {
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
    var place: FileStatus.Place { FileStatus.Place(device: device, number: number) }
}
