extension RecordedValue: CustomStringConvertible {
    /// The value for people, on one line: without quotes and braces, an enum's case as `key(+)`.
    public var description: String { text(upTo: 2_000) }

    /// - Parameter limit: About how many bytes are written, so that a huge frame costs its beginning only.
    func text(upTo limit: Int) -> String {
        value.plainText(upTo: limit)
    }
}
