// Events and actions in JSON, by their cases and labels, with bytes as text.

extension PersistenceDriver.Event: Codable {
    private enum Coded: Codable {
        case loaded(path: PersistenceDriver.Path, bytes: BytesInJSON?)
        case loadedPart(path: PersistenceDriver.Path, bytes: BytesInJSON?, from: Int, byteCount: Int)
        case listed(path: PersistenceDriver.Path, entries: [PersistenceDriver.FolderItem]?)
        case saved(path: PersistenceDriver.Path)
        case appended(path: PersistenceDriver.Path, end: Int)
        case tailCut(path: PersistenceDriver.Path, byteCount: Int)
        case changed(path: PersistenceDriver.Path)
        case folderChanged(path: PersistenceDriver.Path, change: PersistenceDriver.FolderChange)
        case deleted(path: PersistenceDriver.Path)
        case failed(path: PersistenceDriver.Path, failure: PersistenceDriver.Failure)
    }

    public init(from decoder: any Decoder) throws {
        self =
            switch try Coded(from: decoder) {
            case .loaded(let path, let bytes): .loaded(path: path, bytes: bytes?.bytes)
            case .loadedPart(let path, let bytes, let offset, let byteCount):
                .loadedPart(path: path, bytes: bytes?.bytes, from: offset, byteCount: byteCount)
            case .listed(let path, let entries): .listed(path: path, entries: entries)
            case .saved(let path): .saved(path: path)
            case .appended(let path, let end): .appended(path: path, end: end)
            case .tailCut(let path, let byteCount): .tailCut(path: path, byteCount: byteCount)
            case .changed(let path): .changed(path: path)
            case .folderChanged(let path, let change): .folderChanged(path: path, change)
            case .deleted(let path): .deleted(path: path)
            case .failed(let path, let failure): .failed(path: path, failure)
            }
    }

    public func encode(to encoder: any Encoder) throws {
        let coded: Coded =
            switch self {
            case .loaded(let path, let bytes): .loaded(path: path, bytes: bytes.map { BytesInJSON($0) })
            case .loadedPart(let path, let bytes, let offset, let byteCount):
                .loadedPart(path: path, bytes: bytes.map { BytesInJSON($0) }, from: offset, byteCount: byteCount)
            case .listed(let path, let entries): .listed(path: path, entries: entries)
            case .saved(let path): .saved(path: path)
            case .appended(let path, let end): .appended(path: path, end: end)
            case .tailCut(let path, let byteCount): .tailCut(path: path, byteCount: byteCount)
            case .changed(let path): .changed(path: path)
            case .folderChanged(let path, let change): .folderChanged(path: path, change: change)
            case .deleted(let path): .deleted(path: path)
            case .failed(let path, let failure): .failed(path: path, failure: failure)
            }
        try coded.encode(to: encoder)
    }
}

extension PersistenceDriver.Request.Action: Codable {
    private enum Coded: Codable {
        case read
        case readPart(from: Int, upTo: Int)
        case list
        case write(bytes: BytesInJSON)
        case append(lines: PersistenceDriver.Lines, from: Int)
        case delete
        case watch
        case watchFolder
        case watchTree(skipping: [PersistenceDriver.Path])
    }

    public init(from decoder: any Decoder) throws {
        self =
            switch try Coded(from: decoder) {
            case .read: .read
            case .readPart(let offset, let limit): .readPart(from: offset, upTo: limit)
            case .list: .list
            case .write(let bytes): .write(bytes.bytes)
            case .append(let lines, let first): .append(lines, from: first)
            case .delete: .delete
            case .watch: .watch
            case .watchFolder: .watchFolder
            case .watchTree(let names): .watchTree(skipping: names)
            }
    }

    public func encode(to encoder: any Encoder) throws {
        let coded: Coded =
            switch self {
            case .read: .read
            case .readPart(let offset, let limit): .readPart(from: offset, upTo: limit)
            case .list: .list
            case .write(let bytes): .write(bytes: BytesInJSON(bytes))
            case .append(let lines, let first): .append(lines: lines, from: first)
            case .delete: .delete
            case .watch: .watch
            case .watchFolder: .watchFolder
            case .watchTree(let names): .watchTree(skipping: names)
            }
        try coded.encode(to: encoder)
    }
}
