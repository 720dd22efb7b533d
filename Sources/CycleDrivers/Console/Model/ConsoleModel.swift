extension ConsoleDriver {
    /// How standard input is read.
    public enum Input: String, Hashable, Sendable, Codable {
        /// Not at all.
        case none
        /// A line at a time; on a terminal, with the terminal's own line editing.
        case lines
        /// Lines as well, but all that one read has brought in one event: a pipe of millions costs no turn, and no screen, for each.
        /// ``Event/lines`` takes them apart.
        case wholeLines
        /// A key at a time. Each character of a pipe or file is a key, and a new line is ``Key/enter``.
        case keys

        package var isInLines: Bool { self == .lines || self == .wholeLines }
    }

    /// The brightness behind the text of a terminal.
    public enum Background: String, Hashable, Sendable, Codable {
        /// Dark text can be read on it.
        case light
        /// Light text can.
        case dark
    }

    /// The desired state of the terminal.
    public struct Model: Hashable, Sendable {
        /// Something that is redrawn in place.
        public struct Screen: Hashable, Sendable {
            /// The content of a screen: a text, of which cells are made when it is drawn, or cells.
            public enum Content: Hashable, Sendable {
                /// Rows, separated by new lines: see ``Canvas/init(_:fitting:)``. The cursor is hidden without a position.
                case text(String, cursor: Position? = nil)
                /// The same with the styles that sequences in it set: see ``Canvas/init(sequences:fitting:)``.
                case sequences(String, cursor: Position? = nil)
                /// Cells with styles. A canvas that is larger than the terminal is cut.
                case canvas(Canvas)

                fileprivate var text: String {
                    switch self {
                    case .text(let text, _), .sequences(let text, _): text
                    case .canvas(let canvas): canvas.text
                    }
                }
            }

            /// The content.
            public var content: Content
            /// The text that is printed, each time it changes, where nothing can be redrawn: in a pipe or file all of it, on a
            /// terminal that is dumb or read aloud the lines that have come, changed or moved.
            public var plain: String
            /// Whether it takes the whole terminal, and gives back what was there; otherwise it stands below what was
            /// printed so far, and stays there at the end.
            public var isFull: Bool

            /// - Parameters:
            ///   - content: The content.
            ///   - plain: By default the text, or that of the canvas.
            ///   - isFull: Whether it takes the whole terminal.
            public init(_ content: Content, plain: String? = nil, isFull: Bool = false) {
                self.content = content
                self.isFull = isFull
                self.plain = plain ?? content.text
            }

            /// The text, without the styles: for tests.
            public var text: String { hasStyledText ? ConsoleDriver.inert(content.text) : content.text }

            /// Whether sequences style the text.
            var hasStyledText: Bool {
                switch content {
                case .sequences: true
                case .text, .canvas: false
                }
            }

            /// Where the cursor stands; `nil` hides it.
            public var cursor: Position? {
                get {
                    switch content {
                    case .text(_, let cursor), .sequences(_, let cursor): cursor
                    case .canvas(let canvas): canvas.cursor
                    }
                }
                set {
                    switch content {
                    case .text(let text, _): content = .text(text, cursor: newValue)
                    case .sequences(let text, _): content = .sequences(text, cursor: newValue)
                    case .canvas(var canvas):
                        canvas.cursor = newValue
                        content = .canvas(canvas)
                    }
                }
            }
        }

        /// Lines to print, above an inline screen. When a list begins with all of the list before, only what was added to it is printed;
        /// any other list is printed whole. The same list is not printed again.
        ///
        ///     .lines(["a"])               // a
        ///     .lines(["a", "b"])          // b
        ///     .lines(["c"])               // c
        ///     .lines(["c"], edition: 1)   // c
        ///
        /// So a list that grows is a log, and so are the lines of the newest event alone, with an ``edition`` that counts those events. The text
        /// is inert: sequences and control characters are left out.
        public var lines: [String] = []
        /// Whether sequences in the lines style them, as in ``Canvas/init(sequences:fitting:)``.
        public var linesHaveSequences = false
        /// Bytes for the output, as they are, with nothing between them or behind: pieces of which those are new that are new in
        /// ``lines``.
        ///
        ///     .bytes([Array("Loading …".utf8)])                             // Loading …
        ///     .bytes([Array("Loading …".utf8), Array(" done\n".utf8)])      //  done
        ///
        /// A pipe and a file get exactly these bytes. On a terminal they are text: repaired where they are not UTF-8, without
        /// sequences and control characters. A piece goes on in the row of the one before, unless a line or an inline screen comes
        /// between them.
        public var bytes: [[UInt8]] = []
        /// A number to change when all lines and bytes are to be printed, also equal ones: `.lines(newest, edition: count)` prints the
        /// lines of each event, and the frame keeps no others.
        public var edition = 0
        /// The screen that is redrawn in place, if any. The terminal shows its earlier content again after a full screen.
        public var screen: Screen?
        /// How standard input is read. Nothing is read, and nothing lost, while it is ``Input/none``.
        public var input: Input = .none
        /// Whether input is also read where nothing can be drawn: from a pipe or a file, or while the output is one. Otherwise it
        /// is left to others, and its end says nothing.
        public var readsPipes = true
        /// The title of the terminal's window, given back at the end.
        public var title: String?
        /// The text for the terminal's clipboard, by the sequence `ESC ] 52`: written when it changes, to terminals that know it,
        /// and never read. Most have to be allowed to take it. More than ``Clipboard/longestByteCount`` bytes are not written.
        public var clipboard: Clipboard?
        /// A number to change when the terminal's bell is to ring: once for each change that is drawn, and never where nothing can
        /// be drawn. It is 0 before the first model, so that a frame that goes on from a file with another number rings.
        public var bell = 0
        /// A message for the user's desktop, sent once when it changes, to terminals known to show it: by `ESC ] 99` to Kitty, by
        /// `ESC ] 777` to foot, Ghostty and WezTerm, by `ESC ] 9` to iTerm2. Any other terminal, or one inside tmux, rings its
        /// bell instead; a pipe gets nothing. About 500 bytes of the title and of the body are sent.
        public var notification: Notification?
        /// The mouse events that are reported, as ``Event/mouse(_:)``.
        public var mouse: Mouse.Reports = .none
        /// Whether pasted text is reported as a whole, as ``Event/paste(_:)``; otherwise it arrives as keys.
        public var paste = false
        /// Whether it is reported that the terminal's window is looked at, as ``Event/focus(_:)``.
        public var focus = false
        /// Whether it is reported what is behind the terminal's text, as ``Event/background(_:)``, where keys are read. For what
        /// ``Color/adaptive(light:dark:)`` cannot say: that needs no event.
        public var background = false
        /// A program that has the terminal for itself, an editor or a pager, until it ends.
        public var program: Program?

        /// Nothing to show, nothing to read.
        public init() {}

        /// Nothing to show, nothing to read: the terminal is as it was found.
        public static var none: Model { Model() }

        /// A text below what was printed so far.
        ///
        ///     .screen("total \($0.total)   + - q", plain: "\($0.total)", input: .keys)
        ///
        /// The text is inert: sequences and control characters in it are left out.
        ///
        /// - Parameters:
        ///   - text: Rows, separated by new lines.
        ///   - cursor: Where the cursor stands; without, it is hidden.
        ///   - plain: The text that is printed, as a line each time it changes, where there is no terminal; by default `text`.
        ///   - input: Say it: with `.none` Ctrl-C ends the program and no key arrives, with `.keys` it is an event.
        public static func screen(
            _ text: String, cursor: Position? = nil, plain: String? = nil, input: Input
        ) -> Model {
            screen(Screen(.text(text, cursor: cursor), plain: plain), input)
        }

        /// A text with the styles that sequences in it set, below what was printed so far.
        ///
        /// - Parameters:
        ///   - text: Rows, separated by new lines.
        ///   - cursor: Where the cursor stands; without, it is hidden.
        ///   - plain: The text that is printed, as a line each time it changes, where there is no terminal; by default `text`.
        ///   - input: How the input is read.
        public static func screen(
            sequences text: String, cursor: Position? = nil, plain: String? = nil, input: Input
        ) -> Model {
            screen(Screen(.sequences(text, cursor: cursor), plain: plain), input)
        }

        /// A canvas below what was printed so far: as many rows as it has.
        public static func screen(_ canvas: Canvas, plain: String? = nil, input: Input) -> Model {
            screen(Screen(.canvas(canvas), plain: plain), input)
        }

        /// A text that takes the whole terminal. When the screen has left the model, the terminal shows again what it showed before.
        ///
        ///     .fullScreen(page.lines.joined(separator: "\n"), plain: page.title, input: .keys)
        public static func fullScreen(
            _ text: String, cursor: Position? = nil, plain: String? = nil, input: Input
        ) -> Model {
            screen(Screen(.text(text, cursor: cursor), plain: plain, isFull: true), input)
        }

        /// A canvas that takes the whole terminal.
        public static func fullScreen(_ canvas: Canvas, plain: String? = nil, input: Input) -> Model {
            screen(Screen(.canvas(canvas), plain: plain, isFull: true), input)
        }

        private static func screen(_ screen: Screen, _ input: Input) -> Model {
            var model = Model()
            model.screen = screen
            model.input = input
            return model
        }

        /// Lines to print once each time they change, see ``lines``.
        ///
        ///     .lines("done")
        public static func lines(_ lines: String..., edition: Int = 0, input: Input = .none) -> Model {
            .lines(lines, edition: edition, input: input)
        }

        /// Lines with the styles that sequences in them set, to print once each time they change: see ``linesHaveSequences``.
        public static func lines(sequences lines: [String], edition: Int = 0, input: Input = .none) -> Model {
            var model = Model.lines(lines, edition: edition, input: input)
            model.linesHaveSequences = true
            return model
        }

        /// Bytes to print once each time they change, see ``bytes-swift.property``.
        ///
        ///     .bytes([piece], edition: frame.pieceCount)
        public static func bytes(_ pieces: [[UInt8]], edition: Int = 0, input: Input = .none) -> Model {
            var model = Model()
            model.bytes = pieces
            model.edition = edition
            model.input = input
            return model
        }

        /// Lines to print once each time they change, see ``lines``.
        public static func lines(_ lines: [String], edition: Int = 0, input: Input = .none) -> Model {
            var model = Model()
            model.lines = lines
            model.edition = edition
            model.input = input
            return model
        }
    }
}
