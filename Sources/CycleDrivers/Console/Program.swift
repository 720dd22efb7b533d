extension ConsoleDriver {
    /// A program that is lent the terminal. It is looked up in `PATH` unless its name has a slash.
    public struct Program: Hashable, Sendable, Codable {
        public var name: String
        public var arguments: [String]

        public init(_ name: String, _ arguments: String...) {
            self.init(name, arguments: arguments)
        }

        public init(_ name: String, arguments: [String]) {
            self.name = name
            self.arguments = arguments
        }

        /// How a program ended.
        public enum Status: Hashable, Sendable {
            case exited(Int32)
            case killed(signal: Int32)
        }
    }
}
