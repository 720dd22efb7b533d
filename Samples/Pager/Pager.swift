import Cycle
import CycleDrivers
import CycleFeedback

/// A text file, shown page by page: Return shows the next page, `q` ends. At the end of the input the rest of the file follows.
struct Pager: Equatable {
    enum Event: Equatable {
        case next
        case rest
        case quit
        case read([UInt8], fileSize: Int)
        case failed(String)
    }

    let path: PersistenceDriver.Path
    let pageSize: Int
    /// The lines that the console has printed so far.
    var lines: [String] = []
    /// The offset of the first byte that is not shown yet.
    var offset = 0
    /// The number of pages that were asked for and are not shown yet.
    var pagesWanted = 1
    var isDone = false
    /// Why there is no more of the file.
    var failure: String?

    static func reduce(_ pager: inout Pager, _ event: Event) {
        switch event {
        case .next: pager.pagesWanted += 1
        case .rest: pager.pagesWanted = .max
        case .quit: pager.isDone = true
        case .read(let bytes, let fileSize): pager.show(bytes, fileSize: fileSize)
        case .failed(let reason):
            pager.failure = reason
            pager.isDone = true
        }
    }

    private mutating func show(_ bytes: [UInt8], fileSize: Int) {
        // A page ends with a line, unless one line is longer than a page.
        let isLast = offset + bytes.count >= fileSize
        let end = isLast ? bytes.endIndex : bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
        offset += end
        let page = bytes[..<end]
        // Bytes: `\r\n` is one character of a text.
        lines += page.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast(page.last == UInt8(ascii: "\n") ? 1 : 0)
            .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
        if pagesWanted < .max { pagesWanted -= 1 }
        isDone = isLast
    }

    /// The program: a state, a reducer, and a feedback for each driver.
    static func system(
        _ path: PersistenceDriver.Path, pageSize: Int = 2_048,
        console: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>,
        files: some Driver<PersistenceDriver.Model, PersistenceDriver.Event>
    ) -> Property<Pager> {
        Property(
            initial: Pager(path: path, pageSize: pageSize), reduce: reduce,
            feedbacks: [
                .driver(console, model: { .lines($0.lines, input: .lines) }, event: event(ofConsole:)),
                .driver(files, model: \.wanted, event: event(ofFiles:)),
            ])
    }

    /// The part of the file that should be read now.
    private var wanted: PersistenceDriver.Model {
        guard pagesWanted > 0, !isDone else { return .none }
        return .files(.read(path, from: offset, upTo: pageSize, repetition: offset))
    }

    private static func event(ofConsole event: ConsoleDriver.Event) -> Event? {
        switch event {
        case .line("q"), .line("quit"), .interrupted, .failed: .quit
        case .line: .next
        case .ended: .rest
        default: nil
        }
    }

    private static func event(ofFiles event: PersistenceDriver.Event) -> Event? {
        switch event {
        case .loadedPart(_, nil, _, _): .failed("there is no such file")
        case .loadedPart(_, let bytes?, _, let fileSize): .read(bytes, fileSize: fileSize)
        case .failed(_, let failure): .failed(failure.reason)
        default: nil
        }
    }
}
