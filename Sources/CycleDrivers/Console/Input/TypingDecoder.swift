import CycleBase

/// Turns the bytes of a console into events, as keys or as lines. A value: it also keeps the bytes that come while the model
/// reads nothing.
struct TypingDecoder: Hashable, Sendable {
    /// A longer line comes in pieces.
    private static let longestLine = 1 << 20

    private var keys = KeyDecoder()
    private var lines = LineCutter(limit: TypingDecoder.longestLine)
    private var unread: [UInt8] = []

    var hasUnread: Bool { !unread.isEmpty }

    mutating func append(_ bytes: [UInt8]) {
        if unread.isEmpty { unread = bytes } else { unread += bytes }
    }

    /// The model reads keys after it has read lines: the line without an end so far is keys.
    mutating func readUnfinishedLineAsKeys() {
        unread += lines.takeUnfinished()
    }

    /// Decodes the bytes that were appended.
    mutating func decode(_ input: ConsoleDriver.Input, _ emit: (ConsoleDriver.Event) -> Void) {
        var bytes: [UInt8] = []
        swap(&bytes, &unread)
        switch input {
        case .none: unread = bytes
        case .lines: lines.take(bytes) { emit(.line(String(decoding: $0, as: UTF8.self))) }
        case .wholeLines:
            let ended = lines.takeTogether(bytes)
            if !ended.isEmpty { emit(.line(String(decoding: ended.dropLast(), as: UTF8.self))) }
        case .keys: keys.decode(bytes, emit)
        }
    }

    /// How long the next byte may take before ``decide(_:)``; `nil` if the decoder waits without a limit.
    func delay(_ options: ConsoleOptions) -> Duration? {
        keys.isUndecided ? options.escapeDelay : delayOfReply(options)
    }

    func delayOfReply(_ options: ConsoleOptions) -> Duration? { keys.isUnfinished ? options.replyDelay : nil }

    /// No byte has come for the delay: an Escape is a key, and an unfinished reply has no end.
    mutating func decide(_ emit: (ConsoleDriver.Event) -> Void) {
        if keys.isUndecided { keys.timeOut(emit) } else { keys.abandon() }
    }

    /// No byte will ever come.
    mutating func finish(_ emit: (ConsoleDriver.Event) -> Void) {
        keys.finish(emit)
        lines.finish { emit(.line(String(decoding: $0, as: UTF8.self))) }
    }
}
