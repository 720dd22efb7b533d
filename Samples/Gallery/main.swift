import Cycle
import CycleDrivers
import CycleScreens

let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")

_ = await CycledLens(startingWith: Gallery()) { frames in
    MutatingLens.zip(
        frames.lens(screen: ConsoleDriver(), plain: { type(of: $0.sample).title }),
        frames.lens(ticking: \.step, every: .milliseconds(100), while: { $0.sample.isMoving && $0.size != nil }),
        frames.lens(
            driver: PersistenceDriver(root: "/" + folder),
            frameFilter: { .files(.read(PersistenceDriver.Path($0.file))) },
            eventFilter: { frame, event in
                if let text = event.text { frame.sources["\(event.path)"] = text }
            }))
}.run(until: \.isDone)
