import CycleBase
import CycleDrivers
import Foundation
import TestSupport
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

/// The session of one response, without a transport.
@Suite("ResponseSession")
struct ResponseSessionTests {
    private typealias Session = ResponseSession

    @Test("an exchange that waited says so, and begins when a place is free")
    func queued() throws {
        var world = try ResponseWorld(.whole)
        #expect(world.receive(.entered(.queued(3), hasWaited: false)) == [])
        #expect(world.receive(.head(status: 200, [:])) == [])
        #expect(world.receive(.othersAdmitted) == [.report(.waiting)])
        #expect(world.session.place == .queued(3))
        #expect(world.receive(.admitted) == [.report(.begun)])
        #expect(world.session.place == .running)
        #expect(world.receive(.ended(failure: .refused)) == [.report(.failed(.refused))])
        #expect(world.session.place == nil && world.broken == nil)
    }

    @Test("an exchange that another one let pass at once reports no wait, and no end of one")
    func passed() throws {
        var world = try ResponseWorld(.whole)
        _ = world.receive(.entered(.queued(3), hasWaited: false))
        #expect(world.receive(.admitted) == [])
        #expect(world.receive(.othersAdmitted) == [])
    }

    @Test("a body in memory is reported with the end, a streamed one in pieces")
    func destinations() throws {
        var whole = try ResponseWorld(.whole)
        _ = whole.receive(.entered(.running, hasWaited: false))
        #expect(
            whole.receive(.head(status: 200, ["Content-Length": "3"]))
                == [.report(.head(status: 200, ["Content-Length": "3"])), .reserve(byteCount: 3)])
        whole.passTime(.milliseconds(2))
        #expect(whole.receive(.bytes(count: 3)) == [.append, .report(.received(byteCount: 3))])
        #expect(whole.receive(.ended(failure: nil)) == [.reportBody(byteCount: 3)])
        var streamed = try ResponseWorld(.streamed)
        _ = streamed.receive(.entered(.running, hasWaited: false))
        _ = streamed.receive(.head(status: 200, [:]))
        #expect(streamed.receive(.bytes(count: 3)) == [.gather(byteCount: 3), .append])
        #expect(streamed.receive(.bytes(count: Session.pieceSize)) == [.append, .reportPiece])
        #expect(streamed.receive(.bytes(count: 1)) == [.gather(byteCount: 1), .append])
        #expect(streamed.receive(.ended(failure: .disconnected)) == [.reportPiece, .report(.failed(.disconnected))])
    }

    @Test("tells how much has come no more often than the request wants")
    func reports() throws {
        var world = try ResponseWorld(.whole)
        _ = world.receive(.entered(.running, hasWaited: false))
        _ = world.receive(.head(status: 200, [:]))
        world.passTime(.milliseconds(2))
        #expect(world.receive(.bytes(count: 1)) == [.append, .report(.received(byteCount: 1))])
        #expect(world.receive(.bytes(count: 1)) == [.append])
        world.passTime(.milliseconds(2))
        #expect(world.receive(.bytes(count: 1)) == [.append, .report(.received(byteCount: 3))])
    }

    @Test("pieces of a stream have no room while they are held, and a head and a body in memory have")
    func held() throws {
        for delivery in [HTTP.Delivery.streamed, .whole] {
            var world = try ResponseWorld(delivery)
            _ = world.receive(.entered(.running, hasWaited: false))
            _ = world.receive(.held(true))
            #expect(world.session.hasRoom)
            _ = world.receive(.head(status: 200, [:]))
            #expect(world.session.hasRoom == (delivery == .whole))
            _ = world.receive(.acknowledged(1))
            #expect(world.session.hasMuchRoom == (delivery == .whole))
            _ = world.receive(.held(false))
            #expect(world.session.hasRoom && world.session.hasMuchRoom)
        }
    }

    @Test("a part that ends too early is a failure of the file, and one that does not end is refused")
    func parts() throws {
        let headers: HTTP.Headers = ["Content-Range": "bytes 2-5/6"]
        for isTooLong in [false, true] {
            var world = try ResponseWorld(.file(path: "/f"))
            _ = world.receive(.entered(.running, hasWaited: false))
            #expect(world.receive(.head(status: 206, headers)) == [.beginFile(status: 206, headers)])
            #expect(
                world.receive(.fileBegun(byteCount: 2))
                    == [.report(.head(status: 206, headers)), .sendReports, .report(.received(byteCount: 2))])
            if isTooLong {
                #expect(world.receive(.bytes(count: 5)) == [.refuse(.malformed(.response))])
            } else {
                #expect(world.receive(.bytes(count: 3)) == [.gather(byteCount: 3), .append])
                #expect(world.receive(.ended(failure: nil)) == [.write, .failFile(.disconnected)])
            }
            #expect(world.broken == nil)
        }
    }

    @Test("all orders of seven inputs end once, drop the file once, and lose no byte")
    func allOrders() throws {
        let starts = try ResponseWorld.starts()
        let seen = TestSupport.allOrders(from: starts, depth: 7, of: \.possible) { world, input in
            world.receive(input)
        } check: { world, input, _ in
            #expect(world.broken == nil, "after \(input)")
        }
        #expect(seen.count > 1_000)
    }

    @Test("random inputs, then a cancel: nothing is left")
    func randomInputs() throws {
        let seedCount = TestSupport.seedCount(20)
        for seed in 0..<seedCount * 50 {
            var random = SplitMix64(seed: seed)
            var world = try #require(try ResponseWorld.starts().randomElement(using: &random))
            for _ in 0..<60 {
                world.passTime(.milliseconds(Int.random(in: 0...3, using: &random)))
                if let input = world.possible.randomElement(using: &random) { world.receive(input) }
            }
            world.receive(.cancelled)
            #expect(world.broken == nil, "seed \(seed)")
            #expect(world.session.place == nil, "seed \(seed)")
        }
    }
}

