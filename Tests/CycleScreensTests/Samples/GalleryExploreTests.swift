import Cycle
import CycleDrivers
import CycleExplore
import CycleScreens
import Foundation
import Testing

@testable import gallery

@Suite("The gallery, explored")
struct GalleryExploreTests {
    private static let size = ConsoleDriver.Size(columns: 62, rows: 15)

    /// The lenses of the gallery, with one sample in front, on a screen of a known size.
    private func showing(_ sample: any Sample) -> CycledLens<some Any, Gallery> {
        var first = Gallery()
        first.sample = sample
        first.size = Self.size
        _ = first.focus.move(1)
        return CycledLens(startingWith: first) { frames in
            frames.lens(screen: ConsoleDriver(), plain: { type(of: $0.sample).title })
            frames.lens(ticking: \.step, every: .milliseconds(100), while: { $0.sample.isMoving && $0.step < 1 })
            frames.lens(
                driver: PersistenceDriver(root: "/"), label: "files", frameFilter: { .init($0.sample.requests) },
                eventFilter: { $0.sample.take($1) })
        }
    }

    @Test(
        "draws without a trap whatever comes first, what is drawn survives its own JSON, and nothing is remembered beside the frame",
        arguments: samples.indices)
    func sample(_ index: Int) throws {
        var bounds = Bounds()
        bounds.steps = 1
        bounds.preemptions = 0
        bounds.pauses = 0
        let survives = Law<Gallery>.inWorld(.atRest, "what is drawn survives its own JSON") { _, world in
            guard let model = world.console.model else { return true }
            do {
                let json = try JSONEncoder().encode(model)
                return try JSONDecoder().decode(ConsoleDriver.Model.self, from: json) == model
            } catch {
                return false
            }
        }
        try explore(survives, bounds: bounds) { world in
            world.console.keys([.init(.character("a")), .enter, .down])
            world.files.begin(with: ["README.md": "# One\nTwo"])
            world.files.mayFail = false
            return showing(samples[index].init())
        }
    }
}
