import CycleHTTP
import TestSupport
import Testing

@testable import CycleNetwork

@Suite("Bytes of WebSockets, cut and broken")
struct WebSocketReaderTests {
    private typealias Item = WebSocketMessageReader.Item

    /// The meaning of pieces of bytes, up to the first rule that they break.
    private func read(_ pieces: [ArraySlice<UInt8>], _ role: WebSocketRole) -> ([Item], WebSocketViolation?) {
        var (reader, items) = (WebSocketMessageReader(role, byteLimit: 1_000), [Item]())
        for piece in pieces {
            do throws(WebSocketViolation) { try reader.read(Array(piece), into: &items) } catch {
                return (items, error)
            }
            if case .close = items.last { break }
        }
        return (items, nil)
    }

    @Test("random frames mean the same wherever they are cut")
    func frames() {
        let samples = WebSocketCase.all.map { $0.steps.flatMap { $0.bytes(for: .server) ?? [] } }
            .filter { $0.count < 500 }
        let mutator = Mutator(samples)
        for seed in FuzzSeeds(20_000) {
            var chance = SeededChance(seed: seed)
            let bytes = mutator.bytes(&chance)
            let role = chance.once(in: 4) ? WebSocketRole.client : .server
            let whole = read([bytes[...]], role)
            let cut = read(chance.pieces(of: bytes), role)
            #expect(cut.0 == whole.0 && cut.1 == whole.1, "seed \(seed)")
        }
    }

    @Test("random answers to a handshake mean the same wherever they are cut, and end the reading")
    func answers() {
        let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        let mutator = Mutator([Array(head.utf8), Array("HTTP/1.1 404 Not Found\r\nA: b\r\n\r\nbody".utf8)])
        for seed in FuzzSeeds(10_000) {
            var chance = SeededChance(seed: seed)
            let bytes = mutator.bytes(&chance)
            #expect(answer([bytes[...]]) == answer(chance.pieces(of: bytes)), "seed \(seed)")
        }
    }

    private func answer(_ pieces: [ArraySlice<UInt8>]) -> String {
        var reader = WebSocketHandshake.reader
        var text: String?
        var rest: [UInt8] = []
        for piece in pieces {
            if text != nil {
                rest += piece
                continue
            }
            var bytes = ArraySlice(Array(piece))
            do throws(HTTP.Failure) {
                if let (status, headers) = try reader.read(&bytes) {
                    text = "\(status) \(headers.fields.map { "\($0.name)=\($0.value)" })"
                    rest += bytes
                }
            } catch {
                return "\(error)"
            }
        }
        return "\(text ?? "not whole") \(rest)"
    }
}
