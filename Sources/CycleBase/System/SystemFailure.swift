/// The system has refused something that is scarce, a thread or a descriptor, or a call on it has failed.
///
/// A driver makes an event of it: what the world refuses never ends the program.
package struct SystemFailure: Error, Hashable, Sendable {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The words of the system for a code, for people: `device or resource busy (error 16)`.
    package static func words(of code: Int32) -> String {
        let words = String(cString: strerror(code))
        return words.prefix(1).lowercased() + words.dropFirst() + " (error \(code))"
    }
}
