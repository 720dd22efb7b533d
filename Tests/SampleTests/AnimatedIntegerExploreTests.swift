import Cycle
import CycleExplore
import TestSupport
import Testing

@testable import animated_integer

/// `CYCLE_EXPLORE=4` for longer timelines: so many keys.
@Suite("The animated integer, explored")
struct AnimatedIntegerExploreTests {
    private let keyCount = exploredCount(2)

    @Test("an animation comes to its target, whatever its policy", arguments: AnimationPolicy.allCases)
    func animationIsExplored(_ policy: AnimationPolicy) throws {
        var options = Options()
        options.policy = policy
        let seen = try explore(
            Law<Reel<Picture>>.atRest("one frame is left") { $0.count == 1 },
            .always("one step at a time") { frames in
                zip(frames, frames.dropFirst()).allSatisfy { abs($0.total - $1.total) <= 1 }
            },
            .resumes(), until: isDone
        ) { [options] world in
            world.console.keys("+-", atMost: min(keyCount, 3))
            return animatedInteger(options)
        }
        #expect(seen.isComplete, "\(seen)")
        print("animated-integer, \(policy):", seen)
    }
}
