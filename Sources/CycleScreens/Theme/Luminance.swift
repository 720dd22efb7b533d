import CycleDrivers

extension ConsoleDriver.Color {
    /// The relative luminance of the Web Content Accessibility Guidelines, from 0 to 1; `nil` where only the terminal knows it.
    func luminance(on background: ConsoleDriver.Background) -> Double? {
        guard let parts = parts(on: background) else { return nil }
        return zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + Self.linear(Double($1.0) / 255) * $1.1 }
    }

    /// The light of one part: `((x + 0.055) / 1.055) ^ 2.4`.
    private static func linear(_ part: Double) -> Double {
        guard part > 0.039_28 else { return part / 12.92 }
        let base = (part + 0.055) / 1.055
        return base * base * fifthRoot(base * base)
    }

    /// By Newton's method: there is no `pow` without Foundation.
    private static func fifthRoot(_ value: Double) -> Double {
        var root = 1.0
        for _ in 0..<24 {
            let fourth = root * root * root * root
            root -= (fourth * root - value) / (5 * fourth)
        }
        return root
    }
}
