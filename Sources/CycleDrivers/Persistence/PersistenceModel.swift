extension PersistenceDriver {
    /// The files that should be read, written, deleted or watched.
    public struct Model: Hashable, Sendable {
        public var requests: [Request]
        /// With each new number but 0, writes that are being delayed begin at once.
        public var flush: Int

        public init(_ requests: [Request] = [], flush: Int = 0) {
            self.requests = requests
            self.flush = flush
        }

        public static func files(_ requests: Request...) -> Model {
            Model(requests)
        }

        /// Nothing.
        public static var none: Model { Model() }

        enum Want: Hashable {
            case request(Request)
            case flush(Int)

            enum Identity: Hashable {
                case request(Request.Identity)
                case flush
            }

            var identity: Identity {
                switch self {
                case .request(let request): .request(request.identity)
                case .flush: .flush
                }
            }
        }

        /// A change is not missed between a watch and a read, a read is not overtaken by a write, and a flush is for
        /// all that is wanted beside it.
        var wants: [Want] {
            let roles: [Request.Role] = [.watch, .watchFolder, .read, .content]
            let inOrder = roles.flatMap { role in requests.filter { $0.role == role } }
            return inOrder.map { .request($0) } + (flush == 0 ? [] : [.flush(flush)])
        }
    }

    /// What should be with the file at a path.
    ///
    /// A path is relative to the root, its parts separated by `/`; `..`, `.` and empty parts are refused. The same file
    /// can be watched, read, and written or deleted in one model: in this order. Of two that are to be the content of one
    /// file, the first counts.
    public struct Request: Hashable, Sendable {
        public enum Action: Hashable, Sendable {
            case read
            case write([UInt8])
            case delete
            case watch
            case watchFolder
        }

        public var path: Path
        public var action: Action
        /// An action that is done or has failed is not repeated while it is wanted; with another number it is.
        public var repetition: Int
        /// Set for typed values.
        var seal: Seal?

        public init(_ path: Path, _ action: Action, repetition: Int = 0) {
            self.path = path
            self.action = action
            self.repetition = repetition
        }

        /// Leads to `loaded`, with `nil` for a file that does not exist.
        public static func read(_ path: Path, repetition: Int = 0) -> Request {
            Request(path, .read, repetition: repetition)
        }

        /// Leads to `saved`.
        public static func write(_ path: Path, _ bytes: [UInt8], repetition: Int = 0) -> Request {
            Request(path, .write(bytes), repetition: repetition)
        }

        /// Leads to `saved`; the text is written in UTF-8.
        public static func write(_ path: Path, _ text: String, repetition: Int = 0) -> Request {
            Request(path, .write(Array(text.utf8)), repetition: repetition)
        }

        /// Leads to `deleted`, also when there was no such file.
        public static func delete(_ path: Path, repetition: Int = 0) -> Request {
            Request(path, .delete, repetition: repetition)
        }

        /// Leads to `changed` or `deleted` whenever another program, or another driver, has changed the file. Changes
        /// that follow quickly may lead to one event; one that comes while the loop is busy is not missed.
        public static func watch(_ path: Path, repetition: Int = 0) -> Request {
            Request(path, .watch, repetition: repetition)
        }

        /// Leads to `folderChanged`: at first with all files that are in the folder, then whenever another program, or
        /// another driver, has made, changed or deleted some. A folder that does not exist is empty.
        ///
        /// Folders in it, links, devices and the driver's own temporary files are passed over. Changes that follow quickly,
        /// or come while the loop is busy, lead to one event.
        ///
        /// - Parameter path: The folder; by default the root.
        /// - Complexity: All files of the folder are looked at when something has happened in it.
        public static func watchFolder(_ path: Path = "", repetition: Int = 0) -> Request {
            Request(path, .watchFolder, repetition: repetition)
        }

        enum Role: Hashable {
            case watch, watchFolder, read, content
        }

        struct Identity: Hashable {
            let path: Path
            let role: Role
        }

        var identity: Identity { Identity(path: path, role: role) }

        var role: Role {
            switch action {
            case .watch: .watch
            case .watchFolder: .watchFolder
            case .read: .read
            case .write, .delete: .content
            }
        }
    }

    public enum Event: Hashable, Sendable {
        /// A file was read. `nil`: there is no such file.
        case loaded(path: Path, bytes: [UInt8]?)
        /// What the model wants to be in the file is there.
        case saved(path: Path)
        /// Somebody else has changed a watched file.
        case changed(path: Path)
        /// Somebody else has made, changed or deleted files in a watched folder.
        case folderChanged(path: Path, FolderChange)
        /// A file is gone: as the model wanted, or, if it is watched, by somebody else.
        case deleted(path: Path)
        /// An action did not succeed. The file is as it was before, but for ``Failure/notDurable``.
        case failed(path: Path, Failure)

        public var path: Path {
            switch self {
            case .loaded(let path, _), .saved(let path), .changed(let path), .deleted(let path),
                .folderChanged(let path, _), .failed(let path, _):
                path
            }
        }

        /// What was loaded, as UTF-8 with its errors repaired; `nil` for other events and files that do not exist.
        public var text: String? {
            guard case .loaded(_, let bytes?) = self else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The files of a watched folder that are not what they were when it was last told: their paths, sorted.
    public struct FolderChange: Hashable, Sendable {
        public var created: [Path]
        public var changed: [Path]
        public var deleted: [Path]

        public init(created: [Path] = [], changed: [Path] = [], deleted: [Path] = []) {
            self.created = created
            self.changed = changed
            self.deleted = deleted
        }
    }

    /// Why an action did not succeed.
    public enum Failure: Error, Hashable, Sendable {
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
        /// A typed value is damaged or does not make sense. It has been renamed.
        case corrupt(setAside: Path)
        /// A typed value is of a version to come. It has been renamed.
        case tooNew(version: Int, setAside: Path)
        /// Another driver has the root for itself.
        case inUse
        /// The last read of this path failed: what is there is not overwritten unseen.
        case unread
        /// The file is as wanted, but it is not certain that it will be after a power cut.
        case notDurable
        /// Any other error of the system, by its `errno`.
        case system(Int32)
    }

    /// What has reached the disk when `saved` is reported. After a crash of the program alone, all of them are safe.
    public enum Durability: Hashable, Sendable {
        /// Nothing certain: after a power cut, the file may be empty.
        case none
        /// The content: after a power cut, the file is the old or the new one.
        case file
        /// The content and its name: after a power cut, the file is the new one.
        case fileAndFolder
    }

    public enum SymbolicLinks: Hashable, Sendable {
        /// A path that meets one fails.
        case refused
        /// Those that stay below the root, step by step, are followed; the file that they lead to is what is replaced.
        case followed
    }
}
