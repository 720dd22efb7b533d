extension ConsoleDriver {
    /// A program that is lent the terminal. It is looked up in `PATH` unless its name has a slash.
    public struct Program: Hashable, Sendable, Codable {
        /// A name that is looked up in `PATH`, or a path.
        public var name: String
        /// Without the name. No shell looks at them.
        public var arguments: [String]

        /// A program and its arguments, one after the other.
        @available(iOS, unavailable, message: "A program on iOS cannot start others")
        public init(_ name: String, _ arguments: String...) {
            self.init(name, arguments: arguments)
        }

        /// A program and its arguments.
        @available(iOS, unavailable, message: "A program on iOS cannot start others")
        public init(_ name: String, arguments: [String]) {
            self.name = name
            self.arguments = arguments
        }

        /// How a program ended.
        public typealias Status = ProgramStatus
    }
}
