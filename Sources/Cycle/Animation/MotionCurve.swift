/// How a tween spends its time: progress from 0 to 1 as a function of time from 0 to 1.
///
///     frame.width.move(to: 0, .tween(.easeInOut, .milliseconds(300)))
///     MotionCurve.easeIn.progress(at: 0.5)   // 0.32: slow at first
public enum MotionCurve: Hashable, Sendable, Codable {
    /// As fast everywhere.
    case linear
    /// Slow at first.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at both ends.
    case easeInOut
    /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points; `x1` and `x2` from 0 to 1.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

    /// How much of the way is done at a time.
    ///
    /// - Parameter time: From 0 to 1; what is outside counts as the nearer end.
    public func progress(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        guard let bezier else { return time }
        return bezier.y(bezier.parameter(at: time))
    }

    /// How fast progress grows at a time: 1 everywhere on `linear`.
    public func slope(at time: Double) -> Double {
        guard let bezier else { return 1 }
        let parameter = bezier.parameter(at: min(max(time, 0), 1))
        let horizontal = bezier.slope(parameter, bezier.x1, bezier.x2)
        let vertical = bezier.slope(parameter, bezier.y1, bezier.y2)
        return horizontal > 1e-9 ? vertical / horizontal : 0
    }

    private var bezier: Bezier? {
        switch self {
        case .linear: nil
        case .easeIn: Bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
        case .easeOut: Bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
        case .easeInOut: Bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
        case .bezier(let x1, let y1, let x2, let y2):
            Bezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2)
        }
    }
}

private struct Bezier {
    let x1, y1, x2, y2: Double

    func y(_ parameter: Double) -> Double { value(parameter, y1, y2) }

    /// The curve's parameter where its `x` is `time`. Halving always finds it: `x` never falls.
    func parameter(at time: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<52 {
            let middle = (low + high) / 2
            if value(middle, x1, x2) < time { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private func value(_ t: Double, _ first: Double, _ second: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }

    func slope(_ t: Double, _ first: Double, _ second: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * first + 6 * rest * t * (second - first) + 3 * t * t * (1 - second)
    }
}
