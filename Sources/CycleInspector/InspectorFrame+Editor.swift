import CycleBase
import CycleDrivers
public import CycleMonitor

// A value is written to a file, an editor has the terminal until it ends, and the file is read and deleted.
extension InspectorFrame {
    /// A value that is open in an editor.
    public struct Edit: Hashable, Sendable, Codable {
        enum Phase: String, Hashable, Sendable, Codable {
            case writing, editing, reading, deleting
        }

        /// Another one for each edit.
        let number: Int
        /// The place of the frame, or of the event.
        public let place: RecordedPath
        /// Whether it is a place of the event.
        let isEvent: Bool
        let value: RecordedValue
        var phase = Phase.writing

        /// Below the folder of the monitor.
        static let file: PersistenceDriver.Path = "cycle-monitor-edit.json"
    }

    mutating func beginEdit(_ source: InspectedSource) {
        guard let moment = source.moment(of: inspection) else { return notice = "there is no moment yet" }
        let isEvent = inspection.aspect == .event
        guard !isEvent || !moment.isStart else { return notice = "a start has no event" }
        let place = isEvent ? RecordedPath.whole : inspection.place
        guard let value = isEvent ? moment.event : moment.effect[place] else {
            return notice = "there is no \(place) here"
        }
        editCount += 1
        edit = Edit(number: editCount, place: place, isEvent: isEvent, value: value)
    }

    /// The request for the file of the edit.
    var editRequest: PersistenceDriver.Request? {
        guard let edit else { return nil }
        return switch edit.phase {
        case .writing: .write(Edit.file, edit.value.indentedJSON, repetition: edit.number)
        case .editing: nil
        case .reading: .read(Edit.file, repetition: edit.number)
        case .deleting: .delete(Edit.file, repetition: edit.number)
        }
    }

    /// Has the editor run while a value is open in it.
    ///
    /// - Parameters:
    ///   - editor: The user's.
    ///   - folder: Of the monitor.
    @available(iOS, unavailable, message: "A program on iOS cannot start others")
    func lend(to model: inout ConsoleDriver.Model, _ editor: ConsoleDriver.Program, in folder: String) {
        guard edit?.phase == .editing else { return }
        let path = Edit.file.text.map { "\(folder)/\($0)" } ?? folder
        model.program = .init(editor.name, arguments: editor.arguments + [path])
    }

    /// Nothing else is typed while a value is in an editor.
    mutating func handleEditor(_ event: ConsoleDriver.Event) {
        guard edit?.phase == .editing else { return }
        switch event {
        case .programEnded(.exited(0)): edit?.phase = .reading
        case .programEnded:
            notice = "the editor has failed: nothing was changed"
            edit?.phase = .deleting
        case .failed(let failure):
            notice = "the editor: \(failure)"
            edit?.phase = .deleting
        case .interrupted, .ended: isDone = true
        case .line, .key, .paste, .mouse, .focus, .background, .resized, .suspended, .resumed: break
        }
    }

    /// - Returns: Whether it was an event of the file that is edited.
    mutating func takeEdited(_ event: PersistenceDriver.Event, _ source: InspectedSource) -> Bool {
        guard let edit, event.path == Edit.file else { return false }
        switch event {
        case .saved: self.edit?.phase = .editing
        case .loaded:
            self.edit?.phase = .deleting
            change(edit, to: event.text ?? "", source)
        case .deleted: self.edit = nil
        case .failed(_, let failure):
            notice = "\(Edit.file): \(failure.reason)"
            self.edit = nil
        case .loadedPart, .listed, .appended, .tailCut, .changed, .folderChanged: break
        }
        return true
    }

    private mutating func change(_ edit: Edit, to text: String, _ source: InspectedSource) {
        let value: RecordedValue
        do {
            value = try RecordedValue(json: text)
        } catch {
            return notice = "it is not JSON: nothing was changed"
        }
        guard value != edit.value else { return notice = "nothing was changed" }
        perform(edit.isEvent ? .setEvent(edit.place, value) : .setFrame(edit.place, value), source)
    }
}

extension ConsoleDriver.Program {
    /// The user's editor: `$VISUAL`, or `$EDITOR`, or `vi`.
    @available(iOS, unavailable, message: "A program on iOS cannot start others")
    public static var editor: ConsoleDriver.Program {
        let words = (variable("VISUAL") ?? variable("EDITOR") ?? "").split(separator: " ").map(String.init)
        return .init(words.first ?? "vi", arguments: Array(words.dropFirst()))
    }
}
