import Cycle
import CycleTesting
import Foundation
import Testing

@Suite("Motions")
struct MotionTests {
    static let styles: [Motion<Double>.Style] = [
        .tween(.linear, .seconds(1)), .tween(.easeInOut, .seconds(1)), .tween(.easeIn, .seconds(1)),
        .tween(.bezier(x1: 0.1, y1: 0.9, x2: 0.2, y2: 1), .seconds(1)),
        .spring(MotionSpring(response: 0.4, dampingFraction: 0.5)), .spring(MotionSpring(response: 0.4)),
        .spring(MotionSpring(response: 0.4, dampingFraction: 2)),
    ]

    private func moving(_ style: Motion<Double>.Style) -> Motion<Double> {
        var motion = Motion(0.0)
        motion.move(to: 10, style)
        return motion
    }

    @Test("any tick rate gives the same curve", arguments: styles)
    func isAFunctionOfTime(_ style: Motion<Double>.Style) {
        var coarse = moving(style)
        var fine = coarse
        for _ in 0..<10 {
            coarse.advance(by: .milliseconds(60))
            for _ in 0..<60 { fine.advance(by: .milliseconds(1)) }
            #expect(abs(coarse.value - fine.value) < 1e-12)
            #expect(abs(coarse.velocity - fine.velocity) < 1e-10)
        }
    }

    @Test("velocity is the slope of position", arguments: styles)
    func velocityIsTheSlope(_ style: Motion<Double>.Style) {
        let motion = moving(style)
        for milliseconds in stride(from: 50, to: 900, by: 90) {
            var before = motion
            var after = motion
            var now = motion
            before.advance(by: .milliseconds(milliseconds) - .microseconds(10))
            after.advance(by: .milliseconds(milliseconds) + .microseconds(10))
            now.advance(by: .milliseconds(milliseconds))
            #expect(abs((after.value - before.value) / 20e-6 - now.velocity) < 1e-3 * max(1, abs(now.velocity)))
        }
    }

    @Test("a new target in mid-flight keeps position and velocity", arguments: styles, styles)
    func retargeting(_ style: Motion<Double>.Style, _ next: Motion<Double>.Style) {
        var motion = moving(style)
        motion.advance(by: .milliseconds(300))
        let (value, velocity) = (motion.value, motion.velocity)
        motion.move(to: -5, next)
        motion.advance(by: .nanoseconds(1))
        #expect(abs(motion.value - value) < 1e-6)
        #expect(abs(motion.velocity - velocity) < 1e-4 * max(1, abs(velocity)))
    }

    @Test("a motion ends at its target, at rest", arguments: styles)
    func ends(_ style: Motion<Double>.Style) {
        var motion = moving(style)
        var steps = 0
        while motion.isMoving, steps < 10_000 {
            motion.advance(by: .milliseconds(16))
            steps += 1
        }
        #expect(motion.value == 10)
        #expect(motion.velocity == 0)
        #expect(!motion.isMoving)
    }

    @Test("a jump is at once at its target, at rest", arguments: styles)
    func jumps(_ style: Motion<Double>.Style) {
        var motion = moving(style)
        motion.advance(by: .milliseconds(300))
        motion.jump(to: 3)
        motion.advance(by: .seconds(1))
        #expect(motion.value == 3)
        #expect(!motion.isMoving)
    }

    @Test("points move in all dimensions")
    func points() {
        var motion = Motion(SIMD2(0.0, 0.0))
        motion.move(to: SIMD2(4, 8), .tween(.linear, .seconds(2)))
        motion.advance(by: .seconds(1))
        #expect(motion.value == SIMD2(2, 4))
        #expect(motion.velocity == SIMD2(2, 4))
    }

    @Test("exponential, sine and cosine agree with the C library to 13 digits")
    func elementary() {
        for index in -2_000...2_000 {
            let x = Double(index) / 50
            let spring = MotionSpring(response: 2 * .pi, dampingFraction: 0)
            let seconds = abs(x)
            let factors = Self.factors(spring, seconds)
            #expect(abs(factors.cosine - cos(seconds)) < 1e-13)
            #expect(abs(factors.sine - sin(seconds)) < 1e-13)
            var decaying = Motion(1.0)
            decaying.restingDistance = 0
            decaying.move(to: 0, .spring(MotionSpring(response: 2 * .pi, dampingFraction: 1)))
            decaying.advance(by: .seconds(seconds))
            #expect(abs(decaying.value - exp(-seconds) * (1 + seconds)) < 1e-13)
        }
    }

    /// An undamped spring of frequency 1 that starts at 1 is a cosine; one that starts at 0 with velocity 1, a sine.
    private static func factors(_ spring: MotionSpring, _ seconds: Double) -> (sine: Double, cosine: Double) {
        var motion = Motion(1.0)
        motion.move(to: 0, .spring(spring))
        motion.advance(by: .seconds(seconds))
        return (-motion.velocity, motion.value)
    }

    @Test("parts of a frame move together on one clock, and keep what other events changed")
    func together() throws {
        struct Scene: Equatable, Sendable {
            var x = Motion(0.0)
            var y = Motion(0.0)
            var clicks = 0
        }
        let time = VirtualTime()
        let dial = Dial()
        let cycle = CycledLens(startingWith: Scene()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: dial, frameFilter: \.clicks,
                    eventFilter: { scene, event in
                        scene.clicks += 1
                        if event == 1 { scene.x.move(to: 4, .tween(.linear, .seconds(4))) }
                        if event == 2 { scene.y.move(to: 4, .tween(.linear, .seconds(2))) }
                    }),
                frames.animating(every: .seconds(1), while: { $0.x.isMoving || $0.y.isMoving }) { scene, tick in
                    scene.x.advance(by: tick.elapsed)
                    scene.y.advance(by: tick.elapsed)
                })
        }
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        dial.send(1)
        time.advance(by: .seconds(2))
        dial.send(2)
        dial.send(0)
        time.advance(by: .seconds(1))
        #expect(cycle.frame.x.value == 3)
        #expect(cycle.frame.y.value == 2)
        #expect(cycle.frame.clicks == 3)
        #expect(time.armedCount == 1)
        time.advance(by: .seconds(1))
        #expect(time.armedCount == 0)
        cycle.stop()
        time.leave(cycle)
    }
}
