/// Shows that something is going on. It turns by ``advance()``, once a tick: see `lens(ticking:every:while:)`.
///
///     frames.lens(ticking: \.spinner.step, every: Spinner.Kind.dots.period, while: { $0.isBusy })
public struct Spinner: Component, Hashable, Codable, Sendable {
    /// Its pictures, and how long each is shown.
    public struct Kind: Hashable, Codable, Sendable {
        /// One after the other, all of one width.
        public var pictures: [String]
        /// How long each is shown.
        public var period: Duration

        /// Pictures of your own.
        public init(_ pictures: [String], every period: Duration = .milliseconds(100)) {
            self.pictures = pictures.isEmpty ? [""] : pictures
            self.period = period
        }

        private init(_ pictures: String, _ milliseconds: Int) {
            self.init(pictures.map { String($0) }, every: .milliseconds(milliseconds))
        }

        /// Dots of braille that go round.
        public static let dots = Kind("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", 80)
        /// A line that turns; of ASCII alone.
        public static let line = Kind("|/-\\", 100)
        /// A dot that goes up and down.
        public static let bounce = Kind("⠁⠂⠄⠂", 120)
        /// A block that fades and comes back.
        public static let pulse = Kind("█▓▒░▒▓", 120)
        /// A bar that grows and shrinks.
        public static let bar = Kind("▁▂▃▄▅▆▇█▇▆▅▄▃▂", 80)
        /// An arc that goes round.
        public static let arc = Kind("◜◠◝◞◡◟", 100)
        /// A circle of which a quarter turns.
        public static let quarters = Kind("◐◓◑◒", 120)
        /// A square of which a quarter turns.
        public static let squares = Kind("◰◳◲◱", 120)
        /// An arrow that turns.
        public static let arrows = Kind("←↖↑↗→↘↓↙", 100)
        /// The phases of the moon, of two cells.
        public static let moon = Kind("🌑🌒🌓🌔🌕🌖🌗🌘", 120)
        /// A clock, of two cells.
        public static let clock = Kind("🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛", 120)
        /// Three dots that come one by one.
        public static let ellipsis = Kind(["   ", ".  ", ".. ", "..."], every: .milliseconds(300))
    }

    /// The pictures that it shows.
    public var kind: Kind
    /// How often it has turned.
    public var step = 0

    /// A spinner at its first picture.
    public init(_ kind: Kind = .dots) {
        self.kind = kind
    }

    /// Goes on to the next picture.
    public mutating func advance() {
        step &+= 1
    }

    /// Its picture now.
    public var picture: String {
        let count = max(1, kind.pictures.count)
        return kind.pictures.isEmpty ? "" : kind.pictures[((step % count) + count) % count]
    }

    /// It takes no keys.
    public mutating func handle(_ input: ScreenInput) -> Outcome { .ignored }

    /// Its picture, but in plain text nothing.
    public var view: ScreenView { ScreenView.text(picture, .accent).decoration }
}
