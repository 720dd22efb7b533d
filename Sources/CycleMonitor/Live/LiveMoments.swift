import CycleBase

/// The moments that a running program has reported, made of its lines.
package final class LiveMoments: RenderedMoments {
    private var list = MomentList(Recording(header: RecordingHeader(createdBy: ""), moments: []))
    private var reader = LineReader(limits: RecordingLimits())
    private var lineCount = 0
    /// The program's name, from its header.
    package private(set) var program: String?
    /// The answers to commands, and what was lost, in words.
    package private(set) var answers: [String] = []
    /// The models of drivers, as far as the program was asked, by the numbers of moments.
    private var models: [Int: [String: RecordedValue]] = [:]
    package private(set) var faults: [Recording.Fault] = []
    /// Whether the last pause has ended by itself.
    package private(set) var hasResumed = false
    /// Whether the program's drivers do not run.
    package private(set) var isSilent = false

    package init() {}

    /// Reads the lines that are new.
    ///
    /// - Parameter lines: All lines so far: those that were there before, and more.
    package func take(_ lines: [String]) {
        if lines.count < lineCount { forget() }
        for line in lines.dropFirst(lineCount) {
            lineCount += 1
            do throws(JSONParser.Flaw) { try take(try JSONParser.parse(Array(line.utf8))) } catch {
                faults.append(Recording.Fault(line: lineCount, reason: error.reason))
            }
        }
    }

    /// Another run has begun.
    private func forget() {
        list = MomentList(Recording(header: RecordingHeader(createdBy: ""), moments: []))
        reader = LineReader(limits: RecordingLimits())
        (lineCount, program, answers, faults, hasResumed, isSilent, models) = (0, nil, [], [], false, false, [:])
    }

    private func take(_ line: JSON) throws(JSONParser.Flaw) {
        if line["format"] != nil {
            program = line["createdBy"]?.string
        } else if let count = line["lost"]?.integer {
            answers.append("\(count) moments were lost: more than may wait for a monitor")
        } else if let count = line["resumed"]?.integer {
            hasResumed = true
            answers.append("the program goes on: \(count) events waited for it")
        } else if case .bool(let isSilent)? = line["silent"] {
            self.isSilent = isSilent
            answers.append(isSilent ? "drivers are silent: nothing happens to the world" : "drivers run again")
        } else if let word = line["ok"]?.string {
            hasResumed = hasResumed && word != "pause"
            answers.append("\(word): done")
        } else if case .object(let wants)? = line["wants"], let number = line["moment"]?.integer {
            models[number] = Dictionary(wants.map { ($0.key, RecordedValue($0.value)) }) { $1 }
        } else if let reason = line["error"]?.string {
            answers.append(reason)
        } else {
            list.append(try reader.moment(line))
        }
    }

    package var count: Int { list.count }
    package var lenses: [String] { list.lenses }
    package func summary(at index: Int) -> MomentSummary { list.summary(at: index) }
    package func moment(at index: Int) throws(Recording.Fault) -> RecordedMoment { list.moment(at: index) }

    package func models(after index: Int) -> [String: RecordedValue]? {
        list.moments.indices.contains(index) ? models[list.moments[index].number] : nil
    }

    package func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int] {
        list.moments(touching: place, in: range)
    }

    package func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int? {
        list.index(of: text, in: range, isBackward: isBackward)
    }
}

/// The lines of a running program, for programs without a loop.
public enum LiveLines {
    /// Connects, and calls `body` with each line until the program ends.
    ///
    /// - Parameters:
    ///   - path: The socket.
    ///   - body: Is called with each line, without its end.
    public static func forEach(at path: String, _ body: (String) -> Void) throws(LiveError) {
        let file = try LocalSocket.connect(to: path)
        defer { Descriptors.close(file) }
        LocalSocket.setBlocking(file)
        LocalSocket.readLines(from: file) { $0.forEach(body) }
    }
}
