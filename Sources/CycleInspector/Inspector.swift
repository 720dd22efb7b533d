public import Cycle
import CycleDrivers
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
/// - Returns: Its frame is an ``InspectorFrame``.
@available(iOS, unavailable, message: "iOS has no terminal")
public func inspector(
    of moments: any InspectedMoments, named subject: Inspection.Subject, recomputing nextFrame: NextFrame? = nil,
    writingTo folder: String = "."
) -> CycledLens<some Any, InspectorFrame> {
    let source = InspectedSource(moments, recomputing: nextFrame)
    return CycledLens(startingWith: InspectorFrame(Inspection(of: subject, in: moments))) { frames in
        frames.lens(
            screen: ConsoleDriver(), label: "console", size: \.size, clipboard: \.clipboard, theme: { $0.theme },
            view: { InspectorView(frame: $0, source: source).view },
            plain: { InspectorView(frame: $0, source: source).plain },
            inputFilter: { $0.handle($1, in: source) })
        frames.lens(
            driver: TimerDriver<Int>(), label: "playing",
            frameFilter: { $0.inspection.timers(in: source) },
            eventFilter: { frame, _ in frame.inspection.playOn(in: source) })
        frames.lens(
            driver: PersistenceDriver(root: folder), label: "files",
            frameFilter: { $0.inspection.files(of: source) },
            eventFilter: { $0.noteFile($1) })
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

    /// The file that should be written.
    func files(of source: InspectedSource) -> PersistenceDriver.Model {
        guard let export else { return .none }
        let text = Exported(self, source.moments(of: self)).text(as: export.path)
        return text.map { .files(.write(PersistenceDriver.Path(export.path), $0, repetition: export.number)) } ?? .none
    }
}

extension InspectorFrame {
    mutating func noteFile(_ event: PersistenceDriver.Event) {
        switch event {
        case .saved(let path): notice = "wrote \(path)"
        case .failed(let path, let failure): notice = "\(path): \(failure.reason)"
        case .loaded, .loadedPart, .listed, .appended, .tailCut, .changed, .folderChanged, .deleted: break
        }
    }
}
