import Cycle
import CycleDrivers
import Foundation
import Testing

struct Options: Equatable {
    var folder = "."
    var isAskingForHelp = false

    /// `nil` where a word is wrong.
    init?(_ words: [String]) {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "-h", "--help": isAskingForHelp = true
            case "--folder":
                guard let value = words.popFirst() else { return nil }
                folder = value
            default: return nil
            }
        }
    }
}

struct SettingsPlace: Equatable {
    var root: String
    var folder: String

    init(of program: String, _ environment: [String: String]) {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            (root, self.folder) = (folder, program)
        } else {
            (root, self.folder) = (environment["HOME"] ?? ".", ".config/\(program)")
        }
    }
}

@Suite("Cookbook: arguments, settings and exit codes")
struct CommandLineTests {
    @Test("settings are where the user has them")
    func settings() {
        let place = SettingsPlace(of: "tasks", ["HOME": "/home/ada", "XDG_CONFIG_HOME": ""])
        #expect(place.root == "/home/ada" && place.folder == ".config/tasks")
        #expect(Options(["--folder", "/tmp"])?.folder == "/tmp")
        #expect(Options(["--folder"]) == nil && Options(["--unknown"]) == nil)
        let other = SettingsPlace(of: "tasks", ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"])
        #expect(other.root == "/etc/ada" && other.folder == "tasks")
        #expect(Options(["-h"])?.isAskingForHelp == true && Options([])?.folder == ".")
    }

    struct Todo: Equatable {
        var isDone = false
        var problem: String?
    }

    func todo(in folder: String) -> CycledLens<some Any, Todo> {
        CycledLens(startingWith: Todo()) { frames in
            frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { _ in .files(.read("todo.json")) })
        }
    }

    /// Compiled, not run: it would end the tests.
    private func run() async {
        let usage = "usage: tasks [--folder PATH]"
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            StandardError.exit(2, usage)
        }
        if options.isAskingForHelp {
            print(usage)
            StandardError.exit(0)
        }
        let last = await todo(in: options.folder).run(until: \.isDone)
        if let problem = last.problem {
            StandardError.exit(1, "tasks: \(problem)")
        }
    }
}
