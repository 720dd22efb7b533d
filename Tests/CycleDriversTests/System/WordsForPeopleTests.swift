import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("Words for people")
struct WordsForPeopleTests {
    @Test("a status says how a program ended, and names signals")
    func statuses() {
        let statuses: [ProgramStatus] = [
            .exited(0), .exited(3), .exited(126), .exited(127), .exited(128 + SIGKILL), .exited(255),
            .killed(signal: SIGTERM), .killed(signal: SIGSEGV), .killed(signal: SIGPIPE), .killed(signal: 99),
        ]
        #expect(
            statuses.map(\.reason) == [
                "ended well", "ended with code 3", "ended with code 126: it may not be started",
                "ended with code 127: a program does not exist", "ended with code 137: a program was ended by SIGKILL",
                "ended with code 255", "ended by SIGTERM", "crashed (SIGSEGV)", "ended by SIGPIPE",
                "ended by signal 99",
            ])
        #expect("\(ProgramStatus.exited(3))" == "exited(3)")
    }

    @Test("each failure of a program, a timer or a socket has a reason of its own, without the name of its case")
    func failures() {
        let processes: [ProcessFailure] = [
            .cannotStart(code: ENOENT), .cannotStart(code: EACCES), .cannotStart(code: EIO),
            .cannotStart(code: ENOEXEC), .exhausted(code: EAGAIN), .timeLimit, .tooMuchOutput, .unknownEnd,
            .stillRunning(pid: 7),
        ]
        let timers: [TimerFailure] = [
            .unknownZone(.named("Mars/Olympus")), .unknownZone(.system), .notAPeriod(.zero),
        ]
        let sockets: [SocketFailure] = [
            .unresolved, .refused, .unreachable, .reset, .timeLimit, .inUse, .notPermitted, .badAddress, .tooLong,
            .gone, .tls, .unreadable(path: "a"), .noTLS, .exhausted(code: EMFILE), .system(code: EIO),
        ]
        let reasons =
            processes.map { ($0.reason, "\($0)") } + timers.map { ($0.reason, "\($0)") }
            + sockets.map { ($0.reason, "\($0)") }
        #expect(Set(reasons.map(\.0)).count == reasons.count)
        for (reason, exact) in reasons {
            #expect(!reason.contains(exact.prefix { $0 != "(" }), "\(exact)")
        }
        #expect(timers[0].reason == "this machine knows no time zone Mars/Olympus; check its name")
    }

    @Test("a code of the system comes with what the system says of it, in each driver")
    func codes() {
        let reasons = [
            ProcessFailure.cannotStart(code: EIO).reason, SocketFailure.system(code: EIO).reason,
            PersistenceDriver.Failure.system(EIO).reason, ConsoleDriver.Failure.output(code: EIO).reason,
        ]
        for reason in reasons { #expect(reason.contains("nput/output error (error \(EIO))"), "\(reason)") }
        #expect(PersistenceDriver.Failure.system(EBUSY).reason.hasSuffix("mount its folder"))
    }

    @Test("a key of a character is that of its literal, and its modifiers are patterns")
    func keys() {
        typealias Key = ConsoleDriver.Key
        func words(_ key: Key) -> String {
            switch (key, key.modifiers, key.base) {
            case (.alt("x"), _, _): "alt-x alone"
            case (_, .alt, .character(let letter)): "alt and \(letter)"
            case (_, [.control, .shift], .up): "both and up"
            default: "\(key)"
            }
        }
        #expect("123".map { Key($0) } == ["1", "2", "3"])
        #expect(
            [Key.alt("x"), .alt("y"), .control(.shift(.up)), .up].map(words) == [
                "alt-x alone", "alt and y", "both and up", "up",
            ])
    }

    @Test("standard error takes whole lines, in order", .waiting)
    func standardError() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            StandardError.print("one")
            StandardError.print(String(repeating: "x", count: 1_000))
            exit(0)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("one\n" + String(repeating: "x", count: 1_000) + "\n"))
    }

    @Test("standard error takes the reason of an exit", .waiting)
    func exitsSaying() async throws {
        let result = try await #require(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
            StandardError.exit(3, "no such file")
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("no such file\n"))
    }
}
