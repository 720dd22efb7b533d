#if os(Linux)
    import Foundation
    import Glibc

    /// A disk that gives all files to another user, as a share or a card of a camera that was mounted for one: files that one thread makes
    /// belong to a user who is not that of the process.
    package enum ForeignDisk {
        private typealias SetUser = @convention(c) (uid_t) -> Int32

        /// Glibc's `setfsuid`, which Swift does not import. It is of the calling thread.
        private static let setUser = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "setfsuid").map {
            unsafeBitCast($0, to: SetUser.self)
        }

        /// Only the superuser can make files of others.
        package static var isPossible: Bool { geteuid() == 0 && setUser != nil }

        /// Runs a test in a folder of such a disk.
        package static func run(_ body: (_ folder: String) throws -> Void) throws {
            let folder = try Folder()
            guard let setUser, chown(folder.path, 1_000, 1_000) == 0 else { return }
            _ = setUser(1_000)
            defer { _ = setUser(0) }
            // Folders above may let no other user in.
            guard access(folder.path) else { return }
            try body(folder.path)
        }

        private static func access(_ folder: String) -> Bool {
            var status = stat()
            return stat(folder + "/.", &status) == 0
        }
    }
#endif
