import CycleBase
import CycleDrivers
import Foundation
import TestSupport
import Testing

@testable import CycleNetwork

/// The session of one exchange over libcurl, without libcurl.
@Suite("CurlSession")
struct CurlSessionTests {
    @Test("an exchange gives back what it took, in the order in which it took it")
    func plain() throws {
        var world = try CurlWorld(Self.message())
        #expect(world.receive(.admitted(lookup: 7)) == [])
        #expect(world.receive(.handedOver(isLookingUp: true)) == [.begin])
        #expect(
            world.receive(.transfer(.connected(isStale: false)))
                == [.reportConnection, .endLookup(7, isFound: true, isGivenUp: false)])
        #expect(world.receive(Self.line("HTTP/1.1 200 OK")) == [])
        #expect(
            world.receive(Self.line(""))
                == [
                    .prepareBody(.init(framing: .connection, isGzip: false)), .giveHead(status: 200, [:]),
                ])
        #expect(world.receive(.transfer(.body(hasRoom: true, round: 1))) == [.decode])
        #expect(world.receive(.transfer(.finished(.complete(flaw: nil)))) == [.end(nil), .release])
        #expect(world.broken == nil)
    }

    @Test("a stale connection is left for another, and the response of that one counts")
    func stale() throws {
        var world = try CurlWorld(Self.message())
        _ = world.receive(.admitted(lookup: 7))
        _ = world.receive(.handedOver(isLookingUp: false))
        #expect(world.receive(.transfer(.connected(isStale: true))) == [])
        #expect(world.session.answer == .stop)
        #expect(world.receive(.transfer(.finished(.stopped))) == [.startAgain])
        #expect(world.receive(.transfer(.connected(isStale: false))) == [.reportConnection])
        #expect(world.receive(.transfer(.finished(.failed(.refused)))) == [.end(.refused), .release])
    }

    @Test("a body that the receiver has no room for waits in libcurl, and a failure on the way ends the exchange")
    func paused() throws {
        var world = try CurlWorld(Self.message())
        _ = world.receive(.admitted(lookup: 7))
        _ = world.receive(.handedOver(isLookingUp: false))
        _ = world.receive(.transfer(.connected(isStale: false)))
        for line in ["HTTP/1.1 200 OK", "Content-Length: 2", ""] { _ = world.receive(Self.line(line)) }
        _ = world.receive(.transfer(.body(hasRoom: false, round: 1)))
        #expect(world.session.answer == .pause)
        #expect(world.receive(.transfer(.roomMade)) == [.resume])
        _ = world.receive(.transfer(.refused(.tooLarge)))
        #expect(world.receive(.transfer(.resumed)) == [.end(.tooLarge), .release])
    }

    @Test("a flood of small pieces leaves the thread to others after 256 of them")
    func flood() throws {
        var world = try CurlWorld(Self.message())
        _ = world.receive(.admitted(lookup: 7))
        _ = world.receive(.handedOver(isLookingUp: false))
        for line in ["HTTP/1.1 200 OK", ""] { _ = world.receive(Self.line(line)) }
        for _ in 0..<256 { #expect(world.receive(.transfer(.body(hasRoom: true, round: 1))) == [.decode]) }
        #expect(world.receive(.transfer(.body(hasRoom: true, round: 1))) == [.letOthersFirst])
        _ = world.receive(.transfer(.roomMade))
        #expect(world.receive(.transfer(.body(hasRoom: true, round: 2))) == [.decode])
    }

    @Test("all orders of eight inputs give back what was taken, and end once")
    func allOrders() throws {
        let starts = [try CurlWorld(Self.message()), try CurlWorld(Self.message(.bytes([1])))]
        let seen = TestSupport.allOrders(
            from: starts, depth: 8, of: { world in world.possible + Self.inputs }
        ) { world, input in
            _ = world.receive(input)
        } check: { world, input, _ in
            #expect(world.broken == nil, "after \(input)")
        }
        #expect(seen.count > 500)
    }

    @Test("random inputs, then a cancel: nothing is left")
    func randomInputs() throws {
        let seedCount = TestSupport.seedCount(20)
        for seed in 0..<seedCount * 50 {
            var random = SplitMix64(seed: seed)
            var world = try CurlWorld(Self.message(Bool.random(using: &random) ? .bytes([1]) : .none))
            for _ in 0..<30 {
                let isOwn = world.possible.isEmpty || Int.random(in: 0..<4, using: &random) > 0
                if let input = (isOwn ? Self.inputs : world.possible).randomElement(using: &random) {
                    world.receive(input)
                }
            }
            world.receive(.cancelled)
            #expect(world.broken == nil && world.hasNothing, "seed \(seed)")
        }
    }

    private static func message(_ body: HTTP.Body = .none) throws -> HTTP.Message {
        HTTP.Message(method: body == .none ? .get : .put, address: try #require(HTTP.Address("http://a/")), body: body)
    }

    private static func line(_ text: String, isEarly: Bool = false) -> CurlSession.Input {
        .transfer(.header([UInt8]((text + "\r\n").utf8), isEarly: isEarly))
    }

    /// The inputs that a shell may have at any time. The session ignores those that come late.
    private static let inputs: [CurlSession.Input] =
        [
            line("HTTP/1.1 200 OK"), line("Content-Length: 1"), line("Content-Encoding: br"), line(""), line("\u{0}"),
            line("HTTP/1.1 200 OK", isEarly: true), .addressFound, .cancelled,
        ]
        + [
            .connected(isStale: false), .connected(isStale: true), .body(hasRoom: true, round: 1),
            .body(hasRoom: false, round: 1), .heldBack, .bodyIsWhole, .refused(.tooLarge), .roomMade, .resumed,
            .finished(.complete(flaw: nil)), .finished(.complete(flaw: .disconnected)), .finished(.stopped),
            .finished(.failed(.refused)),
        ].map { .transfer($0) }
}

/// A session, and what it has taken from the thread of libcurl.
private struct CurlWorld: Hashable {
    var session: CurlSession
    private(set) var broken: String?
    private var isAdmitted = false
    private var lookup: Int?
    private var hasBegun = false
    private var hasHandle = false
    private var hasEnded = false
    private var hasHead = false

    init(_ message: HTTP.Message) throws {
        session = CurlSession(message, headerLimit: 1_000, canDecodeGzip: true)
    }

    var hasNothing: Bool { lookup == nil && !hasHandle }

    /// The inputs that only the thread has, each at its time.
    var possible: [CurlSession.Input] {
        guard !hasEnded else { return [] }
        guard isAdmitted else { return [.admitted(lookup: 7)] }
        guard hasBegun else { return [.handedOver(isLookingUp: true), .handedOver(isLookingUp: false)] }
        return hasHandle ? [.failed(.exhausted(.memory))] : []
    }

    @discardableResult
    mutating func receive(_ input: CurlSession.Input) -> [CurlSession.Action] {
        switch input {
        case .admitted(let number): (isAdmitted, lookup) = (true, number)
        case .handedOver(isLookingUp: false): lookup = nil
        case .handedOver, .addressFound, .failed, .transfer, .cancelled: break
        }
        let wasOver = session.state == .over
        var actions: [CurlSession.Action] = []
        session.receive(input, at: .zero, into: &actions)
        if !session.isWhole { broken = "inconsistent after \(input)" }
        if wasOver, !actions.isEmpty { broken = "an action after the end" }
        for action in actions { check(action) }
        if session.state == .over, !hasNothing { broken = "something is left" }
        return actions
    }

    private mutating func check(_ action: CurlSession.Action) {
        switch action {
        case .begin:
            if !isAdmitted || hasBegun { broken = "a transfer before its time" }
            (hasBegun, hasHandle) = (true, true)
        case .startAgain, .resume, .decode, .letOthersFirst, .finishEarly, .prepareBody:
            if !hasHandle { broken = "\(action) without a handle" }
        case .reportConnection: if hasEnded { broken = "a connection after the end" }
        case .giveHead:
            if hasEnded { broken = "a head after the end" }
            hasHead = true
        case .endLookup(let number, _, _):
            if lookup != number { broken = "a lookup ends twice" }
            lookup = nil
        case .release: hasHandle = false
        case .end, .discard:
            if hasEnded { broken = "two ends" }
            if action == .end(nil), !hasHead { broken = "a response without a head" }
            hasEnded = true
        }
    }
}
