import CycleBase
import CycleDrivers

/// A command by which a program has a terminal show a message on the desktop.
enum TerminalNotice {
    case whole(title: String, body: String)
    /// The first half of a message.
    case title(String)
    case body(String)

    /// - Parameter text: The command without its introducer and its end; `nil` for any other one.
    init?(_ text: String) {
        // By bytes: a mark may follow that makes one character with the semicolon.
        let fields = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        switch fields.first {
        case "9" where fields.count > 1:
            self = .whole(title: fields.dropFirst().joined(separator: ";"), body: "")
        case "777" where fields.count == 4 && fields[1] == "notify":
            self = .whole(title: fields[2], body: fields[3])
        case "99" where fields.count == 3:
            guard let notice = TerminalNotice(kitty: fields[1].split(separator: ":"), fields[2]) else { return nil }
            self = notice
        default: return nil
        }
    }

    private init?(kitty keys: [Substring], _ payload: String) {
        guard keys.contains("e=1"), let bytes = Base64.decode(payload) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if keys.contains("p=body") {
            self = .body(text)
        } else {
            self = keys.contains("d=0") ? .title(text) : .whole(title: text, body: "")
        }
    }
}