/// A session, and what its shell holds.
private struct ResponseWorld: Hashable {
    private enum File: Hashable {
        case none, new, open, gone
    }

    private(set) var session: ResponseSession
    private(set) var broken: String?
    private var file: File
    private var now = Duration.zero
    /// The bytes that the shell holds, and all that went on.
    private var (heldCount, sentCount, takenCount) = (0, 0, 0)
    private var bytesAtHand = 0
    private var waitingCount = 0
    private var hasEnded = false
    private var hasFailed = false
    private var isGathering = false
    private var isReported = false

    init(_ delivery: HTTP.Delivery) throws {
        let message = HTTP.Message(
            address: try #require(HTTP.Address("http://a/")), delivery: delivery, bodyLimit: 200_000,
            reportInterval: .milliseconds(2))
        if case .file = delivery { file = .new } else { file = .none }
        session = ResponseSession(message, hasFile: file == .new, at: .milliseconds(-2))
    }

    static func starts() throws -> [ResponseWorld] {
        [try ResponseWorld(.whole), try ResponseWorld(.streamed), try ResponseWorld(.file(path: "/f"))]
    }

    mutating func passTime(_ duration: Duration) { now += duration }

    /// What a transport may do, at any time.
    var possible: [ResponseSession.Input] {
        [
            .entered(.running, hasWaited: false), .entered(.queued(1), hasWaited: true), .othersAdmitted, .admitted,
            .connected, .sent(byteCount: 1, isAll: false), .sent(byteCount: 2, isAll: true), .head(status: 200, [:]),
            .head(status: 416, [:]), .head(status: 206, ["Content-Range": "bytes 2-40000/40001"]),
            .bytes(count: 0), .bytes(count: 39_999), .bytes(count: 70_000), .sending, .ended(failure: nil),
            .ended(failure: .disconnected), .cancelled, .acknowledged(1), .acknowledged(20),
            .held(true), .held(false),
        ] + (file == .open ? [.fileBegun(byteCount: 0), .fileBegun(byteCount: 2)] : [])
    }

    @discardableResult
    mutating func receive(_ input: ResponseSession.Input) -> [ResponseSession.Action] {
        if case .bytes(let count) = input { bytesAtHand = count }
        if case .acknowledged(let count) = input { waitingCount = max(0, waitingCount - count) }
        let wasOver = session.state == .over
        var actions: [ResponseSession.Action] = []
        session.receive(input, at: now, into: &actions)
        if !session.isWhole { broken = "inconsistent after \(input)" }
        bytesAtHand = actions.contains(.append) ? bytesAtHand : 0
        if wasOver, !actions.isEmpty { broken = "an action after the end" }
        for action in actions { check(action) }
        if session.state == .over { checkEnd(isCancelled: input == .cancelled) }
        return actions
    }

    private mutating func check(_ action: ResponseSession.Action) {
        if hasEnded { broken = "\(action) after the end" }
        switch action {
        case .report(let event), .reportInTime(let event): check(event)
        case .sendReports, .reserve, .refuse: break
        case .gather: isGathering = true
        case .append:
            heldCount += bytesAtHand
            takenCount += bytesAtHand
        case .reportPiece, .write:
            if heldCount == 0 { broken = "an empty piece" }
            if action == .write, file != .open { broken = "bytes for a file that is not open" }
            if action == .reportPiece { waitingCount += 1 }
            (sentCount, heldCount) = (sentCount + heldCount, 0)
        case .reportBody:
            (sentCount, heldCount, hasEnded) = (sentCount + heldCount, 0, true)
        case .beginFile:
            if file != .new { broken = "a file is opened twice" }
            file = .open
        case .finishFile, .failFile:
            if file != .open { broken = "\(action) of no open file" }
            (file, hasEnded) = (.gone, true)
        case .cancelFile, .discardFile:
            if file != .new, file != .open { broken = "a file is dropped twice" }
            file = .gone
        }
    }

    private mutating func check(_ event: Exchange.Event) {
        switch event {
        case .waiting: isReported = true
        case .begun: if !isReported, session.place == nil { broken = "the end of no wait" }
        case .failed: (hasEnded, hasFailed) = (true, true)
        case .end: hasEnded = true
        case .sent, .received:
            waitingCount += 1
            if event == .sent(byteCount: 1), waitingCount > ResponseSession.bound { broken = "a flood of numbers" }
        case .connected, .head, .piece, .storing: break
        }
    }

    private mutating func checkEnd(isCancelled: Bool) {
        if !hasEnded, !isCancelled { broken = "no end" }
        hasEnded = true
        // A failure reports no part of a body in memory; what was gathered is sent first.
        if !isCancelled, isGathering || !hasFailed, sentCount != takenCount { broken = "bytes are lost" }
        (heldCount, sentCount, takenCount) = (0, 0, 0)
        if file == .new || file == .open { broken = "a file is left" }
    }
}
