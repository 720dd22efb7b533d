import CycleBase

extension ExplorationFailure {
    /// The timeline as a recording of CycleMonitor, whose frames are what each happening has changed: `cycle-monitor draw` makes a
    /// picture of it, `list` and `show` print it.
    ///
    /// Where `CYCLE_FAILURES` is set in the environment, each failure that fails a test is written there, in a file named after its law.
    /// ``Scenario/result(_:file:path:line:column:)`` only returns it.
    public var recording: String { Self.recording(from: start, lines) }

    /// A timeline as a recording.
    static func recording(from start: String, _ lines: [Line]) -> String {
        var rows = [#"{"format":"cycle-recording","version":2,"createdBy":"explore"}"#]
        var shown = start
        rows.append(#"{"seq":0,"time":0,"lens":"start","event":"start","effect":\#(shown.quotedJSON)}"#)
        for (index, line) in lines.enumerated() {
            if !line.changes.isEmpty { shown = line.changes.joined(separator: ", ") }
            let (lane, label) = (line.happening.lane.quotedJSON, line.happening.label.quotedJSON)
            let sender = line.sender.map { #","sender":\#($0.quotedJSON)"# } ?? ""
            let message = sender + (line.isLost ? #","lost":true"# : "")
            rows.append(
                #"{"seq":\#(index + 1),"time":0,"lens":\#(lane),"event":\#(label),"effect":\#(shown.quotedJSON)\#(message)}"#
            )
        }
        return rows.joined(separator: "\n") + "\n"
    }

    /// Writes the recording to the path that the environment names.
    ///
    /// - Returns: A sentence on how to use the recording; `nil` where the environment names no path.
    func save() -> String? {
        guard !lines.isEmpty, let folder = getenv("CYCLE_FAILURES") else { return nil }
        let path = "\(String(cString: folder))/\(functionName)-\(place.line).jsonl"
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(Array(recording.utf8), to: path, newMode: 0o666)
        } catch {
            return "\(error)"
        }
        return "picture: cycle-monitor draw \(path) > \(functionName).svg"
    }
}
