import Cycle
import CycleDrivers
import CycleScreens
import SampleArguments

/// All samples, and the sources that are in this folder.
func gallery(sources folder: String) -> CycledLens<some Any, Gallery> {
    CycledLens(startingWith: Gallery()) { frames in
        frames.lens(screen: ConsoleDriver(), plain: { type(of: $0.sample).title })
        frames.lens(ticking: \.step, every: .milliseconds(100), while: { $0.sample.isMoving && $0.size != nil })
        frames.lens(
            driver: PersistenceDriver(root: folder),
            frameFilter: { .init([.read(.init($0.file))] + $0.sample.requests) },
            eventFilter: { frame, event in
                frame.sample.take(event)
                if let text = event.text { frame.sources["\(event.path)"] = text }
            })
    }
}

let help = """
    gallery: what CycleScreens has, each with its source beside it
    gallery dashboard, gallery player: one of its programs alone; F12 goes back in it
    """
let words = Program.words(of: "gallery", help: help, atMost: 1) { ["dashboard", "player"].contains($0) }
switch words.first {
case "dashboard": await alone(DashboardSample.self).run(until: \.isDone)
case "player": await alone(PlayerSample.self).run(until: \.isDone)
default:
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    await gallery(sources: "/" + folder).run(until: \.isDone)
}
