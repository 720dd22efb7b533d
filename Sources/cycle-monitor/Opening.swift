import CycleBase
import CycleDrivers
import CycleInspector
import CycleMonitor

// `cycle-monitor FILE`: the monitor on a terminal.
extension Program {
    /// The file that is to be opened on a terminal; `nil` where a command is to be obeyed.
    func openedFile(_ arguments: [String]) -> String? {
        if arguments.first == "open", arguments.count == 2 { return arguments[1] }
        guard arguments.count == 1, let word = arguments.first, isFile(word) else { return nil }
        return word
    }

    /// Whether a word is the path of a file, and neither a command nor an option.
    func isFile(_ word: String) -> Bool { !word.begins(with: "-") && word.utf8.contains { "/.".utf8.contains($0) } }

    func inspect(_ path: String) async -> Int32 {
        let moments: any InspectedMoments
        do {
            moments = try self.moments(of: path)
        } catch {
            complain("\(error)")
            return 1
        }
        await inspector(of: moments, named: .recording(path: path)).run(until: \.isDone)
        return 0
    }

    /// Those of a recording, or of a session that CycleMonitor, the ancestor, has saved.
    private func moments(of path: String) throws(RecordingError) -> any InspectedMoments {
        do throws(RecordingError) {
            return try IndexedRecording(path: path)
        } catch {
            guard error.problem == .notARecording else { throw error }
            do throws(RecordingError) {
                return MomentList(try MonitorSession(ofCycleMonitorAt: path))
            } catch let other {
                throw other.problem == .notARecording ? error : other
            }
        }
    }
}

// `cycle-monitor live SOCKET`: a program that runs.
extension Program {
    /// The socket that is to be opened on a terminal.
    func openedSocket(_ arguments: [String]) -> String? {
        arguments.first == "live" && arguments.count == 2 && !arguments[1].hasPrefix("-") ? arguments[1] : nil
    }

    func inspectLive(_ path: String) async -> Int32 {
        let last = await liveInspector(at: path).run(until: \.isDone)
        guard let problem = last.problem else { return 0 }
        complain(problem)
        return 1
    }

    /// In a pipe: the lines of the program, as a recording.
    func follow(_ words: [String]) throws {
        let path = try CommandLineArguments(words, valued: [], flags: []).words("SOCKET")[0]
        do {
            try LiveLines.forEach(at: path) { output($0 + "\n") }
        } catch {
            throw Failure(reason: "\(path): \(error)")
        }
    }
}
