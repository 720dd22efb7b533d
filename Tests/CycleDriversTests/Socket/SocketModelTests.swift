import CycleDrivers
import Foundation
import Testing

@Suite("The model of sockets")
struct SocketModelTests {
    typealias Socket = SocketDriver<Int>.Socket

    private static let unusual: [Socket] = {
        var patient = Socket.connect(1, to: .host("a", port: 7), output: .init(["x"], from: 2, isComplete: true))
        patient.limit = nil
        var open = Socket.listen(2, at: .path("/run/a.sock"))
        (open.mode, open.isEnding) = (0o666, true)
        var datagrams = Socket.datagrams(3, at: .host("", port: 0), output: .init([.init("y", to: .path("b"))]))
        datagrams.isPaused = true
        return [patient, open, datagrams]
    }()

    @Test("a socket takes at most 72 bytes, as a model may hold ten thousand")
    func size() {
        #expect(MemoryLayout<Socket>.stride <= 72)
    }

    @Test("fields that few sockets set are kept by each copy, and count in comparisons")
    func rareFields() {
        let usual = Socket.listen(1, at: .path("/run/a.sock"))
        var other = usual
        other.mode = 0o666
        other.limit = .seconds(1)
        #expect(other != usual && usual.mode == 0o600 && usual.limit == .seconds(30))
        #expect(other.mode == 0o666 && other.limit == .seconds(1) && other.datagrams == .init())
        (other.mode, other.limit) = (0o600, .seconds(30))
        #expect(other == usual && other.hashValue == usual.hashValue)
    }

    @Test("the port of an address is digits alone", arguments: ["a:+80", "a:-0", "a: 80", "a:", "[::1]:+80"])
    func ports(_ text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test("the JSON of a socket has all its fields, and is read again")
    func json() throws {
        let data = try JSONEncoder().encode(Self.unusual)
        #expect(try JSONDecoder().decode([Socket].self, from: data) == Self.unusual)
        let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let fields = ["datagrams", "id", "isEnding", "isPaused", "limit", "mode", "output", "place"]
        #expect(objects.map { $0.keys.sorted() } == [fields.filter { $0 != "limit" }, fields, fields])
    }
}
