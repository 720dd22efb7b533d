import CycleDrivers
import Testing

@testable import CycleNetwork

/// The deeds of a peer of a WebSocket, and what the side under test makes of them: for a client and for a server alike.
struct WebSocketCase: CustomTestStringConvertible {
    enum Step {
        /// A frame with the mask that the side under test expects.
        case frame(UInt8, [UInt8] = [], lengthBytes: Int? = nil)
        /// A frame with the mask that only its own side may send.
        case misMasked(UInt8, [UInt8])
        /// A frame whose mask, if it has one, changes nothing.
        case zeroMasked(UInt8, [UInt8])
        /// The head of a frame that announces a length.
        case announced(UInt8, length: [UInt8])
        /// A frame without its last bytes.
        case part(UInt8, [UInt8], missing: Int)
        case ends, cuts
        /// The peer reads nothing: no order to write is done from now on.
        case readsNothing
        /// The side under test says a text, or closes.
        case says(String)
        case closes(Int)
        case pauses(Bool)
        case time(Int)

        static func text(_ text: String) -> Step { .frame(0x81, Array(text.utf8)) }

        /// The bytes that the side under test reads.
        func bytes(for role: WebSocketRole) -> [UInt8]? {
            let mask: [UInt8]? = role == .server ? [1, 2, 3, 4] : nil
            switch self {
            case .frame(let first, let payload, let lengthBytes):
                return Wire.frame(first, payload, mask: mask, lengthBytes: lengthBytes)
            case .misMasked(let first, let payload):
                return Wire.frame(first, payload, mask: mask == nil ? [1, 2, 3, 4] : nil)
            case .zeroMasked(let first, let payload):
                return Wire.frame(first, payload, mask: mask.map { _ in [0, 0, 0, 0] })
            case .announced(let first, var length):
                if mask != nil { length[0] |= 0x80 }
                return [first] + length + (mask ?? [])
            case .part(let first, let payload, let count): return Wire.frame(first, payload, mask: mask).dropLast(count)
            case .ends, .cuts, .readsNothing, .says, .closes, .pauses, .time: return nil
            }
        }
    }

    /// An event for the application, an answer for the other side, or what becomes of the stream.
    enum Outcome {
        case text(String)
        case bytes([UInt8])
        case pong([UInt8])
        /// The other side has closed, and its code came back.
        case closed(Int?)
        case broken(WebSocketViolation)
        case words(String)

        var words: [String] {
            switch self {
            case .text(let text): ["text \(text)"]
            case .bytes(let bytes): ["bytes \(bytes)"]
            case .pong(let payload): ["< pong \(payload)"]
            case .closed(let code): ["closed \(code ?? 0)", "< close \(code ?? 0)", "end"]
            case .broken(let violation): ["broken \(violation)", "< close \(violation.code)", "end"]
            case .words(let words): words.split(separator: ", ").map { String($0) }
            }
        }
    }

    let name: String
    let steps: [Step]
    let outcomes: [Outcome]

    init(_ name: String, _ steps: [Step], _ outcomes: [Outcome]) {
        (self.name, self.steps, self.outcomes) = (name, steps, outcomes)
    }

    var testDescription: String { name }

    static let all = rules + hostilePeers

    /// The limit of messages in all cases.
    static let byteLimit = 70_000
}
