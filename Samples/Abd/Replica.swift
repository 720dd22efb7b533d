import CycleDrivers
import SampleSystems

/// Keeps the newest version of a number that it has heard of. It knows no other replica. A version is on the disk before a client hears of it.
struct Replica: Hashable {
    let address: SocketAddress
    private var kept = Kept<Version>(in: "version")
    private var mail = Mail<AbdMessage>()
    private(set) var problem: String?

    init(at address: SocketAddress) { self.address = address }

    var version: Version { kept.value ?? Version() }
    var sockets: SocketDriver<Int>.Model { mail.socket(at: address) }
    var files: PersistenceDriver.Model { kept.files }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (message, client) = try mail.take(event), kept.isRead else { return }
            switch message {
            case .ask(let question): mail.hold(.has(question, version), to: client)
            case .keep(let question, let new):
                if new > version { kept.value = new }
                mail.hold(.kept(question), to: client)
            case .has, .kept: return
            }
            if kept.isSaved { mail.release() }
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        do throws(Unkept) {
            if try kept.take(event) { mail.release() }
        } catch {
            problem = error.reason
        }
    }
}
