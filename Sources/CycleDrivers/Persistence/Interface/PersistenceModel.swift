import CycleBase

extension PersistenceDriver {
    /// The files that should be read, written, deleted or watched.
    ///
    /// In JSON: `{"flush": 0, "requests": [{"path": "total", "action": {"write": {"bytes": "12"}}, "repetition": 0}]}`.
    public struct Model: Hashable, Codable, Sendable {
        /// In any order: watches begin first, then reads, then writes. Of two for one file and action the first counts.
        public var requests: [Request]
        /// With each new number but 0, writes that are being delayed begin at once.
        public var flush: Int

        /// The requests: nothing by default.
        public init(_ requests: [Request] = [], flush: Int = 0) {
            self.requests = requests
            self.flush = flush
        }

        /// The same, one after the other.
        public static func files(_ requests: Request...) -> Model {
            Model(requests)
        }

        /// Nothing.
        public static var none: Model { Model() }

        /// The requests in the order in which they begin: no change is missed between a watch and a read, and no write
        /// overtakes a read.
        var requestsInOrder: [Request] {
            let isInOrder = zip(requests, requests.dropFirst()).allSatisfy { $0.role.rawValue <= $1.role.rawValue }
            if isInOrder { return requests }
            return Request.Role.allCases.flatMap { role in requests.filter { $0.role == role } }
        }
    }

    /// One request for the file at a path.
    ///
    /// A path is relative to the root, its parts separated by `/`; `..`, `.` and empty parts are refused. The same file
    /// can be watched, read, and written or deleted in one model: in this order. Of two that are to be the content of one
    /// file, the first counts.
    public struct Request: Hashable, Codable, Sendable {
        /// The action on the file; the factories of ``Request`` say what each leads to.
        public enum Action: Hashable, Sendable {
            /// Its content, once.
            case read
            /// Its content from one byte on, but no more than so many bytes, once.
            case readPart(from: Int, upTo: Int)
            /// The items of the folder, once.
            case list
            /// These bytes in it, whole or not at all.
            case write([UInt8])
            /// These lines at its end, the first of which has this number.
            case append(Lines, from: Int)
            /// That it is not there.
            case delete
            /// Reports changes by other programs, as long as it is wanted.
            case watch
            /// Reports the files in the folder, as long as it is wanted.
            case watchFolder
            /// Reports the files in the folder and in all folders below it, as long as it is wanted. Names that match are passed over:
            /// `*` stands for any bytes.
            case watchTree(skipping: [Path])
        }

        /// Below the root of the driver.
        public var path: Path
        /// The action. Another one takes the place of the one before, also while that is under way.
        public var action: Action
        /// An action that is done or has failed is not repeated while it is wanted; with another number it is.
        public var repetition: Int
        /// Set for typed values.
        var format: ValueFormat?

        private enum CodingKeys: String, CodingKey {
            case path, action, repetition
            case format = "seal"
        }

        /// The general form of the factories below.
        public init(_ path: Path, _ action: Action, repetition: Int = 0) {
            self.path = path
            self.action = action
            self.repetition = repetition
        }

        /// Leads to `loaded`, with `nil` for a file that does not exist.
        ///
        ///     .files(note.text.map { .write("note.txt", $0) } ?? .read("note.txt"))
        public static func read(_ path: Path, repetition: Int = 0) -> Request {
            Request(path, .read, repetition: repetition)
        }

        /// Leads to `loadedPart`, with what there is from a byte on, but for files of any size no more than so many: so a log is
        /// followed, beside a ``watch(_:repetition:)`` if its writer closes it, or by a timer, and the end of a long one found.
        ///
        ///     .files(.watch("log"), .read("log", from: frame.end, upTo: 65_536, repetition: frame.changes))
        ///
        /// Another file may have the name by the next time, and be longer: ask for some bytes before those that are new, and compare.
        ///
        /// A write is not held back by a part that could not be read.
        ///
        /// - Parameters:
        ///   - path: The file.
        ///   - offset: The first byte; behind the end there are none.
        ///   - limit: The most bytes; and no more than the driver reads of a file.
        ///   - repetition: Another number does it again.
        public static func read(_ path: Path, from offset: Int, upTo limit: Int, repetition: Int = 0) -> Request {
            Request(path, .readPart(from: offset, upTo: limit), repetition: repetition)
        }

        /// Leads to `listed`, with `nil` for a folder that does not exist.
        ///
        ///     .files(.list("pictures", repetition: frame.openedCount))
        ///
        /// Devices and the driver's own files are passed over; so are links where they are refused, and where they are followed
        /// a link is listed as what it leads to.
        ///
        /// - Parameters:
        ///   - path: The folder; by default the root.
        ///   - repetition: Another number does it again.
        /// - Complexity: O(files of the folder).
        public static func list(_ path: Path = "", repetition: Int = 0) -> Request {
            Request(path, .list, repetition: repetition)
        }

        /// Leads to `saved`.
        public static func write(_ path: Path, _ bytes: [UInt8], repetition: Int = 0) -> Request {
            Request(path, .write(bytes), repetition: repetition)
        }

        /// Leads to `saved`; the text is written in UTF-8.
        public static func write(_ path: Path, _ text: String, repetition: Int = 0) -> Request {
            Request(path, .write(Array(text.utf8)), repetition: repetition)
        }

