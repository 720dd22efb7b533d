import Cycle
import CycleDrivers

/// Asks for text of several lines. Enter begins a new one, Ctrl-D at the end is the end.
///
///     let message = await askText("What has changed?")
///
/// Without a terminal, lines are read up to one that is a dot alone, or the end of the input.
///
/// - Parameters:
///   - question: The question.
///   - standard: The text in the area at first.
///   - placeholder: Shown while nothing is typed.
///   - height: How many rows are seen at once.
///   - isolation: Where it runs.
/// - Returns: The text; `nil` after Escape or Ctrl-C.
@available(iOS, unavailable, message: "iOS has no terminal")
public func askText(
    _ question: String, default standard: String = "", placeholder: String = "", height: Int = 6,
    isolation: isolated (any Actor)? = #isolation
) async -> String? {
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else { return await PlainTalk.standard.askText(question, default: standard) }
    let asked = TextQuestion(question: question, area: TextArea(standard, placeholder: placeholder), height: height)
    return await Prompt.ask(
        asked, on: console, timeout: nil, standard: nil, question: question, isolation: isolation, answer: \.firstLine
    )?.area.text
}

/// Lets the user choose a file; typing filters the files.
///
///     let file = await chooseFile("Which picture?", in: "Pictures", endings: [".png", ".jpg"])
///
/// Without a terminal, a path is read as a line.
///
/// - Parameters:
///   - question: The question.
///   - folder: The folder that is shown first. No file outside of it can be chosen.
///   - endings: The endings of the names of files that can be chosen; without them every file can.
///   - isFolder: Whether a folder is chosen instead, by a blank.
///   - isolation: Where it runs.
/// - Returns: The path, which begins with `folder`; `nil` after Escape, Ctrl-C or the end of the input.
@available(iOS, unavailable, message: "iOS has no terminal")
public func chooseFile(
    _ question: String = "", in folder: String = ".", endings: [String] = [], isFolder: Bool = false,
    isolation: isolated (any Actor)? = #isolation
) async -> String? {
    let console = ConsoleDriver(output: 2)
    guard console.canDraw else {
        return await PlainTalk.standard.ask(question, default: "", rules: [.notEmpty], timeout: nil)
    }
    var asked = FileQuestion(question: question)
    asked.picker.choosesFolders = isFolder
    // Nothing that is a file ends like this.
    asked.picker.endings = isFolder ? ["/"] : endings
    let cycle = FileQuestion.cycle(asked, on: console, files: PersistenceDriver(root: folder))
    let last = await cycle.run(until: { $0.isDone })
    guard last.isAnswered, let path = last.part.picker.selected else { return nil }
    return folder == "." ? "\(path)" : folder + (folder.hasSuffix("/") ? "" : "/") + "\(path)"
}

/// Shows a text that may be longer than the screen, with the keys of less; `q` leaves it.
///
///     await showText(report, title: "Report")
///
/// Without a terminal it is printed, without control characters.
///
/// - Parameters:
///   - text: All of it.
///   - title: Above it.
///   - isolation: Where it runs.
@available(iOS, unavailable, message: "iOS has no terminal")
public func showText(_ text: String, title: String = "", isolation: isolated (any Actor)? = #isolation) async {
    let console = ConsoleDriver()
    // In the order of what the script prints, which the standard library keeps back in a pipe.
    guard console.canDraw else { return print(EditedText(text, isSingleLine: false).text) }
    await Pager(text, title: title).run(on: console, isolation: isolation)
}

/// A question above an area.
struct TextQuestion: Component, Equatable {
    let question: String
    var area: TextArea
    let height: Int

    var view: ScreenView {
        .column {
            "\("?", .accent) \(question, .bold)"
            area.view.height(height).region(0)
            ScreenView.help([.init([.control("d")], "done"), .init([.escape], "leave")])
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome {
        let isEnd = area.edited.cursor == area.text.utf8.count
        return input.key == .control("d") && isEnd ? .submitted : area.handle(input.at(0))
    }

    var firstLine: String {
        let first = area.text.prefix { $0 != "\n" }
        return first.count < area.text.count ? first + "…" : String(first)
    }
}

/// A question above files to choose from.
struct FileQuestion: Component, Equatable {
    let question: String
    var picker = FilePicker()

    var view: ScreenView {
        .column {
            if !question.isEmpty { "\("?", .accent) \(question, .bold)" }
            picker.view.height(12).region(0)
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome { picker.handle(input.at(0)) }

    static func cycle<
        Console: Driver<ConsoleDriver.Model, ConsoleDriver.Event>,
        Files: Driver<PersistenceDriver.Model, PersistenceDriver.Event>
    >(_ asked: FileQuestion, on console: Console, files: Files) -> CycledLens<some Any, Prompt<FileQuestion>> {
        let prompt = Prompt(part: asked, question: asked.question) { asked in
            asked.picker.selected.map { "\($0)" } ?? ""
        }
        return CycledLens(startingWith: prompt) { frames in
            let screen = frames.lens(screen: console, isFull: false)
            let folders = frames.lens(
                driver: files, frameFilter: { .init($0.part.picker.requests) },
                eventFilter: { frame, event in frame.part.picker.take(event) })
            return MutatingLens.zip(screen, folders)
        }
    }
}

/// A text on the whole screen.
struct Pager: Screen, Equatable {
    var size: ConsoleDriver.Size?
    var isDone = false
    let title: String
    private let text: TextLines
    private var viewport = Viewport()

    init(_ text: String, title: String) {
        self.title = title
        self.text = TextLines(text)
    }

    var view: ScreenView {
        .column {
            if !title.isEmpty { "\(title, .bold)" }
            viewport.view(of: text.view).growing().region(0)
            ScreenView.help([
                .init([.up, .down], "scroll"), .init(["/"], "find"), .init(["n", "N"], "next"), .init(["q"], "leave"),
            ])
        }
    }

    mutating func handle(_ input: ScreenInput) -> Outcome {
        viewport.handle(input.at(0), content: text.view).otherwise {
            guard input.key == "q" || input.key == .escape else { return .ignored }
            isDone = true
            return .changed
        }
    }
}
