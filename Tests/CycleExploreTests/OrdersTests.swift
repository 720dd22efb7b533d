import CycleBase
import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting
import TestSupport
import Testing

/// The search that leaves out orders beside the one that does not.
@Suite("Orders that are left out")
struct OrdersTests {
    /// A key of one of two features: drivers are told apart by their types.
    struct Key<Feature>: Hashable, Sendable {
        let number: Int
    }

    /// Played by the world.
    struct Keyboard<Feature>: Driver {
        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Key<Feature>> { .never }
    }

    enum Left {}
    enum Right {}
    enum Whole {}

    struct Part: Hashable, Sendable {
        var value = 0
        var request: Int?
        var answers = 0
    }

    struct Frame: Hashable, Sendable {
        var left = Part()
        var right = Part()
        var swaps = 0
        var both: Part {
            get { left }
            set {
                left = newValue
                right.answers = newValue.answers
            }
        }
    }

    /// The random parts of a program.
    struct Plan: Sendable {
        var steps = [1, 2, 0, 3, 1]
        var leftKeys: Int? = 3
        var rightKeys: Int? = 3
        var faults: Int?
        var hasRightRequests = true
        var hasSwaps = false
        var hasRule = false
        var hasWholeRequest = false
        var hasComputedPart = false
        var mixesSignals = false
        /// The values of both parts that the law forbids together.
        var forbidden: (left: Int, right: Int) = (-1, -1)
        var forbiddenAnswers = -1

        init() {}

        init(_ chance: inout SplitMix64) {
            steps = (0..<5).map { _ in Int.random(in: 0..<5, using: &chance) }
            leftKeys = Int.random(in: 1...3, using: &chance)
            rightKeys = Int.random(in: 1...3, using: &chance)
            hasRightRequests = Bool.random(using: &chance)
            let couplings = (0..<5).map { _ in Int.random(in: 0..<5, using: &chance) == 0 }
            (hasSwaps, hasRule, hasWholeRequest, hasComputedPart) = (
                couplings[0], couplings[1], couplings[2], couplings[3]
            )
            mixesSignals = couplings[4]
            if Int.random(in: 0..<3, using: &chance) == 0 {
                forbidden = (Int.random(in: 0..<5, using: &chance), Int.random(in: 0..<5, using: &chance))
            }
            if Int.random(in: 0..<4, using: &chance) == 0 { forbiddenAnswers = 3 }
        }
    }

    private static func feature<Name>(
        _ frames: Signal<Part>, _ name: Name.Type, _ plan: Plan, asks: Bool
    ) -> MutatingLens<Signal<Part>, Any> {
        let keys = frames.lens(
            driver: Keyboard<Name>(), label: "keys", frameFilter: \.value,
            eventFilter: { part, key in
                part.value = plan.steps[(part.value + key.number) % 5]
                if asks { part.request = part.value }
            })
        let network = frames.lens(
            driver: NetworkDriver<Int>(), label: "network",
            frameFilter: { .init($0.request.map { [.init(id: $0, get: "http://\(name)/\($0)")] } ?? []) },
            eventFilter: { part, event in
                part.request = nil
                if case .response(_, let response) = event { part.answers = (part.answers + response.text.count) % 3 }
            })
        return MutatingLens.zip(keys, network).map { $1 as Any }
    }

