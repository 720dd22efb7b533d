extension ConsoleDriver {
    /// A message for the user's desktop, which is seen while another window is in front: see ``Model/notification``.
    public struct Notification: Hashable, Sendable, Codable {
        /// The first line.
        public private(set) var title: String
        /// The lines behind it; empty for none.
        public private(set) var body: String
        /// A number that changes when the same message is posted anew.
        public private(set) var edition: Int

        /// - Parameters:
        ///   - title: The first line. Line ends and tabs are blanks, control characters are left out.
        ///   - body: The lines behind it.
        ///   - edition: Another one posts the same message anew.
        public init(_ title: String, _ body: String = "", edition: Int = 0) {
            (self.title, self.body, self.edition) = (title, body, edition)
        }

        /// Puts another message in its place, or the same again.
        public mutating func post(_ title: String, _ body: String = "") {
            (self.title, self.body, edition) = (title, body, edition &+ 1)
        }
    }
}
