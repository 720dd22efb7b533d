/// A value on its way to a target: a part of a frame, so that the frame knows all of its animation.
///
///     var frame = Frame(x: Motion(0.0))
///     frame.x.move(to: 10, .spring(MotionSpring(response: 0.4)))
///     frame.x.advance(by: .milliseconds(16))
///
/// Position and velocity are functions of the time since the motion began, so that any tick rate gives the same curve. A
/// motion that gets a new target keeps the position and the velocity that it has.
public struct Motion<Value: MotionValue>: Equatable {
    /// How a motion gets to its target.
    public enum Style: Hashable, Sendable, Codable {
        /// Along a curve, in so much time.
        case tween(MotionCurve, Duration)
        /// As a spring pulls it: for as long as that takes to come to rest.
        case spring(MotionSpring)
    }

    /// Where it is.
    public private(set) var value: Value
    /// Per second.
    public private(set) var velocity: Value
    /// Where it goes.
    public private(set) var target: Value
    /// Whether another ``advance(by:)`` changes anything: `false` at rest.
    public private(set) var isMoving = false
    /// How near the target, and how slow per second, counts as there, for springs. With 0 it rests when the numbers are equal;
    /// one that is no number, or negative, counts as 0.
    public var restingDistance = 0.001

    private var style = Style.tween(.linear, .zero)
    private var elapsed = Duration.zero
    private var start: (value: Value, velocity: Value)
    /// Whether it was on its way when it set out: a tween from rest follows its curve alone.
    private var wasMoving = false

    /// A value at rest.
    public init(_ value: Value) {
        self.value = value
        target = value
        velocity = value - value
        start = (value, value - value)
    }

    /// Sets out for `target` from where it is, as fast as it is.
    public mutating func move(to target: Value, _ style: Style) {
        start = (value, velocity)
        wasMoving = isMoving
        self.target = target
        self.style = style
        elapsed = .zero
        isMoving = value != target || velocity.squaredLength > 0
    }

    /// Is at once where `target` is, at rest.
    public mutating func jump(to target: Value) {
        self = Motion(target, restingDistance: restingDistance)
    }

    /// Lets so much time pass. At rest, nothing changes; time does not go back.
    public mutating func advance(by duration: Duration) {
        guard isMoving else { return }
        elapsed = (elapsed.bounded + duration.bounded).bounded
        switch style {
        case .tween(let curve, let length): advanceTween(curve, length)
        case .spring(let spring): advanceSpring(spring)
        }
    }

    private init(_ value: Value, restingDistance: Double) {
        self.init(value)
        self.restingDistance = restingDistance
    }

    private mutating func advanceTween(_ curve: MotionCurve, _ length: Duration) {
        guard elapsed < length else { return rest() }
        let seconds = length / .seconds(1)
        let time = elapsed / length
        let path = target - start.value
        // The difference between the start's velocity and the curve's own dies away by the end, and changes neither end.
        let surplus = wasMoving ? start.velocity.scaled(by: seconds) - path.scaled(by: curve.slope(at: 0)) : path - path
        let left = 1 - time
        value =
            start.value + path.scaled(by: curve.progress(at: time)) + surplus.scaled(by: time * left * left)
        velocity =
            (path.scaled(by: curve.slope(at: time)) + surplus.scaled(by: left * (1 - 3 * time))).scaled(by: 1 / seconds)
    }

    private mutating func advanceSpring(_ spring: MotionSpring) {
        let factors = spring.factors(after: elapsed / .seconds(1))
        let displacement = start.value - target
        value =
            target + displacement.scaled(by: factors.displacement.ofDisplacement)
            + start.velocity.scaled(by: factors.displacement.ofVelocity)
        velocity =
            displacement.scaled(by: factors.velocity.ofDisplacement)
            + start.velocity.scaled(by: factors.velocity.ofVelocity)
        let limit = restingDistance > 0 ? restingDistance * restingDistance : 0
        // Asked this way round, a place that is no number is rest: it would never be near.
        let isAway = (value - target).squaredLength > limit || velocity.squaredLength > limit
        if !isAway { rest() }
    }

    private mutating func rest() {
        value = target
        velocity = target - target
        isMoving = false
    }

    /// Whether both are at the same place of the same motion: at any time from now on they look the same.
    public static func == (first: Motion, second: Motion) -> Bool {
        first.value == second.value && first.velocity == second.velocity && first.target == second.target
            && first.isMoving == second.isMoving && first.style == second.style && first.elapsed == second.elapsed
            && first.start == second.start && first.wasMoving == second.wasMoving
            && first.restingDistance == second.restingDistance
    }
}

extension Motion: Sendable where Value: Sendable {}

/// A motion goes on from where it was written down.
extension Motion: Codable where Value: Codable {
    private enum Field: String, CodingKey {
        case value, velocity, target, isMoving, restingDistance, style, elapsed, start, startVelocity, wasMoving
    }

    /// A motion as it was.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            try fields.decode(Value.self, forKey: .value),
            restingDistance: try fields.decode(Double.self, forKey: .restingDistance))
        velocity = try fields.decode(Value.self, forKey: .velocity)
        target = try fields.decode(Value.self, forKey: .target)
        isMoving = try fields.decode(Bool.self, forKey: .isMoving)
        style = try fields.decode(Style.self, forKey: .style)
        elapsed = try fields.decode(Duration.self, forKey: .elapsed)
        start = (
            try fields.decode(Value.self, forKey: .start), try fields.decode(Value.self, forKey: .startVelocity)
        )
        wasMoving = try fields.decode(Bool.self, forKey: .wasMoving)
    }

    /// Writes where it is, where it goes, and how.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(value, forKey: .value)
        try fields.encode(velocity, forKey: .velocity)
        try fields.encode(target, forKey: .target)
        try fields.encode(isMoving, forKey: .isMoving)
        try fields.encode(restingDistance, forKey: .restingDistance)
        try fields.encode(style, forKey: .style)
        try fields.encode(elapsed, forKey: .elapsed)
        try fields.encode(start.value, forKey: .start)
        try fields.encode(start.velocity, forKey: .startVelocity)
        try fields.encode(wasMoving, forKey: .wasMoving)
    }
}
