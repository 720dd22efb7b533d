import CycleDrivers
import Testing

@testable import CycleNetwork

@Suite("Hostile peers of WebSockets")
struct HostilePeerTests {
    typealias Link = WebSocketLinkSession

    /// A client or a server that is open, and the words for what it does.
    private struct Side {
        let role: WebSocketRole
        var link: Link
        var words: [String] = []
        private var output = WebSocketOutput()
        private var isWrittenAtOnce = true
        private var now = 0

        init(_ role: WebSocketRole) throws {
            self.role = role
            let rules = Link.Rules(byteLimit: HostilePeer.byteLimit)
            guard role == .client else {
                link = Link(serving: rules, at: .zero)
                return
            }
            link = Link(asking: try WebSocketRequest("ws://here/"), rules, .fixed, at: .zero)
            receive(.opened)
            receive(.received(WebSocketWorld.bytes(.agreement)))
            words = []
        }

        mutating func take(_ step: HostilePeer.Step, byteByByte: Bool) {
            let mask: [UInt8]? = role == .server ? [1, 2, 3, 4] : nil
            switch step {
            case .frame(let first, let payload): read(Wire.frame(first, payload, mask: mask), byteByByte)
            case .misMasked(let first, let payload):
                read(Wire.frame(first, payload, mask: mask == nil ? [1, 2, 3, 4] : nil), byteByByte)
            case .announced(let first, var length):
                if mask != nil { length[0] |= 0x80 }
                read([first] + length + (mask ?? []), byteByByte)
            case .part(let first, let payload, let count):
                read(Array(Wire.frame(first, payload, mask: mask).prefix(count)), byteByByte)
            case .ends: receive(.inputEnded)
            case .cuts: receive(.cut(.reset))
            case .readsNothing: isWrittenAtOnce = false
            case .says(let text):
                output = .init([.text(text)])
                receive(.wanted(output, closing: nil))
            case .closes(let code): receive(.wanted(output, closing: .init(code)))
            case .pauses(let isPaused): receive(.wanted(output, isPaused: isPaused, closing: nil))
            case .time(let seconds):
                now += seconds
                receive(.timePassed)
            }
        }

        private mutating func read(_ bytes: [UInt8], _ byteByByte: Bool) {
            for piece in byteByByte ? bytes.map({ [$0] }) : [bytes] { receive(.received(piece)) }
        }

        private mutating func receive(_ input: Link.Input) {
            for action in link.actions(after: input, at: .seconds(now)) {
                switch action {
                case .write(let bytes):
                    words += Wire.frames(bytes, isMasked: role == .client).map(Self.word)
                    if isWrittenAtOnce { receive(.written) }
                case .hold(let isHeld): words.append(isHeld ? "hold" : "go on")
                case .endOutput: words.append("end")
                case .close: words.append("cut")
                case .report(let report): words += Self.words(report)
                }
            }
            #expect(link.isConsistent)
        }

        private static func word(_ frame: WebSocketFrame) -> String {
            let text = String(decoding: frame.payload, as: UTF8.self)
            guard frame.opcode == .close else { return "< \(frame.opcode) \(text)" }
            return "< close \(frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) })"
        }

        private static func words(_ report: Link.Report) -> [String] {
            switch report {
            case .received(.text(let text)): ["text \(text)"]
            case .received(.bytes(let bytes)): ["bytes \(bytes.count)"]
            case .closed(let close, let isClean): ["closed \(close?.code ?? 0)\(isClean ? "" : " unclean")"]
            case .failed(.violation(let rule)): ["broken \(rule)"]
            case .failed(let failure): ["lost \(failure)"]
            case .opened, .sent: []
            }
        }
    }

    @Test(
        "a peer that keeps no rule is heard as far as it keeps them, and has no second end", arguments: HostilePeer.all)
    func peer(_ peer: HostilePeer) throws {
        for role in [WebSocketRole.client, .server] {
            for byteByByte in [false, true] {
                var side = try Side(role)
                for step in peer.steps { side.take(step, byteByByte: byteByByte) }
                #expect(
                    side.words.joined(separator: ", ") == peer.outcomes,
                    "\(peer.name), \(role)\(byteByByte ? ", byte by byte" : "")")
            }
        }
    }

    @Test("no two peers are alike, and there are 60 of them and more")
    func number() {
        #expect(Set(HostilePeer.all.map(\.name)).count == HostilePeer.all.count && HostilePeer.all.count > 60)
    }
}
