import Cycle
import CycleDrivers
import CycleMonitor
import CycleScreens

/// The monitor inside a program: opens on a key, has the program stand still, and shows its moments around its own screen.
///
/// Confined to the loop of the program.
final class ProgramInspector<Frame> {
    private let key: ConsoleDriver.Key
    private let moments: ProgramMoments<Frame>
    private let source: InspectedSource
    private let program: MonitoredProgram<Frame>
    private var frame: InspectorFrame
    private var isOpen = false
    private var isWhole = false
    private var size: ConsoleDriver.Size?
    /// The model of the program itself, after its latest frame.
    private(set) var screen: ConsoleDriver.Model?
    private var layout: ScreenLayout?
    private var show: ((ConsoleDriver.Model) -> Void)?
    private var latestExport: Inspection.Export?

    init(_ program: MonitoredProgram<Frame>, key: ConsoleDriver.Key, keeping count: Int) {
        (self.program, self.key) = (program, key)
        moments = ProgramMoments(keeping: count)
        source = InspectedSource(moments)
        frame = InspectorFrame(Inspection(of: .program(name: program.name), in: moments))
        source.ownKeys = [
            KeyHelp([.enter], "go on from here"), KeyHelp(["r"], "rehearse: go on, drivers are silent"),
            KeyHelp([key], "close"), KeyHelp(["w"], "screen: the program's with it, or the monitor alone"),
            KeyHelp(["s"], "step"),
        ]
        program.standIns.onModel = { [moments] in moments.render($0, at: $1) }
    }

    // MARK: The program

    func take(_ moment: Moment<Frame>) {
        moments.append(moment, after: screen)
    }

    /// The loop has nothing left to do for now.
    func becomeIdle() {
        program.becomeIdle()
        guard isOpen else { return }
        let hasResumed = frame.inspection.isPaused && !program.isPaused
        if hasResumed {
            perform(.pause)
            frame.notice = "the program goes on: \(PausedEvents.limit) events waited for it"
        }
        guard hasResumed || frame.inspection.count != source.moments(of: frame.inspection).count else { return }
        frame.takeMoments(source)
        draw()
    }

    /// The console of the program, with the monitor between the two.
    ///
    /// - Parameters:
    ///   - path: Of its lens.
    ///   - run: The driver.
    ///   - models: Of the program.
    func console(
        at path: String, _ run: @escaping (Signal<ConsoleDriver.Model>) -> Signal<ConsoleDriver.Event>,
        rendering models: Signal<ConsoleDriver.Model>
    ) -> Signal<ConsoleDriver.Event> {
        let composed = Signal<ConsoleDriver.Model> { [self] sink in
            show = sink.send
            let running = models.run(inside: sink, receive: { model in self.take(model, at: path) })
            return Subscription([running, Subscription { self.show = nil }])
        }
        return Signal { [self] sink in
            run(composed).run(
                inside: sink, finish: { self.program.standIns.pausedEvents.pass { sink.end() } },
                receive: { event in
                    self.take(event, now: sink.now) { event in
                        self.program.standIns.pausedEvents.pass { sink.send(event) }
                    }
                })
        }
    }

    private func take(_ model: ConsoleDriver.Model, at path: String) {
        screen = model
        moments.render(model, at: path)
        if isOpen { draw() } else { show?(model) }
    }

    private func draw() {
        guard let size else { return }
        // Few moments are kept: a search ends before the screen is drawn.
        while source.isLooking(frame) { frame.lookOn(source) }
        let selected = moments.screen(at: frame.inspection.selection, latest: screen)
        let composed = ComposedScreen(program: selected ?? screen, frame: frame, source: source, isWhole: isWhole)
        let layout = composed.layout(size, after: layout)
        self.layout = layout
        show?(composed.model(layout))
    }

    // MARK: Input

    private func take(
        _ event: ConsoleDriver.Event, now: Duration, _ pass: (ConsoleDriver.Event) -> Void
    ) {
        if case .resized(let new) = event {
            size = new
            frame.size = new
            pass(event)
            if isOpen { draw() }
            return
        }
        if event == .key(key), size != nil { return isOpen ? close() : open() }
        guard isOpen, isForMonitor(event), let layout else { return pass(event) }
        if !handle(event) { frame.handle(ScreenInput(event, layout, time: now), in: source) }
        guard isOpen else { return }
        if frame.isDone {
            frame.isDone = false
            return close()
        }
        obeyPause()
        writeFile()
        draw()
    }

    /// Not by a driver: the program may have none for files, and its frame is not to hold what a monitor writes.
    private func writeFile() {
        guard let export = frame.inspection.export, export != latestExport else { return }
        latestExport = export
        let inspection = frame.inspection
        let problem = ExportedInspection(inspection, source.moments(of: inspection))
            .write(to: export.path) { source.models(at: $0, inspection) }
        frame.notice = problem ?? "wrote \(export.path)"
    }

    private func isForMonitor(_ event: ConsoleDriver.Event) -> Bool {
        switch event {
        case .key, .paste, .mouse, .interrupted: true
        case .line, .focus, .background, .resized, .suspended, .resumed, .ended, .programEnded, .failed: false
        }
    }

    /// Keys that only this face has.
    ///
    /// - Returns: Whether it was one.
    private func handle(_ event: ConsoleDriver.Event) -> Bool {
        guard frame.prompt == nil, case .key(let key) = event else { return false }
        switch key {
        case .enter where frame.pane == .moments: goOn(isSilent: false)
        case "r": goOn(isSilent: true)
        case "w": isWhole.toggle()
        case "s": step()
        case .control("e"): frame.notice = "only the monitor of a file or of a socket opens an editor: e takes a value"
        case .escape where !isWhole && frame.inspection.anchor == nil && frame.inspection.reference == nil: close()
        default: return false
        }
        return true
    }

    private func open() {
        isOpen = true
        isWhole = false
        frame.pane = .moments
        perform(.branch(nil))
        frame.takeMoments(source)
        perform(.last)
        if !frame.inspection.isPaused { perform(.pause) }
        obeyPause()
        draw()
    }

    private func close() {
        isOpen = false
        layout = nil
        if let screen { show?(screen) }
        if frame.inspection.isPaused { perform(.pause) }
        obeyPause()
    }

    private func perform(_ command: InspectionCommand) { frame.perform(command, source) }

    private func obeyPause() {
        guard frame.inspection.isPaused != program.isPaused else { return }
        if frame.inspection.isPaused { program.pause() } else { program.resume() }
    }

    private func step() {
        guard program.step() else { return frame.notice = "nothing waits for its turn" }
    }

    /// Goes on from the moment that is seen.
    ///
    /// - Parameter isSilent: Whether nothing is to happen to the world from then on, until it goes on otherwise.
    private func goOn(isSilent: Bool) {
        guard frame.inspection.branch == nil else {
            return frame.notice = InspectorFrame.noFrameOfBranch
        }
        let selection = frame.inspection.selection
        if selection < moments.count - 1 || isSilent != program.isSilent, let next = moments.frame(at: selection) {
            program.goOn(from: next, isSilent: isSilent)
            frame.inspection.isSilent = isSilent
        }
        close()
    }
}
