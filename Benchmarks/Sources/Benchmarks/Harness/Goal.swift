/// The goal of a row, by the medians of one run.
struct Goal {
    enum Bound { case atMost, atLeast }

    let text: String
    let bound: Bound
    let limit: Double
    /// `nil` when a contestant was not asked for.
    let figure: (_ measurements: [Measurement]) -> Double?

    /// - Returns: `- must reach driver lens <= 2.5 x two closures; reached: no, 2.67`
    func line(_ id: String, _ measurements: [Measurement]) -> String? {
        guard let figure = figure(measurements) else { return nil }
        let isReached = bound == .atMost ? figure <= limit : figure >= limit
        return "- \(id) must reach: \(text); reached: \(isReached ? "yes" : "**no**"), \(rounded(figure, digits: 2))"
    }

    static func atMost(_ limit: Double, _ unit: String, _ name: String) -> Goal {
        Goal(text: "\(name) <= \(rounded(limit)) \(unit)", bound: .atMost, limit: limit) { $0.median(of: name) }
    }

    static func ratio(_ name: String, to other: String, atMost limit: Double) -> Goal {
        Goal(text: "\(name) <= \(rounded(limit)) x \(other)", bound: .atMost, limit: limit) { measurements in
            measurements.median(of: other).flatMap { other in measurements.median(of: name).map { $0 / other } }
        }
    }

    static func difference(_ name: String, above other: String, atMost limit: Double, _ unit: String) -> Goal {
        Goal(text: "\(name) <= \(rounded(limit)) \(unit) above \(other)", bound: .atMost, limit: limit) {
            measurements in
            measurements.median(of: other).flatMap { other in measurements.median(of: name).map { $0 - other } }
        }
    }

    /// The cost that each of `count` lenses adds to an event.
    static func unchanged(_ name: String, count: Int, less alone: String, atMost limit: Double) -> Goal {
        Goal(text: "\(name), less the event alone <= \(rounded(limit)) ns a lens", bound: .atMost, limit: limit) {
            measurements in
            measurements.median(of: alone).flatMap { alone in
                measurements.median(of: name).map { $0 - alone / Double(count) }
            }
        }
    }

    static func everyAlternative(atLeast limit: Double, timesAsSlowAs name: String) -> Goal {
        Goal(text: "every alternative >= \(rounded(limit)) x \(name)", bound: .atLeast, limit: limit) { measurements in
            let best = measurements.filter { $0.contestant.kind == .alternative }.map(\.median).min()
            return best.flatMap { best in measurements.median(of: name).map { best / $0 } }
        }
    }
}

extension [Measurement] {
    fileprivate func median(of name: String) -> Double? {
        first { $0.contestant.name == name }?.median
    }
}
