import CycleDrivers
import SampleSystems

/// Accepts proposals, unless it has promised not to. It knows no other acceptor. A promise is on the disk before a proposer hears of it.
struct Acceptor: Hashable {
    let address: SocketAddress
    private var kept = Kept<Promise>(in: "promise")
    private var mail = Mail<PaxosMessage>()
    private(set) var problem: String?

    init(at address: SocketAddress) { self.address = address }

    var promise: Promise { kept.value ?? Promise() }
    var sockets: SocketDriver<Int>.Model { mail.socket(at: address) }
    var files: PersistenceDriver.Model { kept.files }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (message, proposer) = try mail.take(event), kept.isRead else { return }
            switch message {
            case .prepare(let ballot):
                if ballot >= promise.ballot { kept.value = Promise(ballot: ballot, accepted: promise.accepted) }
                mail.hold(answer(.promise(promise), to: ballot), to: proposer)
            case .accept(let proposal):
                if proposal.ballot >= promise.ballot {
                    kept.value = Promise(ballot: proposal.ballot, accepted: proposal)
                }
                mail.hold(answer(.accepted(proposal.ballot), to: proposal.ballot), to: proposer)
            case .promise, .accepted, .refuse: return
            }
            if kept.isSaved { mail.release() }
        } catch {
            problem = error.reason
        }
    }

    private func answer(_ message: PaxosMessage, to ballot: Ballot) -> PaxosMessage {
        ballot < promise.ballot ? .refuse(ballot, for: promise.ballot) : message
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        do throws(Unkept) {
            if try kept.take(event) { mail.release() }
        } catch {
            problem = error.reason
        }
    }
}
