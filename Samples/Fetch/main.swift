import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import SampleArguments

/// Gets files into a folder. A download that was cut off or paused continues from where it was.
func fetch(_ addresses: [String], into folder: String = ".") -> CycledLens<some Any, Fetch> {
    CycledLens(startingWith: Fetch(addresses)) { frames in
        // Finished downloads are printed: in a pipe at once, else when the screen is left.
        frames.lens(screen: ConsoleDriver(), readsPipes: false, plain: { _ in "" }, model: { $1.lines = $0.news })
        frames.lens(
            driver: NetworkDriver<String>(),
            frameFilter: { frame in
                .init(
                    frame.running.map { file in
                        let path = "\(folder)/\(file.name)"
                        return .init(
                            id: file.id, .get, file.id, delivery: .file(path: path, resumes: true),
                            timeOuts: .init(total: .seconds(86_400)), retry: .standard, byteLimit: .max)
                    })
            },
            eventFilter: { $0.take($1) })
        frames.lens(
            ticking: \.step, every: .milliseconds(100),
            while: { $0.size != nil && $0.running.contains { $0.fraction == nil } })
        frames.rule(onChangeOf: { $0.files.map(\.state) }) { $0.start() }
    }
}

let help = "fetch http://… …: gets files into this folder, three at a time"
let addresses = Program.words(of: "fetch", help: help, atLeast: 1) { HTTP.Address($0) != nil }
let last = await fetch(addresses).run(until: \.isDone)
if !last.files.allSatisfy({ $0.state == .done }) { Program.fail("not all files are there", in: "fetch") }
