extension ConsoleDriver {
    /// How standard input is read.
    public enum Input: Hashable, Sendable {
        /// Not at all.
        case none
        /// A line at a time; on a terminal, with the terminal's own line editing.
        case lines
        /// A key at a time. Of a pipe or file, each character is a key, and a new line is ``Key/enter``.
        case keys
    }

    /// What should be on the terminal.
    public struct Model: Equatable, Sendable {
        /// Text that is redrawn in place.
        public struct Screen: Equatable, Sendable {
            /// Rows, separated by new lines. What does not fit is cut off. Sequences of `ESC [ … m` style what follows.
            public var text: String
            /// What is printed, as a line each time it changes, where nothing can be redrawn.
            public var plain: String
            /// Whether it takes the whole terminal, and gives back what was there; otherwise it stands below what was
            /// printed so far, and stays there at the end.
            public var isFull: Bool

            public init(_ text: String, plain: String? = nil, isFull: Bool = false) {
                self.text = text
                self.plain = plain ?? text
                self.isFull = isFull
            }
        }

        /// Lines to print once. When they change, those that only continue the lines before are printed alone, others all;
        /// above an inline screen.
        public var lines: [String] = []
        /// A number to change when the same lines are to be printed anew.
        public var edition = 0
        public var screen: Screen?
        public var input: Input = .none
        /// Where the cursor stands on the screen; `nil` hides it.
        public var cursor: Position?
        /// The title of the terminal's window, given back at the end.
        public var title: String?
        /// Whether clicks, drags and wheels are reported, as ``Event/mouse(_:)``.
        public var mouse = false
        /// Whether pasted text is reported as a whole, as ``Event/paste(_:)``; otherwise it arrives as keys.
        public var paste = false
        /// Whether it is reported that the terminal's window is looked at, as ``Event/focus(_:)``.
        public var focus = false
        /// A program that has the terminal for itself, an editor or a pager, until it ends.
        public var program: Program?

        /// Nothing to show, nothing to read.
        public init() {}

        /// A screen below what was printed so far.
        ///
        /// - Parameter plain: What is printed, as a line each time it changes, where there is no terminal; by default `text`.
        public static func screen(_ text: String, plain: String? = nil, input: Input = .none) -> Model {
            var model = Model()
            model.screen = Screen(text, plain: plain)
            model.input = input
            return model
        }

        /// A screen that takes the whole terminal.
        public static func fullScreen(_ text: String, plain: String? = nil, input: Input) -> Model {
            var model = Model()
            model.screen = Screen(text, plain: plain, isFull: true)
            model.input = input
            return model
        }

        /// Lines to print once each time they change, see ``lines``.
        public static func lines(_ lines: String..., edition: Int = 0, input: Input = .none) -> Model {
            .lines(lines, edition: edition, input: input)
        }

        public static func lines(_ lines: [String], edition: Int = 0, input: Input = .none) -> Model {
            var model = Model()
            model.lines = lines
            model.edition = edition
            model.input = input
            return model
        }
    }
}
