import Testing

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
        let other = SettingsPlace(of: "tasks", ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"])
        #expect(other.root == "/etc/ada" && other.folder == "tasks")
    }
}
