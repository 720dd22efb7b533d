import Cycle
import CycleMonitor
import CycleTesting
import TestSupport
import Testing

@testable import cycle_monitor

@Suite("Secrets in faults and crashes")
struct FaultSecretsTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Lines whose faults quote a name that holds a secret.
    private static let damaged = [
        #"{"seq":1,"time":0,"lens":"a","event":"b","effect":{"token=\#(PlantedSecrets.secret)":1,"token=\#(PlantedSecrets.secret)":2}}"#,
        #"{"seq":1,"time":0,"lens":"a","event":{"x":1,"https://bob:\#(PlantedSecrets.secret)@a/":1,"https://bob:\#(PlantedSecrets.secret)@a/":2},"effect":1}"#,
        #"{"seq":1,"time":0,"lens":"a","event":"b","effect":{"password":"\#(PlantedSecrets.secret)""#,
    ]

    private func recording() throws -> String {
        let text = SessionTests.recording("+x").jsonLines
        return try folder.file("run.jsonl", ([text] + Self.damaged.map { $0 + "\n" }).joined())
    }

    /// All that a command writes, on both outputs.
    private func written(_ arguments: [String]) -> String {
        var output = ""
        _ = Program(output: { output += $0 }, complaint: { output += $0 }).run(arguments)
        return output
    }

    @Test("a fault that quotes a secret leaves by no command, nor on standard error")
    func faults() throws {
        let path = try recording()
        let open = try Recording(path: path).faults
        #expect(open.count { $0.reason.contains(PlantedSecrets.secret) } == 2)
        let commands = SecretsTests.sharing.merging(["check": [], "list": [], "stats": []]) { $1 }
        for (command, arguments) in commands {
            let text = written([command, path] + arguments)
            #expect(!text.contains(PlantedSecrets.secret), "\(command): \(text)")
            #expect(text.contains("twice") || command == "redact", "\(command): \(text)")
        }
    }

    private struct Account: Equatable {
        var password = PlantedSecrets.secret
        var count = 0
    }

    /// An end by a mistake of the application.
    enum Mistake: CaseIterable, Codable { case endlessAnswers, endlessRule, frameInFilter }

    private static func make(_ mistake: Mistake) {
        let time = VirtualTime()
        let answering = ScriptedDriver<Account, String> { _ in ["token=\(PlantedSecrets.secret)"] }
        var latest: () -> Int = { 0 }
        let cycle = CycledLens(startingWith: Account(), answerLimit: 100) { frames in
            frames.lens(driver: answering, label: "login", frameFilter: { $0 }) { account, _ in
                account.count += 1
                if mistake == .frameInFilter { account.count = latest() }
            }
            if mistake == .endlessRule { frames.rule(onChangeOf: \.count, label: "counting") { $0.count += 1 } }
        }
        latest = { cycle.frame.count }
        cycle.start(on: time)
        cycle.drain()
    }

    @Test("a loop that is stopped for a mistake prints no frame and no event", .waiting, arguments: Mistake.allCases)
    func crash(_ mistake: Mistake) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            Self.make(mistake)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let message =
            switch mistake {
            case .endlessAnswers: "login answers its own answers"
            case .endlessRule: "there is still something to change"
            case .frameInFilter: "an event-filter reads the frame of its loop"
            }
        #expect(text.contains(message) && !text.contains(PlantedSecrets.secret), "\(text)")
    }
}
