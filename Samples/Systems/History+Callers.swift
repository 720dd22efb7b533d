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

extension Recording {
    /// The frames of a program that was recorded while it was deployed, each with its time of day, in their order.
    ///
    /// - Parameters:
    ///   - name: The name of the recording, for errors.
    ///   - frame: The type of the program's frame.
    package func frames<Frame: Decodable>(
        of name: String, as frame: Frame.Type
    ) throws -> [(time: Duration, frame: Frame)] {
        if let fault = faults.first(where: { !$0.isTorn }) {
            throw UnfitRecording(description: "\(name): \(fault): record the program again")
        }
        if moments.first?.isStart == false {
            throw UnfitRecording(description: "\(name) has lost its beginning: record a program that does less")
        }
        return try moments.map { moment in
            guard let time = moment.wallTime else {
                throw UnfitRecording(description: "\(name) has no times of day: record one that runs in real time")
            }
            do { return (time, try moment.effect.decoded()) } catch {
                throw UnfitRecording(description: "\(name) is no recording of a client: name those only")
            }
        }
    }
}

/// The calls and answers of clients, by their recordings. A client that was killed has made the call that its last frame waits for.
package func history<Client: Caller>(
    of recordings: [(name: String, recording: Recording)], by client: Client.Type
) throws -> History<String, String> {
    var history = History<String, String>()
    for (name, recording) in recordings {
        var before: Client?
        for (time, after) in try recording.frames(of: name, as: Client.self) {
            for event in events(of: name, before, after) { try history.append(event, at: time) }
            before = after
        }
    }
    return history
}
