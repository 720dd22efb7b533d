/// A mass on a spring, solved in closed form: where it is and how fast, as a function of time alone.
///
///     frame.width.move(to: 24, .spring(MotionSpring(response: 0.3)))
///     frame.width.move(to: 24, .spring(MotionSpring(response: 0.4, dampingFraction: 0.5)))   // swings
///
/// A step costs the same however much time it stands for.
public struct MotionSpring: Hashable, Sendable {
    /// How long an undamped swing takes, in seconds: smaller is stiffer.
    public let response: Double
    /// 1 comes to rest as fast as possible without overshooting, less swings, more crawls.
    public let dampingFraction: Double

    /// - Parameters:
    ///   - response: Seconds, more than zero. A swing shorter than a nanosecond, or longer than a billion seconds, counts as one.
    ///   - dampingFraction: Zero or more; more than a million counts as that.
    public init(response: Double = 0.5, dampingFraction: Double = 1) {
        guard response > 0, response.isFinite else {
            stop("MotionSpring(response: \(response)): a swing takes more than 0 seconds, and ends")
        }
        guard dampingFraction >= 0, dampingFraction.isFinite else {
            stop("MotionSpring(dampingFraction: \(dampingFraction)): damping is a number, and not negative")
        }
        self.response = min(max(response, 1e-9), 1e9)
        self.dampingFraction = min(dampingFraction, 1e6)
    }

    /// The displacement from rest and the velocity that follow from others.
    ///
    /// - Parameter seconds: Since then; zero or more.
    /// - Returns: Factors: `displacement = d * (of d) + v * (of v)`, and likewise for the velocity.
    func factors(after seconds: Double) -> (
        displacement: (ofDisplacement: Double, ofVelocity: Double),
        velocity: (ofDisplacement: Double, ofVelocity: Double)
    ) {
        let frequency = 2 * Double.pi / response
        let damping = dampingFraction
        if damping < 1 {
            let swing = frequency * (1 - damping * damping).squareRoot()
            let decay = exponential(-damping * frequency * seconds)
            let (sine, cosine) = sineAndCosine(swing * seconds)
            let ratio = damping * frequency / swing
            return (
                (decay * (cosine + ratio * sine), decay * sine / swing),
                (-decay * sine * frequency * frequency / swing, decay * (cosine - ratio * sine))
            )
        }
        if damping == 1 {
            let decay = exponential(-frequency * seconds)
            return (
                (decay * (1 + frequency * seconds), decay * seconds),
                (-decay * frequency * frequency * seconds, decay * (1 - frequency * seconds))
            )
        }
        let spread = frequency * (damping * damping - 1).squareRoot()
        let (slow, fast) = (-damping * frequency + spread, -damping * frequency - spread)
        let (slowDecay, fastDecay) = (exponential(slow * seconds), exponential(fast * seconds))
        let width = slow - fast
        return (
            ((slow * fastDecay - fast * slowDecay) / width, (slowDecay - fastDecay) / width),
            (slow * fast * (fastDecay - slowDecay) / width, (slow * slowDecay - fast * fastDecay) / width)
        )
    }
}

extension MotionSpring: Codable {
    private enum Field: String, CodingKey { case response, dampingFraction }

    /// Numbers that no spring has are those of the nearest one.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let response = try fields.decode(Double.self, forKey: .response)
        let damping = try fields.decode(Double.self, forKey: .dampingFraction)
        self.init(
            response: response > 0 ? min(response, 1e9) : 0.001, dampingFraction: damping >= 0 ? min(damping, 1e6) : 0)
    }

    /// Writes both numbers.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(response, forKey: .response)
        try fields.encode(dampingFraction, forKey: .dampingFraction)
    }
}
