import Cycle
import CycleTesting
import Testing

@testable import CycleDrivers

@Suite("Bells and notifications of a terminal")
struct NotificationTests {
    typealias Notification = ConsoleDriver.Notification
    private let kitty = ["TERM": "xterm-kitty"]

    @Test("ring once for each change of the number, and not for the model before all others")
    func bells() async {
        let numbers = [0, 0, 1, 1, 3, 3, 2]
        let console = await drawnConsole(numbers.map { number in { $0.bell = number } }, ["TERM": "xterm"])
        #expect(console.terminal.bellCount == 3 && console.terminal.unknownCount == 0)
    }

    @Test("are sent once for each message, also the same one again, as the terminal shows them")
    func notifications() async {
        var build = Notification("Build", "failed; 3 errors")
        var posted: [Notification?] = [nil, build, build]
        build.post("Build", "failed; 3 errors")
        posted += [build, nil, .init("4;100"), .init("Süß 日本")]
        let changes = posted.map { one -> (inout ConsoleDriver.Model) -> Void in { $0.notification = one } }
        let expected: [([String: String], [Notification])] = [
            (kitty, [.init("Build", "failed; 3 errors"), .init("Build", "failed; 3 errors"), .init("4;100")]),
            (
                ["TERM": "foot"],
                [.init("Build", "failed, 3 errors"), .init("Build", "failed, 3 errors"), .init("4,100")]
            ),
            (
                ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
                [.init("Build: failed; 3 errors"), .init("Build: failed; 3 errors"), .init(" 4;100")]
            ),
        ]
        for (environment, shown) in expected {
            let console = await drawnConsole(changes, environment)
            #expect(console.terminal.notifications == shown + [.init("Süß 日本")])
            #expect(console.terminal.bellCount == 0 && console.terminal.unknownCount == 0)
        }
    }

    @Test("ring where a message may be printed or dropped, and say nothing in a pipe or on a dumb terminal")
    func conservative() async {
        let changes: [(inout ConsoleDriver.Model) -> Void] = [{ $0.notification = .init("a") }, { $0.bell = 1 }]
        let plain: [[String: String]] = [
            ["TERM": "xterm"], ["TERM": "linux"], ["TERM": "tmux-256color", "TMUX": "1", "TERM_PROGRAM": "tmux"],
            ["TERM": "xterm-kitty", "TMUX": "1"],
        ]
        for environment in plain {
            let console = await drawnConsole(changes, environment)
            #expect(console.terminal.bellCount == 2 && console.terminal.notifications.isEmpty)
            #expect(console.terminal.unknownCount == 0)
        }
        for console in [
            await drawnConsole(changes, isTerminal: false, kitty), await drawnConsole(changes, ["TERM": "dumb"]),
        ] {
            #expect(!console.output.contains("\u{7}") && !console.output.contains("\u{1b}"))
        }
    }

    @Test("have the bytes of their terminals, without what is no text")
    func bytes() {
        func bytes(_ title: String, _ body: String, _ notices: TerminalAbilities.Notices) -> String {
            var (waiting, model) = (WaitingNotices(), ConsoleDriver.Model())
            model.notification = .init(title, body)
            waiting.add(model)
            return String(decoding: waiting.take(notices), as: UTF8.self)
        }
        let (title, body) = ("a\u{1b}]52;c;eA==\u{7}b\u{9c};", "c\nd\u{202e}")
        #expect(bytes(title, body, .osc9) == "\u{1b}]9;ab;: c d\u{1b}\\")
        #expect(bytes(title, body, .osc777) == "\u{1b}]777;notify;ab,;c d\u{1b}\\")
        #expect(bytes("ab", "", .osc99) == "\u{1b}]99;i=1:e=1;YWI=\u{1b}\\")
        #expect(
            bytes(title, body, .osc99) == "\u{1b}]99;i=1:d=0:e=1;YWI7\u{1b}\\\u{1b}]99;i=1:p=body:e=1;YyBk\u{1b}\\")
        #expect(bytes(title, body, .bell) == "\u{7}")
        #expect(bytes("\u{1b}[31m", "\u{7}", .osc777) == "" && bytes("", "", .bell) == "")
        #expect(bytes("x", String(repeating: "y", count: 9_000), .osc777).utf8.count < 1_100)
    }

    @Test("wait for a terminal that takes nothing, the newest of many")
    func waiting() {
        var (waiting, model) = (WaitingNotices(), ConsoleDriver.Model())
        for number in 0..<100 {
            model.notification = .init("\(number)")
            waiting.add(model)
        }
        var terminal = SimulatedTerminal()
        terminal.write(waiting.take(.osc777))
        #expect(terminal.notifications.map(\.title) == (100 - WaitingNotices.limit..<100).map { "\($0)" })
        #expect(waiting.take(.osc777).isEmpty)
    }
}