    private static func program(_ plan: Plan, _ world: World) -> CycledLens<some Any, Frame> {
        world.events("left", of: ScriptedDriver<Int, Key<Left>>(), from: [0, 1].map(Key.init), atMost: plan.leftKeys)
        world.events(
            "right", of: ScriptedDriver<Int, Key<Right>>(), from: [0, 1].map(Key.init), atMost: plan.rightKeys)
        world.network.answers { _ in [.text("a"), .fails(.refused)] }
        if plan.hasSwaps {
            world.events("swap", of: ScriptedDriver<Int, Key<Whole>>(), from: [Key(number: 1)], atMost: 1)
        }
        let pipe = Signal<Int>.pipe()
        if plan.mixesSignals { world.input("pipe", [1], atMost: 1) { pipe.inlet.send($0) } }
        return CycledLens(startingWith: Frame()) { frames in
            frames.lens(\.left) { feature($0, Left.self, plan, asks: true) }
            frames.lens(\.right) { feature($0, Right.self, plan, asks: plan.hasRightRequests) }
            if plan.hasSwaps {
                frames.lens(
                    driver: Keyboard<Whole>(), label: "swap", frameFilter: \.swaps,
                    eventFilter: { frame, _ in
                        swap(&frame.left.value, &frame.right.value)
                        frame.swaps += 1
                    })
            }
            if plan.hasRule {
                frames.rule(onChangeOf: \.left.value) { frame in
                    if frame.right.value == 2 { frame.right.answers = 2 }
                }
            }
            if plan.hasWholeRequest {
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: { frame in
                        .init(frame.left.value == frame.right.value ? [] : [.init(id: 1, get: "http://whole")])
                    }, eventFilter: { _, _ in })
            }
            if plan.hasComputedPart {
                frames.lens(\.both) { part in
                    part.lens(
                        driver: NetworkDriver<Int>(), label: "both",
                        frameFilter: { .init($0.value == 3 ? [.init(id: $0.answers, get: "http://both")] : []) },
                        eventFilter: { part, _ in part.answers = 0 })
                }
            }
            if plan.mixesSignals {
                frames.lens(\.right) { right in
                    right.lens(
                        events: pipe.signal.withLatest(from: frames).map { $1.left.value }, label: "mixed",
                        eventFilter: { part, value in part.value = value })
                }
            }
        }
    }

    private static var endless: Plan {
        var plan = Plan()
        (plan.leftKeys, plan.rightKeys, plan.faults) = (nil, nil, 0)
        return plan
    }

    private func found(_ plan: Plan, leavingOut: Bool, jobs: Int? = nil) -> FoundBySearch<Frame> {
        let notBoth = Law<Frame>.always("not both") {
            ($0.left.value, $0.right.value) != plan.forbidden
                && $0.left.answers + $0.right.answers != plan.forbiddenAnswers
        }
        var bounds = Bounds()
        bounds.leavesOutOrders = leavingOut
        bounds.faults = plan.faults
        bounds.jobs = jobs
        return FoundBySearch(bounds, tellsTimeline: true) { isNoted in
            Scenario(laws: [notBoth, isNoted]) { world in Self.program(plan, world) }
        }
    }

    @Test("two independent features take a third of the events, and the states are the same")
    func independent() {
        let (all, fewer) = (found(Self.endless, leavingOut: false), found(Self.endless, leavingOut: true))
        #expect(all == fewer)
        #expect(fewer.eventCount * 3 <= all.eventCount, "\(fewer.eventCount) of \(all.eventCount)")
    }

    @Test("where keys and faults are limited there are fewer events, too")
    func limited() {
        let (all, fewer) = (found(Plan(), leavingOut: false), found(Plan(), leavingOut: true))
        #expect(all == fewer)
        #expect(fewer.eventCount * 4 <= all.eventCount * 3, "\(fewer.eventCount) of \(all.eventCount)")
    }

    @Test("random programs have the same states, the same states at rest and the same failures, with no more events")
    func random() {
        for seed in Seeds(3) {
            var chance = SplitMix64(seed: seed)
            let plan = Plan(&chance)
            let (all, fewer) = (found(plan, leavingOut: false), found(plan, leavingOut: true))
            #expect(all == fewer, "seed \(seed): \(plan)")
            #expect(fewer.eventCount <= all.eventCount, "seed \(seed): \(plan)")
        }
    }

    @Test("the orders that are left out do not depend on how many threads there are")
    func threads() {
        let found = [1, 3].map { self.found(Self.endless, leavingOut: true, jobs: $0) }
        #expect(Set(found.map { "\($0) \($0.eventCount) \($0.turnCount)" }).count == 1, "\(found)")
    }
}
