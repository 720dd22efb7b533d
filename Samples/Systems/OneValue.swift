/// A value that the first call proposes. It answers all calls.
package struct OneValue: OneThing {
    package static let name = "one value"
    package let start: String? = nil

    package init() {}

    package func state(after state: String?, _ call: String, answered answer: String?) -> String?? {
        let value = state ?? call
        guard answer == nil || answer == value else { return nil }
        return value
    }
}
