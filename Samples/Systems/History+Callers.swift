package import CycleExplore
package import CycleMonitor

/// The calls that a turn of a client has made, and the answers that it has brought.
package func events<Client: Caller>(
    of name: String, _ before: Client?, _ after: Client
) -> [HistoryEvent<String, String>] {
    if after.problem != nil { return before?.problem == nil ? [.lost(by: name)] : [] }
    let answers = after.answers.dropFirst(before?.answers.count ?? 0)
    if before != nil, answers.isEmpty { return [] }
    return answers.map { .answer($0, to: name) } + (after.call.map { [.call($0, by: name)] } ?? [])
}

/// A recording that says too little of its client.
package struct UnfitRecording: Error, CustomStringConvertible {
    package let description: String
}

/// The calls and answers of clients, by their recordings. A client that was killed has made the call that its last frame waits for.
package func history<Client: Caller>(
    of recordings: [(name: String, recording: Recording)], by client: Client.Type
) throws -> History<String, String> {
    var history = History<String, String>()
    for (name, recording) in recordings {
        if let fault = recording.faults.first(where: { !$0.isTorn }) {
            throw UnfitRecording(description: "\(name): \(fault): record the client again")
        }
        if recording.moments.first?.isStart == false {
            throw UnfitRecording(description: "\(name) has lost its beginning: record a client that makes fewer calls")
        }
        var before: Client?
        for moment in recording.moments {
            guard let time = moment.wallTime else {
                throw UnfitRecording(description: "\(name) has no times of day: record a client that runs in real time")
            }
            let after: Client
            do { after = try moment.effect.decoded() } catch {
                throw UnfitRecording(description: "\(name) is no recording of a client of a register: name those only")
            }
            for event in events(of: name, before, after) { try history.append(event, at: time) }
            before = after
        }
    }
    return history
}
