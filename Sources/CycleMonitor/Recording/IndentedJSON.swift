import CycleBase

extension RecordedValue {
    /// The value as JSON with a line for each part, for a person to edit.
    public var indentedJSON: String { value.indented(by: "") + "\n" }
}

extension JSON {
    fileprivate func indented(by indent: String) -> String {
        let inner = indent + "  "
        func block(_ open: String, _ parts: [String], _ close: String) -> String {
            "\(open)\n\(parts.map { inner + $0 }.joined(separator: ",\n"))\n\(indent)\(close)"
        }
        return switch self {
        case .array(let elements) where !elements.isEmpty: block("[", elements.map { $0.indented(by: inner) }, "]")
        case .object(let fields) where !fields.isEmpty:
            block("{", fields.map { "\($0.key.quotedJSON): \($0.value.indented(by: inner))" }, "}")
        case .null, .bool, .number, .string, .array, .object: text
        }
    }
}
