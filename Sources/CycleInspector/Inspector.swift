public import Cycle
public import CycleDrivers
public import CycleMonitor
import CycleScreens

/// The monitor in a terminal, as a loop like any other: it can be recorded, replayed and explored.
///
///     let moments = try IndexedRecording(path: "counter.jsonl")
///     await inspector(of: moments, named: .recording(path: "counter.jsonl")).run(until: \.isDone)
///
/// - Parameters:
///   - moments: Are looked at.
///   - subject: Where they come from.
///   - nextFrame: The application, which computes what follows a change; `nil` where it is not there.
///   - folder: Where files are written to by the command `export`.
///   - editor: Opens the value of a place; by default the user's.
/// - Returns: Its frame is an ``InspectorFrame``.
@available(iOS, unavailable, message: "iOS has no terminal")
public func inspector(
    of moments: any InspectedMoments, named subject: Inspection.Subject, recomputing nextFrame: NextFrame? = nil,
    writingTo folder: String = ".", editor: ConsoleDriver.Program = .editor
) -> CycledLens<some Any, InspectorFrame> {
    let source = InspectedSource(moments, recomputing: nextFrame)
    return CycledLens(startingWith: InspectorFrame(Inspection(of: subject, in: moments))) { frames in
        frames.lens(
            screen: ConsoleDriver(), label: "console", size: \.size, clipboard: \.clipboard, theme: { $0.theme },
            view: { InspectorView(frame: $0, source: source).view },
            plain: { InspectorView(frame: $0, source: source).plain },
            model: { $0.lend(to: &$1, editor, in: folder) },
            inputFilter: { $0.handle($1, in: source) })
        frames.lens(
            driver: TimerDriver<Int>(), label: "playing",
            frameFilter: { $0.inspection.timers(in: source) },
            eventFilter: { frame, _ in frame.inspection.playOn(in: source) })
        frames.lens(
            driver: TimerDriver<Int>(), label: "looking",
            frameFilter: { $0.lookingTimer(source) }, eventFilter: { frame, _ in frame.lookOn(source) })
        frames.lens(
            driver: PersistenceDriver(root: folder), label: "files",
            frameFilter: { $0.files(of: source) },
            eventFilter: { $0.noteFile($1, source) })
    }
}

extension Inspection {
    /// The timer that plays the next moment.
    fileprivate func timers(in source: InspectedSource) -> TimerDriver<Int>.Model {
        guard let playing, count > 0 else { return .none }
        let moments = source.moments(of: self)
        let next = playing.isBackward ? selection - 1 : selection + 1
        guard next >= 0, next < count else { return .none }
        let (here, there) = (moments.summary(at: selection).time, moments.summary(at: next).time)
        let delay = (there > here ? there - here : here - there) / playing.speed
        return .timers(.once(selection, after: min(max(delay, .milliseconds(20)), .seconds(2))))
    }

    fileprivate mutating func playOn(in source: InspectedSource) {
        guard let playing else { return }
        let (moments, before) = (source.moments(of: self), selection)
        perform(playing.isBackward ? .previous(1) : .next(1), in: moments)
        if selection == before { perform(.play, in: moments) }
    }

}

extension InspectorFrame {
    /// The next piece of what is looked for comes when the keys before it have had their turn.
    func lookingTimer(_ source: InspectedSource) -> TimerDriver<Int>.Model {
        guard source.isLooking(self) else { return .none }
        return .timers(.once(inspection.looking?.position ?? -pieceCount, after: .milliseconds(1)))
    }

    /// The file that should be written, and that of the value in an editor.
    func files(of source: InspectedSource) -> PersistenceDriver.Model {
        PersistenceDriver.Model([exportRequest(of: source), editRequest].compactMap { $0 })
    }

    private func exportRequest(of source: InspectedSource) -> PersistenceDriver.Request? {
        guard let export = inspection.export else { return nil }
        let text = ExportedInspection(inspection, source.moments(of: inspection))
            .text(as: export.path, models: { source.models(at: $0, inspection) }, screens: source.screens)
        return text.map { .write(PersistenceDriver.Path(export.path), $0, repetition: export.number) }
    }

    mutating func noteFile(_ event: PersistenceDriver.Event, _ source: InspectedSource) {
        if takeEdited(event, source) { return }
        switch event {
        case .saved(let path): notice = "wrote \(path)"
        case .failed(let path, let failure): notice = "\(path): \(failure.reason)"
        case .loaded, .loadedPart, .listed, .appended, .tailCut, .changed, .folderChanged, .deleted: break
        }
    }
}
