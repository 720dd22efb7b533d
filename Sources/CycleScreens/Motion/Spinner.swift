/// Shows that something is going on. It turns by ``advance()``, once a tick: see `lens(ticking:every:while:)`.
///
///     frames.lens(ticking: \.spinner.step, every: Spinner.Kind.dots.period, while: { $0.isBusy })
public struct Spinner: Component, Hashable, Codable, Sendable {
    /// Its pictures, and how long each is shown.
    public struct Kind: Hashable, Codable, Sendable {
        public var pictures: [String]
        public var period: Duration

        public init(_ pictures: [String], every period: Duration = .milliseconds(100)) {
            self.pictures = pictures.isEmpty ? [""] : pictures
            self.period = period
        }

        private init(_ pictures: String, _ milliseconds: Int) {
            self.init(pictures.map { String($0) }, every: .milliseconds(milliseconds))
        }

        public static let dots = Kind("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", 80)
        public static let line = Kind("|/-\\", 100)
        public static let bounce = Kind("⠁⠂⠄⠂", 120)
        public static let pulse = Kind("█▓▒░▒▓", 120)
        public static let bar = Kind("▁▂▃▄▅▆▇█▇▆▅▄▃▂", 80)
        public static let arc = Kind("◜◠◝◞◡◟", 100)
        public static let quarters = Kind("◐◓◑◒", 120)
        public static let squares = Kind("◰◳◲◱", 120)
        public static let arrows = Kind("←↖↑↗→↘↓↙", 100)
        public static let moon = Kind("🌑🌒🌓🌔🌕🌖🌗🌘", 120)
        public static let clock = Kind("🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛", 120)
        public static let ellipsis = Kind(["   ", ".  ", ".. ", "..."], every: .milliseconds(300))
    }

    public var kind: Kind
    /// How often it has turned.
    public var step = 0

    public init(_ kind: Kind = .dots) {
        self.kind = kind
    }

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
