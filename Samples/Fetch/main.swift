import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens

/// One try of a file.
struct Try: Hashable, Sendable {
    var address: String
    var attempt: Int
}

await CycledLens(startingWith: Fetch(Array(CommandLine.arguments.dropFirst()))) { frames in
    let screen = frames.lens(screen: ConsoleDriver(), plain: { $0.plain })
    let network = frames.lens(
        driver: NetworkDriver<Try>(),
        // What is paused leaves the model, and goes on from where it was when it comes back.
        frameFilter: { frame in
            .init(
                frame.running.map { file in
                    .init(
                        id: Try(address: file.id, attempt: file.attempt), .get, file.id,
                        delivery: .file(path: file.name, resumes: true), retry: .standard, byteLimit: .max)
                })
        },
        eventFilter: { frame, event in
            switch event {
            case .progress(let id, let progress):
                frame.update(id.address) {
                    ($0.received, $0.expected) = (progress.receivedByteCount, progress.expectedByteCount)
                }
            case .response(let id, let response) where (200..<300).contains(response.status):
                frame.update(id.address) { ($0.state, $0.received) = (.done, response.byteCount) }
            case .response(let id, let response):
                frame.update(id.address) { $0.state = .failed("status \(response.status)") }
            case .failed(let id, let failure): frame.update(id.address) { $0.state = .failed("\(failure)") }
            case .head, .chunk: break
            }
        })
    let ticks = frames.lens(
        ticking: \.step, every: .milliseconds(100),
        while: { $0.size != nil && $0.running.contains { $0.fraction == nil } })
    return MutatingLens.zip(screen, network, ticks)
}.run(until: \.isDone)
