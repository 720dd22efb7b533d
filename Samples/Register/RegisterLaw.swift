import CycleExplore
import CycleMonitor

/// A number that is read and written, one call at a time: clients of a register must not be able to tell it from that.
struct OneNumber: SequentialModel {
    let start = 0

    func state(after state: Int, _ call: String, answered answer: String?) -> Int? {
        if let number = call.split(separator: " ").last.flatMap({ Int($0) }) { return number }
        return answer == nil || answer == "\(state)" ? state : nil
    }
}

/// The calls that a turn of a client has made, and the answers that it has brought.
func events(
    of name: String, _ before: RegisterClient?, _ after: RegisterClient
) -> [HistoryEvent<String, String>] {
    if after.problem != nil { return before?.problem == nil ? [.lost(by: name)] : [] }
    let answers = after.answers.dropFirst(before?.answers.count ?? 0)
    if before != nil, answers.isEmpty { return [] }
    return answers.map { .answer($0, to: name) } + (after.call.map { [.call($0, by: name)] } ?? [])
}

/// A recording that says too little of its client.
struct UnfitRecording: Error, CustomStringConvertible {
    let description: String
}

/// The calls and answers of clients, by their recordings. A client that was killed has made the call that its last frame waits for.
func history(of recordings: [(name: String, recording: Recording)]) throws -> History<String, String> {
    var history = History<String, String>()
    for (name, recording) in recordings {
        if let fault = recording.faults.first(where: { !$0.isTorn }) {
            throw UnfitRecording(description: "\(name): \(fault): record the client again")
        }
        if recording.moments.first?.isStart == false {
            throw UnfitRecording(description: "\(name) has lost its beginning: record a client that makes fewer calls")
        }
        var before: RegisterClient?
        for moment in recording.moments {
            guard let time = moment.wallTime else {
                throw UnfitRecording(description: "\(name) has no times of day: record a client that runs in real time")
            }
            let after: RegisterClient
            do { after = try moment.effect.decoded() } catch {
                throw UnfitRecording(description: "\(name) is no recording of a client of a register: name those only")
            }
            for event in events(of: name, before, after) { try history.append(event, at: time) }
            before = after
        }
    }
    return history
}
