import Cycle
import CycleDrivers
import CycleNetwork
import CycleURLSession
import Foundation
import Testing

#if os(Linux)
    extension Loopback {
        /// Why `.automatic` is libcurl here. Each misbehaviour in a process of its own, for some end it: a minute in all.
        ///
        ///     CYCLE_NETWORK_URLSESSION=1 swift test --filter URLSessionHostileTests
        @Suite(
            "A hostile server and URLSession",
            .enabled(if: ProcessInfo.processInfo.environment["CYCLE_NETWORK_URLSESSION"] != nil))
        struct URLSessionHostileTests {
            enum Fate: Int32 {
                /// The outcome is that of libcurl, in time.
                case obeys = 0
                /// There is another outcome, in time.
                case differs = 10
                /// There is no outcome.
                case hangs = 11
                /// The outcome came in time, but a run does not end for seconds more: the session's one queue is busy.
                case lingers = 12
                /// That, but not always.
                case mayLinger = 1
                /// The process has ended.
                case dies = 4

                var condition: ExitTest.Condition {
                    switch self {
                    case .dies: .signal(rawValue)
                    case .mayLinger: .success
                    default: .exitCode(rawValue)
                    }
                }
            }

            /// Of Swift 6.3; what is not here obeys.
            static let fates: [String: Fate] = [
                "status without a reason": .differs,
                "line breaks without carriage return": .differs,
                "bytes that are not UTF-8 in a header": .differs,
                "27,000 headers": .lingers,
                "no blank line after the header": .dies,
                "a header cut in its middle": .dies,
                "a status line and nothing more": .dies,
                "the largest length there is": .dies,
                "a trailer": .dies,
                "trailers for ever": .lingers,
                "chunks of one byte for ever": .lingers,
                "gzip cut in its middle": .differs,
                "an encoding nobody asked for": .differs,
                "a redirect to nonsense": .differs,
                "a redirect without a place": .differs,
                "a redirect with a body for ever": .lingers,
                "a body for ever": .mayLinger,
                "a streamed body for ever": .mayLinger,
            ]

            @Test("a thousand at once, and cancels at any time, are survived")
            func crowds() async {
                await #expect(processExitsWith: .success) {
                    await CrowdTests.thousandAtOnce(.urlSession)
                    await CrowdTests.cancelStorm(.urlSession)
                }
            }

            @Test("answers damaged at random end the process")
            func mutations() async {
                await #expect(processExitsWith: Fate.dies.condition) { await CrowdTests.mutations(.urlSession) }
            }

            @Test("many sessions, one after the other, are survived")
            func sessions() async {
                await #expect(processExitsWith: .success) {
                    let server = LoopbackServer.echo()
                    defer { server.stop() }
                    for _ in 0..<500 {
                        #expect(
                            await outcome(of: .init(id: 1, get: server.url()), .urlSession)?.response?.status == 200)
                    }
                }
            }

            @Test("ends as is known", arguments: Misbehaviour.all.indices)
            func fate(_ index: Int) async {
                let name = Misbehaviour.all[index].name
                await #expect(processExitsWith: Self.fates[name, default: .obeys].condition, "\(name)") { [index] in
                    let misbehaviour = Misbehaviour.all[index]
                    let server = LoopbackServer { connection in
                        if misbehaviour.readsRequest { _ = connection.request() }
                        misbehaviour.serve(connection)
                    }
                    var first = Outcomes(requests: [
                        .init(
                            id: 1, .get, server.url(), delivery: misbehaviour.delivery,
                            timeOuts: .init(connect: .seconds(3), idle: .seconds(2), total: .seconds(4)),
                            byteLimit: 1 << 20)
                    ])
                    let log = Log()
                    first.isChanging = { frame in if frame.ends[1] != nil { log.append("outcome") } }
                    // The run does not end before the transport is gone.
                    let watchdog = DispatchSource.makeTimerSource(queue: .global())
                    let lingering = Self.fates[misbehaviour.name] == .mayLinger ? Fate.obeys : .lingers
                    watchdog.setEventHandler { exit((log.lines.isEmpty ? Fate.hangs : lingering).rawValue) }
                    watchdog.schedule(deadline: .now() + 10)
                    watchdog.resume()
                    let last = await outcomes(from: first, .init(transport: .urlSession))
                    exit((misbehaviour.expectation.allows(last[1]) ? Fate.obeys : .differs).rawValue)
                }
            }
        }
    }
#endif
