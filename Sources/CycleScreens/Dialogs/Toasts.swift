/// Messages that go away by themselves, or by a press.
///
///     frames.lens(ticking: \.toasts.step, every: .seconds(1), while: { !$0.toasts.isEmpty })
///     screen.toasts(toasts)
///     toasts.handle(input).otherwise { … }                   // before what is below them
public struct Toasts: Component, Hashable, Codable, Sendable {
    /// How a message is meant, which decides its sign and its colour.
    public enum Kind: String, Hashable, Codable, Sendable {
        case information, success, warning, failure
    }

    private struct Message: Hashable, Codable, Sendable {
        var text: String
        var kind: Kind
        var end: Int
    }

    /// How many ticks there were.
    public var step = 0 {
        didSet { messages.removeAll { $0.end <= step } }
    }
    private var messages: [Message] = []
    private static let limit = 5

    /// No messages.
    public init() {}

    /// Whether there is no message.
    public var isEmpty: Bool { messages.isEmpty }

    /// Shows a message for so many ticks, `.max` for until it is pressed; of too many the oldest goes.
    public mutating func show(_ text: String, _ kind: Kind = .information, ticks: Int = 5) {
        let (end, isNever) = step.addingReportingOverflow(max(1, ticks))
        messages.append(Message(text: text, kind: kind, end: isNever ? .max : end))
        if messages.count > Self.limit { messages.removeFirst() }
    }

    /// Takes the newest away.
    public mutating func dismiss() {
        _ = messages.popLast()
    }

    private struct Place: Hashable { let index: Int }

    /// Takes away the message that was pressed.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard let pressed = input.pressed(Place.self), messages.indices.contains(pressed.index) else { return .ignored }
        messages.remove(at: pressed.index)
        return .changed
    }

    /// The messages in rows of their own, which cover nothing; without messages it takes no row.
    ///
    ///     .column { table; toasts.rows; View.help(keys) }
    ///
    /// - Returns: A row for each message, the newest at the bottom; one that is too long ends in an ellipsis.
    public var rows: ScreenView {
        .stack(
            .column,
            messages.enumerated().map { index, message in
                ScreenView.text("\(message.kind.sign, message.kind.style) \(message.text)", overflow: .ellipsis)
                    .region(Place(index: index))
            })
    }

    /// The messages one below the other, the newest at the bottom.
    public var view: ScreenView {
        .stack(
            .column,
            messages.enumerated().map { index, message in
                ScreenView.wrapped("\(message.kind.sign, message.kind.style) \(message.text)").width(.fit)
                    .padding(0, 1).raised(style: message.kind.style).fitting.region(Place(index: index)).aligned(.end)
            })
    }
}

extension Toasts.Kind {
    fileprivate var sign: String {
        switch self {
        case .information: "ℹ"
        case .success: "✓"
        case .warning: "!"
        case .failure: "✗"
        }
    }

    fileprivate var style: ScreenView.Style {
        switch self {
        case .information: .accent
        case .success: .success
        case .warning: .warning
        case .failure: .danger
        }
    }
}

extension ScreenView {
    /// This with messages over its lower right corner, the newest at the bottom. Write it behind the part that they may cover, such as
    /// a text, so that keys below it stay in sight; or place ``Toasts/rows``, which cover nothing.
    public func toasts(_ toasts: Toasts) -> ScreenView {
        guard !toasts.isEmpty else { return self }
        let messages = toasts.view
        return .layers {
            self
            ScreenView.sized { space in
                let rows = messages.natural(in: .init(columns: space.columns, rows: ScreenView.unlimited), space.look)
                    .rows
                return rows > space.rows
                    ? messages.scrolled(by: .init(row: rows - space.rows, column: 0)) : messages.aligned(.end, .end)
            }
        }
    }
}
