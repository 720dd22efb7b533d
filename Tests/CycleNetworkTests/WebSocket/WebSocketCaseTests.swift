import CycleDrivers
import Testing

@testable import CycleNetwork

@Suite("The rules of WebSockets, one a case")
struct WebSocketCaseTests {
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
            let rules = Link.Rules(byteLimit: WebSocketCase.byteLimit)
            guard role == .client else {
                link = Link(serving: rules, at: .zero)
                return
            }
            link = Link(asking: try WebSocketRequest("ws://here/"), rules, .fixed, at: .zero)
            receive(.opened)
            receive(.received(WebSocketWorld.bytes(.agreement)))
            words = []
        }

        mutating func read(_ bytes: [UInt8], byteByByte: Bool = false) {
            for piece in byteByByte ? bytes.map({ [$0] }) : [bytes] { receive(.received(piece)) }
        }

        /// All but to read, which its bytes say.
        mutating func take(_ step: WebSocketCase.Step) {
            switch step {
            case .frame, .misMasked, .zeroMasked, .announced, .part: break
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
            switch frame.opcode {
            case .close: "< close \(frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) })"
            case .text: "< text \(String(decoding: frame.payload, as: UTF8.self))"
            default: "< \(frame.opcode) \(frame.payload)"
            }
        }

        private static func words(_ report: Link.Report) -> [String] {
            switch report {
            case .received(.text(let text)): ["text \(text)"]
            case .received(.bytes(let bytes)): ["bytes \(bytes)"]
            case .closed(let close, let isClean): ["closed \(close?.code ?? 0)\(isClean ? "" : " unclean")"]
            case .failed(.violation(let rule)): ["broken \(rule)"]
            case .failed(let failure): ["lost \(failure)"]
            case .opened, .sent: []
            }
        }
    }

    private static let roles = [WebSocketRole.client, .server]

    @Test("a peer is heard as far as it keeps the rules, and has no second end", arguments: WebSocketCase.all)
    func whole(_ test: WebSocketCase) throws {
        let expected = test.outcomes.flatMap(\.words)
        for role in Self.roles {
            var side = try Side(role)
            for step in test.steps {
                if let bytes = step.bytes(for: role) { side.read(bytes) } else { side.take(step) }
            }
            #expect(side.words == expected, "\(test.name), \(role)")
        }
    }

    @Test("a peer is heard so, too, whose bytes come one by one, or all at once", arguments: WebSocketCase.all)
    func pieces(_ test: WebSocketCase) throws {
        let expected = test.outcomes.flatMap(\.words)
        for role in Self.roles {
            let pieces = test.steps.map { $0.bytes(for: role) }
            let bytes = pieces.flatMap { $0 ?? [] }
            if bytes.count < 10_000 {
                var side = try Side(role)
                for (step, bytes) in zip(test.steps, pieces) {
                    if let bytes { side.read(bytes, byteByByte: true) } else { side.take(step) }
                }
                #expect(side.words == expected, "\(test.name), \(role), byte by byte")
            }
            guard !pieces.contains(nil) else { continue }
            var side = try Side(role)
            side.read(bytes)
            // The answers to all of it may come behind its reports.
            for isAnswer in [false, true] {
                let parts = [side.words, expected].map { $0.filter { $0.hasPrefix("<") == isAnswer } }
                #expect(parts[0] == parts[1], "\(test.name), \(role), at once")
            }
        }
    }

    @Test("there are cases of all rules, no two alike")
    func number() {
        let cases = WebSocketCase.all
        let violations = cases.flatMap(\.outcomes).compactMap {
            if case .broken(let violation) = $0 { violation } else { nil }
        }
        let ofHandshake: Set<WebSocketViolation> = [.head, .upgrade, .accept, .subprotocol, .extensions]
        #expect(Set(violations).union(ofHandshake) == Set(WebSocketViolation.allCases))
        #expect(Set(cases.map(\.name)).count == cases.count && cases.count > 330, "\(cases.count)")
    }
}
