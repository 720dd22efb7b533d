extension ConsoleDriver {
    /// A program that is lent the terminal. It is looked up in `PATH` unless its name has a slash.
    public struct Program: Hashable, Sendable, Codable {
        /// A name that is looked up in `PATH`, or a path.
        public var name: String
        /// Without the name. No shell looks at them.
        public var arguments: [String]
        /// The folder that it is started in; `nil` for that of this process.
        public var folder: String?
        /// Variables beside those of this process, or in the place of one of them, as those of ``ProcessCommand``.
        public var environment: [String: String]

        /// A program and its arguments, one after the other.
        @available(iOS, unavailable, message: "A program on iOS cannot start others")
        public init(_ name: String, _ arguments: String...) {
            self.init(name, arguments: arguments)
        }

        /// A program and its arguments.
        @available(iOS, unavailable, message: "A program on iOS cannot start others")
        public init(
            _ name: String, arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
        ) {
            self.name = name
            self.arguments = arguments
            self.folder = folder
            self.environment = environment
        }

        @available(iOS, unavailable, message: "A program on iOS cannot start others")
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            // Older recordings have no folder and no variables.
            self.init(
                try fields.decode(String.self, forKey: .name),
                arguments: try fields.decode([String].self, forKey: .arguments),
                in: try fields.decodeIfPresent(String.self, forKey: .folder),
                environment: try fields.decodeIfPresent([String: String].self, forKey: .environment) ?? [:])
        }

        /// How a program ended.
        public typealias Status = ProgramStatus
    }
}
