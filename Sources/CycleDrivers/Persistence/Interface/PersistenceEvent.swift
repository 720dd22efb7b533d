extension PersistenceDriver {
    /// The outcome of a request.
    ///
    /// In JSON by its case and labels: `{"loaded": {"path": "total", "bytes": "12"}}`, `{"saved": {"path": "total"}}`,
    /// `{"failed": {"path": "total", "failure": {"full": {}}}}`. A file that does not exist has no `bytes`; bytes that
    /// are not UTF-8 are `{"base64": "…"}`.
    public enum Event: Hashable, Sendable {
        /// A file was read. `nil`: there is no such file.
        case loaded(path: Path, bytes: [UInt8]?)
        /// A part of a file was read: what there is of it from that byte on. `nil`: there is no such file. A file that has become
        /// shorter than what was read of it before has fewer bytes, of the whole file, than `from`.
        case loadedPart(path: Path, bytes: [UInt8]?, from: Int, byteCount: Int)
        /// The items of a folder, by names. `nil`: there is no such folder.
        case listed(path: Path, entries: [FolderItem]?)
        /// The file has the content that the model wants.
        case saved(path: Path)
        /// All lines with numbers below `end` are on disk, those of this run.
        case appended(path: Path, end: Int)
        /// The last line of a log was torn by a power cut or a kill, or an append that failed has left bytes, and that was cut off. The
        /// outcome of the request follows.
        case tailCut(path: Path, byteCount: Int)
        /// Another program or driver has changed a watched file.
        case changed(path: Path)
        /// Another program or driver has made, changed or deleted files in a watched folder or tree.
        case folderChanged(path: Path, FolderChange)
        /// A file is gone: as the model wanted, or, if it is watched, by another program.
        case deleted(path: Path)
        /// An action did not succeed. The file is as it was before, but for ``Failure/notDurable``, and for a log on a disk that takes
        /// nothing back: the next append of this driver removes the bytes first, or fails as well. Where another program has appended behind
        /// them by then they stay, and their lines are not appended again, but for those of a sync that failed: they may come twice.
        case failed(path: Path, Failure)

        /// The path that the event is about. Of a folder's changes, the folder.
        public var path: Path {
            switch self {
            case .loaded(let path, _), .loadedPart(let path, _, _, _), .listed(let path, _), .saved(let path),
                .changed(let path), .deleted(let path),
                .folderChanged(let path, _), .failed(let path, _), .appended(let path, _), .tailCut(let path, _):
                path
            }
        }

        /// The loaded text, as UTF-8 with its errors repaired; `nil` for other events and files that do not exist.
        public var text: String? {
            guard case .loaded(_, let bytes?) = self else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The item that a folder has at one name.
    public struct FolderItem: Hashable, Codable, Sendable {
        /// In its folder.
        public var name: Path
        /// Otherwise it is a file.
        public var isFolder: Bool
        /// The size of a file; 0 for a folder.
        public var byteCount: Int

        /// For tests and stand-ins: the driver makes its own.
        public init(_ name: Path, isFolder: Bool = false, byteCount: Int = 0) {
            (self.name, self.isFolder, self.byteCount) = (name, isFolder, byteCount)
        }
    }

    /// The files of a watched folder or tree that have changed since the last report: their paths, sorted.
    public struct FolderChange: Hashable, Codable, Sendable {
        /// Files that were not there.
        public var created: [Path]
        /// Files with other content, size, or time of change.
        public var changed: [Path]
        /// Files that are not there any more.
        public var deleted: [Path]

        /// For tests and stand-ins: the driver makes its own.
        public init(created: [Path] = [], changed: [Path] = [], deleted: [Path] = []) {
            self.created = created
            self.changed = changed
            self.deleted = deleted
        }
    }

    /// Why an action did not succeed.
    ///
    /// In JSON by its case and labels: `{"full": {}}`, `{"corrupt": {"setAside": "total.corrupt-1"}}`, `{"system": {"code": 5}}`.
    public enum Failure: Error, Hashable, Codable, Sendable {
        /// The path is empty, absolute or too long, has an empty part, `.`, `..` or NUL, or a name of the driver's own.
        case invalidPath
        /// There is a symbolic link on the way, and it is refused, leads out of the root or nowhere.
        case symbolicLink
        /// The root does not exist, or what should be a folder is none.
        case missingFolder
        /// There is a folder or a device where the file should be.
        case notAFile
        /// No permission.
        case denied
        /// The disk can only be read.
        case readOnly
        /// The disk, or the user's share of it, is full.
        case full
        /// The file is larger than the limit, of the driver for a read, of the system for a write.
        case tooLarge
        /// A typed value is damaged or does not make sense. It has been renamed. A read goes on: `loaded` follows, with the
        /// generation before or `nil`; a write, too: `saved` follows.
        case corrupt(setAside: Path)
        /// A typed value is of a version to come. It has been renamed, and the request goes on, as after `corrupt`.
        case tooNew(version: Int, setAside: Path)
        /// A line to append has a line break or NUL in it.
        case invalidLine
        /// A typed value could not be encoded.
        case notEncodable
        /// Another driver has the root for itself, or another program has kept a log locked for ten seconds.
        case inUse
        /// The last read of this path failed: what is there is not overwritten unseen. Read it again, with another repetition, or
        /// delete it; a repeated write is refused again.
        case unread
        /// The file is as wanted, but it is not certain that it will be after a power cut.
        case notDurable
        /// The process, or its user, may have no more of these. Once there is one again, another repetition succeeds.
        case exhausted(Resource)
        /// Any other error of the system, by its `errno`.
        case system(Int32)

        enum ExhaustedCodingKeys: String, CodingKey {
            case _0 = "resource"
        }

        enum SystemCodingKeys: String, CodingKey {
            case _0 = "code"
        }
    }

    /// The resources that a process can run out of.
    public enum Resource: String, Hashable, Codable, Sendable {
        /// Limits of the process or its user: `ulimit -u`, `-n`, `-v`.
        case threads, descriptors, memory
        /// Watches of folders: `fs.inotify.max_user_watches`.
        case watches
    }

    /// How much has reached the disk when `saved` is reported. After a crash of the program alone, all of them are safe.
    public enum Durability: Hashable, Sendable {
        /// Nothing certain: after a power cut, the file may be empty.
        case none
        /// The content: after a power cut, the file is the old or the new one.
        case file
        /// The content and its name: after a power cut, the file is the new one.
        case fileAndFolder
    }

    /// The policy for a path that leads through a symbolic link.
    public enum SymbolicLinks: Hashable, Sendable {
        /// A path that meets one fails.
        case refused
        /// Links that stay below the root, step by step, are followed; the file that they lead to is what is replaced.
        case followed
    }
}
