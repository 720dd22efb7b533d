import CycleBase

/// Secrets that are known by their form, whatever their name is, and names that mean a secret in some places only.
enum SecretForm {
    /// In the query of a URL and behind `#`, where services expect secrets under such names.
    static let queryNames: Set<String> = ["code", "key", "sig", "signature"]

    /// Options of programs whose value is a name and a password.
    static let loginOptions = ["-u", "-U", "--user", "--proxy-user"]

    /// How the tokens of widespread services begin.
    private static let beginnings = [
        "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "sk-", "sk_live_", "rk_live_", "xoxb-", "xoxp-",
        "AKIA", "AIza",
    ].map { Array($0.utf8) }

    /// Whether a word is a token: of a service that marks its own, or a signed one (JWT).
    static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= 16 else { return false }
        if word.starts(with: "eyJ".utf8) { return word.count { $0 == UInt8(ascii: ".") } == 2 }
        return beginnings.contains(where: word.starts) && word.contains(where: \.isDigit)
    }

    /// A private key in PEM that begins at a place.
    static func privateKey(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard bytes[start] == UInt8(ascii: "-"), bytes[start...].starts(with: "-----BEGIN ".utf8) else { return nil }
        let head = bytes[start...].prefix { !$0.isWhitespace || $0 == 0x20 }.prefix(80)
        guard Array(head).offset(of: Array("PRIVATE KEY".utf8)) != nil else { return nil }
        let mark = Array("-----END ".utf8)
        guard let last = bytes.offset(of: mark, from: start) else { return start..<bytes.count }
        return start..<(bytes.offset(of: Array("-----".utf8), from: last + mark.count).map { $0 + 5 } ?? bytes.count)
    }

    /// Whether what stands behind `#` in a URL is more than the name of a heading.
    static func isSecretFragment(_ fragment: ArraySlice<UInt8>) -> Bool {
        !fragment.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}
