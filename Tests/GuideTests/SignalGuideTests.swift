import Cycle
import CycleTesting
import Synchronization
import Testing

@Suite("Guides: signals, drivers and animations")
struct SignalGuideTests {
    @Test("a signal is a line of text in a test")
    func timeline() {
        let time = VirtualTime()
        let typed = time.signal("ab--c|")
        let settled = typed.debounce(.seconds(2))
        #expect(time.timeline(of: settled, steps: 8) == "---b-(c|)--")
    }

    @Test("a driver's sensor works while it is wanted, and is closed then")
    func thermometer() {
        let time = VirtualTime()
        let isOn = time.signal("y--n-").map { $0 == "y" }
        #expect(
            time.timeline(of: Thermometer().eventsCapturedAfterRendering(model: isOn), steps: 3)
                == "(measured(20.5))--")
        #expect(Sensor.openCount.withLock { $0 } == 0)
    }

    @Test("the future is a collection")
    func reel() {
        var reel: Reel = [1, 2, 3]
        reel.animate(.append) { last in [last + 1, last + 2] }  // [1, 2, 3, 4, 5]
        reel.removeFirst()  // a tick: [2, 3, 4, 5]
        reel.animate(.replace) { shown in [shown - 1] }  // [2, 1]
        reel.removePending()  // [2]
        #expect(reel == [2])
    }

    @Test("a motion is a part of the frame, and its clock stops when it rests")
    func motion() throws {
        let keys = ScriptedDriver<String, String>()
        let test = TestRun(bouncing(), exhaustive: false, standIns: keys)
        keys.send("t")
        test.settle()
        #expect(test.time.armedCount == 0)
        keys.send("s")
        test.advance(by: .milliseconds(100))
        #expect(test.frame.height.value > 0)
        test.advance(by: .seconds(5))
        #expect(test.frame.height.value == 10)
        #expect(test.time.armedCount == 0)
        var way = Motion(Point(x: 0, y: 0))
        way.move(to: Point(x: 2, y: 4), .tween(.linear, .seconds(1)))
        way.advance(by: .milliseconds(500))
        #expect(way.value == Point(x: 1, y: 2))
    }
}

/// A sensor that measures at once, and then until it is closed.
final class Sensor: Sendable {
    static let openCount = Mutex(0)
    private let measured: @Sendable (Double) -> Void

    init(_ measured: @escaping @Sendable (Double) -> Void) {
        self.measured = measured
        Self.openCount.withLock { $0 += 1 }
        measured(20.5)
    }

    func close() { Self.openCount.withLock { $0 -= 1 } }
}

struct Thermometer: Driver {
    enum Event: Sendable { case measured(Double), failed }

    func eventsCapturedAfterRendering(model isOn: Signal<Bool>) -> Signal<Event> {
        isOn.flatMap(.latest) { isOn in
            guard isOn else { return .never }
            return Signal<Event> { sink in
                let inlet = sink.inlet()  // for the sensor's own thread
                let sensor = Sensor { inlet.send(.measured($0)) }
                return Subscription { sensor.close() }
            }
        }
    }
}

struct Ball: Equatable {
    var height = Motion(0.0)
}

func bouncing() -> CycledLens<some Any, Ball> {
    CycledLens(startingWith: Ball()) { frames in
        frames.lens(
            driver: Keys(), frameFilter: { "\($0.height.value)" },
            eventFilter: { ball, key in
                switch key {
                case "j": ball.height.jump(to: 0)
                case "s": ball.height.move(to: 10, .spring(MotionSpring(response: 0.4, dampingFraction: 0.5)))
                default: ball.height.move(to: 0, .tween(.easeInOut, .milliseconds(300)))
                }
            })
        frames.animating(every: .seconds(1) / 60, while: \.height.isMoving) { ball, tick in
            ball.height.advance(by: tick.elapsed)
        }
    }
}

struct Point: MotionValue {
    var x = 0.0
    var y = 0.0

    static func + (first: Point, second: Point) -> Point { Point(x: first.x + second.x, y: first.y + second.y) }
    static func - (first: Point, second: Point) -> Point { Point(x: first.x - second.x, y: first.y - second.y) }
    func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }
    var squaredLength: Double { x * x + y * y }
}
