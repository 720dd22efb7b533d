import CycleDrivers
import CycleScreens

/// Tasks on their way, four at a time, each once those are done that it needs.
struct Tasks: Screen, Equatable {
    enum State: Equatable {
        case waiting, running, done
        /// It was told to end.
        case ending
        case cancelled
        case failed(String)
        /// A task that it needs has not been done.
        case skipped

        /// Whether it needs nothing more to come to an end.
        var isOver: Bool { self != .waiting && self != .running && self != .ending }
    }

    struct Task: Equatable, Identifiable {
        let recipe: Recipe.Task
        var state = State.waiting
        var log = LogBuffer()
        var id: String { recipe.name }

        /// The sign before it, and its words.
        var look: (sign: String, words: String, style: Style) {
            switch state {
            case .waiting: ("○", "waiting", .muted)
            case .running: ("▸", log.lines.last ?? "", .accent)
            case .ending: ("▸", "ending", .warning)
            case .done: ("✓", "done", .success)
            case .cancelled: ("‖", "cancelled", .warning)
            case .failed(let reason): ("✗", reason, .danger)
            case .skipped: ("○", "skipped", .warning)
            }
        }
    }

    enum Place { case list, log }

    static let limit = 4

    var size: Size?
    var isDone = false
    private(set) var tasks: [Task]
    var list = ListState<String>()
    /// The scripts that have been done, by names, also in an earlier run; `nil` until they have been read.
    private(set) var record: [String: String]?
    /// A line for each that the tasks have printed, for pipes.
    private(set) var news: [String] = []
    private(set) var newsCount = 0
    /// Why the record cannot be kept.
    private(set) var problem: String?

    /// The file of the recipe: its record is beside it.
    let file: String

    init(_ recipe: Recipe, in file: String) {
        self.file = file
        tasks = recipe.tasks.map { Task(recipe: $0) }
    }

    var programs: ProcessDriver<String>.Model {
        .running(
            tasks.filter { $0.state == .running || $0.state == .ending }.map { task in
                .init(task.id, .init("sh", "-e", "-c", task.recipe.script), isEnding: task.state == .ending)
            })
    }

    var isAllDone: Bool { tasks.allSatisfy { $0.state == .done } }

    /// The record of what is done; once all is, the next run begins anew.
    var files: PersistenceDriver.Model {
        guard problem == nil else { return .none }
        guard let record else { return .files(stored.read) }
        return isAllDone ? .files(stored.delete()) : record.isEmpty ? .none : .files(stored.write(record))
    }

    /// The tasks that are done, as a recipe.
    private var stored: StoredValue<[String: String]> {
        StoredValue(
            "\(file).done", version: 1,
            encode: { record in
                let tasks = record.sorted { $0.key < $1.key }.map { Recipe.Task(name: $0, needs: [], script: $1) }
                return tasks.flatMap { $0.text.utf8 }
            },
            decode: { bytes in
                do throws(Recipe.Mistake) {
                    let recipe = try Recipe(String(decoding: bytes, as: UTF8.self))
                    return Dictionary(uniqueKeysWithValues: recipe.tasks.map { ($0.name, $0.script) })
                } catch {
                    return nil
                }
            })
    }

    // MARK: What happens

    /// A rule calls it when a task has come to another state.
    mutating func start() {
        guard let record else { return }
        for index in tasks.indices where tasks[index].state == .waiting {
            let recipe = tasks[index].recipe
            let needs = recipe.needs.compactMap { need in tasks.first { $0.id == need }?.state }
            if needs.contains(where: { $0.isOver && $0 != .done }) {
                tasks[index].state = .skipped
            } else if needs.allSatisfy({ $0 == .done }) {
                if record[recipe.name] == recipe.script || recipe.script.isEmpty {
                    tasks[index].state = .done
                } else if tasks.count(where: { $0.state == .running || $0.state == .ending }) < Self.limit {
                    tasks[index].state = .running
                }
            }
        }
        // Without a terminal nobody asks for another try.
        if size == nil, tasks.allSatisfy(\.state.isOver), problem != nil || !isAllDone { isDone = true }
    }

    mutating func take(_ event: ProcessDriver<String>.Event) {
        guard let index = tasks.firstIndex(where: { $0.id == event.id }) else { return }
        if let text = event.text { say(text, of: index) }
        switch event {
        case .ended(_, .exited(0)): finish(index)
        case .ended(_, let status): tasks[index].state = isCancelled(index) ? .cancelled : .failed(status.reason)
        case .failed(_, let failure): tasks[index].state = isCancelled(index) ? .cancelled : .failed(failure.reason)
        case .started, .output, .errors, .inputTaken, .inputClosed, .signalled: return
        }
        say("\(tasks[index].look.words)", of: index)
    }

    private func isCancelled(_ index: Int) -> Bool { tasks[index].state == .ending }

    private mutating func finish(_ index: Int) {
        tasks[index].state = .done
        record?[tasks[index].id] = tasks[index].recipe.script
    }

    private mutating func say(_ text: String, of index: Int) {
        tasks[index].log.append(text)
        news = ["\(tasks[index].id): \(text)"]
        newsCount += 1
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        switch stored.event(from: event) {
        case .loaded(let stored):
            record = stored ?? [:]
            start()
        case .deleted: if size == nil { isDone = true }
        case .failed(let failure):
            problem = "\(event.path): \(failure.reason)"
            record = record ?? [:]
            start()
        case .saved, .changed, nil: break
        }
    }

    // MARK: The screen

    var view: View {
        .column {
            "\("Tasks", .bold)  \("\(tasks.count { $0.state == .done }) of \(tasks.count)", .muted)"
            list.view(of: tasks, hasScrollBar: true) { task, row in
                let look = task.look
                return View.row(spacing: 1) {
                    "\(row.pointer)\(look.sign, look.style)"
                    View.text(task.id, .plain).width(.growing())
                    View.text(look.words, look.style, overflow: .ellipsis).width(.growing(2))
                }
            }.region(Place.list)
            if let chosen { tasks[chosen].log.view.region(Place.log).border(title: StyledText(tasks[chosen].id)) }
            View.help(
                .init(["c"], "cancel"), .init(["r"], "again"), .init([.up, .down], "choose"), .init(["q"], "quit"))
        }
    }

    private var chosen: Int? { list.position(in: tasks) }

    mutating func handle(_ input: Input) -> Outcome {
        switch (input.key, chosen.map { tasks[$0].state }) {
        case ("q", _): isDone = true
        case ("c", .running): if let chosen { tasks[chosen].state = .ending }
        case ("c", .waiting): if let chosen { tasks[chosen].state = .cancelled }
        case ("r", .failed), ("r", .cancelled), ("r", .skipped): if let chosen { tryAgain(chosen) }
        default:
            let outcome = list.handle(input.at(Place.list), rows: tasks)
            guard outcome == .ignored, let chosen else { return outcome }
            return tasks[chosen].log.handle(input.at(Place.log))
        }
        return .changed
    }

    /// A task waits again, with those that it needs and those that were skipped.
    private mutating func tryAgain(_ index: Int) {
        tasks[index].state = .waiting
        for other in tasks.indices {
            let isNeeded = tasks[index].recipe.needs.contains(tasks[other].id)
            if isNeeded, tasks[other].state.isOver, tasks[other].state != .done { tryAgain(other) }
            if tasks[other].state == .skipped { tasks[other].state = .waiting }
        }
    }
}
