import CycleBase

/// The reply of a terminal to `ESC ] 11 ; ?`: `11;rgb:ffff/ffff/ffff`, with one to four digits for each part.
struct TerminalAnswer {
    let event: ConsoleDriver.Event

    /// `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.begins(with: "11;rgb"), case let colon = text.before(":"), colon.endIndex < text.endIndex else {
            return nil
        }
        let parts = text[colon.endIndex...].behind(1).parts(between: "/").prefix(3).compactMap { digits -> Double? in
            guard (1...4).contains(digits.utf8.count), let value = UInt32(digits: digits, radix: 16) else { return nil }
            return Double(value) / Double(UInt32(1) << UInt32(4 * digits.utf8.count) - 1)
        }
        guard parts.count == 3 else { return nil }
        // The eye takes green for brighter than red, and both than blue.
        let brightness = 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2]
        event = .background(brightness > 0.5 ? .light : .dark)
    }
}
