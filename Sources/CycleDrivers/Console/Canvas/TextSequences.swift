/// The sequences by which a text may style itself.
enum TextSequences: Hashable, Sendable {
    /// None: the text is inert.
    case leftOut
    /// `ESC [ … m`, and `ESC ] 8` with these addresses.
    case styles(TextLinks)
}

/// The addresses to which a text may link.
enum TextLinks: Hashable, Sendable {
    /// Every address: the program itself wrote the text.
    case any
    /// The addresses that are safe to open in a text from others: `http`, `https` and `mailto`.
    case ofOthers

    func allowed(_ address: String?) -> String? {
        guard self == .ofOthers, let address else { return address }
        return ConsoleDriver.isLinkOfOthers(address) ? address : nil
    }
}

extension ConsoleDriver {
    /// Whether a text from others may link to an address: `http`, `https` and `mailto` alone. Another scheme may open a file,
    /// or start a program.
    package static func isLinkOfOthers(_ address: some StringProtocol) -> Bool {
        ["http://", "https://", "mailto:"].contains { scheme in
            address.utf8.count > scheme.utf8.count
                && zip(address.utf8, scheme.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
}