        /// Leads to `appended` when all of the lines stand at the end of the file, each once, whatever else the model
        /// wanted in between; ``PersistenceDriver/LineLog`` counts them for a frame.
        ///
        /// Unlike a file that is written, a log grows in place: after a power cut, or a kill of a program that appends to it, its last line
        /// may be torn. An append cuts off what follows the last line break, which ``Event/tailCut(path:byteCount:)`` reports. Lines of
        /// several drivers do not mix, in any process: each has the log locked (`flock(2)`) while it appends.
        ///
        /// - Parameters:
        ///   - path: The log.
        ///   - lines: Without line breaks and NUL.
        ///   - first: The number of the first of them, in any count that goes on as long as the run: lines with numbers
        ///     that have been appended are passed over.
        ///   - repetition: Another number does it again.
        public static func append(
            _ path: Path, _ lines: [String], from first: Int, repetition: Int = 0
        ) -> Request {
            Request(path, .append(Lines(lines), from: first), repetition: repetition)
        }

        /// Leads to `deleted`, also when there was no such file.
        public static func delete(_ path: Path, repetition: Int = 0) -> Request {
            Request(path, .delete, repetition: repetition)
        }

        /// Leads to `changed` or `deleted` whenever another program, or another driver, has changed the file. Changes
        /// that follow quickly may lead to one event; one that comes while the loop is busy is not missed.
        ///
        /// A file has changed when its writer closes it, or moves or links it into place: a file that is half written
        /// causes no report. So on Linux there is no report of a file that is written by and by and stays open, as the
        /// logs of many services do: look at that one by a timer. No system tells of what a program writes by mmap(2).
        ///
        /// A change is seen also where the time of the file was put back, where it was written by another name of it, and, if
        /// something is left, where truncate(2) has cut it. A change of the mode, the owner or the number of names alone causes no
        /// report, but may be reported together with the next change.
        public static func watch(_ path: Path, repetition: Int = 0) -> Request {
            Request(path, .watch, repetition: repetition)
        }

        /// Leads to `folderChanged`: at first with all files that are in the folder, then whenever another program, or
        /// another driver, has made, changed or deleted some. A folder that does not exist is empty.
        ///
        /// Folders in it, links, devices and the driver's own temporary files are passed over. Changes that follow quickly,
        /// or come while the loop is busy, lead to one event. A file that is written by a name in another folder causes no report.
        ///
        /// - Parameters:
        ///   - path: The folder; by default the root.
        ///   - repetition: Another number does it again.
        /// - Complexity: All files of the folder are looked at when something has happened in it.
        public static func watchFolder(_ path: Path = "", repetition: Int = 0) -> Request {
            Request(path, .watchFolder, repetition: repetition)
        }

        /// Leads to `folderChanged`, as ``watchFolder(_:repetition:)`` does, with the files in all folders below, too: at first with all that
        /// are there, then whenever another program, or another driver, has made, changed or deleted some.
        ///
        ///     .files(.watchTree("project", skipping: [".git", ".build", "*.o"]))
        ///
        /// A folder that comes, goes or is moved is told by its files, and an empty one not at all. A folder that cannot be read leads to
        /// `failed` with its path, once; the watch goes on. Where the system has no more watches to give, `failed` with the path of the
        /// watch ends it.
        ///
        /// - Parameters:
        ///   - path: The folder; by default the root.
        ///   - names: Files and folders of these names are passed over, with all that is in them; `*` stands for any bytes of a name.
        ///   - repetition: Another number does it again.
        /// - Complexity: A watch of the system and some hundred bytes for each folder and each file. All files of a folder are looked at
        ///   when something has happened in it, and no others. Apple's systems need a descriptor for each folder, and for files.
        public static func watchTree(
            _ path: Path = "", skipping names: [Path] = [], repetition: Int = 0
        ) -> Request {
            Request(path, .watchTree(skipping: names), repetition: repetition)
        }

        /// In the order in which requests begin.
        enum Role: Int, Hashable, CaseIterable {
            case watch, watchFolder, watchTree, read, list, content, append
        }

        struct Identity: Hashable {
            let path: Path
            let role: Role
        }

        var identity: Identity { Identity(path: path, role: role) }

        /// Whether it changes the file: then a failure must not go unnoticed.
        var isChange: Bool { role == .content || role == .append }

        var role: Role {
            switch action {
            case .watch: .watch
            case .watchFolder: .watchFolder
            case .watchTree: .watchTree
            case .read, .readPart: .read
            case .list: .list
            case .write, .delete: .content
            case .append: .append
            }
        }
    }
}

extension PersistenceDriver.Request.Action {
    public static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.read, .read), (.list, .list), (.delete, .delete), (.watch, .watch), (.watchFolder, .watchFolder): true
        case (.readPart(let offset, let limit), .readPart(let otherOffset, let otherLimit)):
            offset == otherOffset && limit == otherLimit
        case (.write(let bytes), .write(let otherBytes)): bytes == otherBytes
        case (.watchTree(let names), .watchTree(let otherNames)): names == otherNames
        // The number first: equal lines with other numbers need no comparison.
        case (.append(let lines, let first), .append(let otherLines, let otherFirst)):
            first == otherFirst && lines == otherLines
        case (.read, _), (.readPart, _), (.list, _), (.write, _), (.append, _), (.delete, _), (.watch, _),
            (.watchFolder, _), (.watchTree, _):
            false
        }
    }
}

extension PersistenceDriver.Request {
    /// The numbers of the lines that it appends.
    var lineNumbers: (first: Int, end: Int)? {
        switch action {
        case .append(let lines, let first): (first, first.addingSaturated(lines.count))
        case .read, .readPart, .list, .write, .delete, .watch, .watchFolder, .watchTree: nil
        }
    }
}
