import CycleDrivers

// The sockets of a system of programs, as parts of its state.
extension ExploredSockets {
    /// The streams that programs are opening, in the order of their places.
    var attemptStates: [AttemptState] {
        attempts.map { AttemptState(path: $0.path, program: $0.program, address: $0.address) }
    }

    /// All that is on its way, in words.
    var wireStates: [WireState] { wires.states }

    /// The ends of all streams, in the order of their programs and places.
    var linkStates: [LinkState] {
        let links = sockets.streams.map { stream in
            LinkState(
                place: "\(stream.own) \(stream.peer)", otherPlace: "\(stream.peer) \(stream.own)",
                program: number(of: stream.program), otherProgram: number(of: stream.peer.hostName),
                isPlayed: stream.device == nil, isOtherGone: stream.openPeer == nil)
        }
        return links.count < 2 ? links : links.sorted { ($0.program, $0.place) < ($1.program, $1.place) }
    }

    /// Whether a program of several goes to a host that is none of them, and where none listens at a name of its own.
    func isStrange(_ attempt: Attempt) -> Bool {
        guard attempt.program.name != nil, self.courses == nil, let name = attempt.address.hostName else {
            return false
        }
        return number(of: name) == 0 && !name.isThisHost
            && sockets.listener(at: attempt.address, from: attempt.device.host) == nil
    }

    // MARK: Memory

    /// Adds the memory of a program's sockets.
    func remember(_ program: String, in memory: inout Fingerprint) {
        for opener in openers where opener.device.host == program { remember(opener.device, in: &memory) }
    }

    /// Adds everything that belongs to no program alone, but for deliveries, attempts and links.
    func rememberRest(in memory: inout Fingerprint) {
        rememberPeers(in: &memory)
        memory.combine(sockets.reaches)
    }

    // MARK: Choices

    private var canFail: Bool { world.common.allowances.faultsLeft > 0 }

    /// The numbers of the ends that a delivery may have.
    func outcomes(isStream: Bool) -> [Int] { canFail ? wires.outcomes(isStream: isStream) : [0] }

    /// The numbers of the ends that an attempt may have; `nil` where programs answer that are not explored.
    ///
    /// - Parameters:
    ///   - attempt: A stream that a program is opening.
    ///   - isHeard: Whether a program listens there.
    func outcomes(of attempt: AttemptState, isHeard: Bool) -> [Int]? {
        if isHeard { return canFail ? outcomes(1) : [0] }
        return courses == nil ? [0] : nil
    }
}
