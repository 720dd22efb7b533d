import CycleBase
import CycleDrivers

extension ServerSession {
    /// The part of the model that an event belongs to: when it leaves the model, the event is silent.
    enum Owner: Hashable, Sendable {
        /// A listener, by the number of its opening.
        case listener(Int)
        case response(ServerRequest.ID)
    }

    /// A listener of the model.
    struct Want: Hashable, Sendable {
        enum Stage: Hashable, Sendable {
            /// It listens, or is about to.
            case open
            /// Its connections have until then.
            case ending(until: Duration)
            /// It has failed, or has ended.
            case over
        }

        /// The number of its opening.
        let number: Int
        var listener: ServerDriver<ID>.Listener
        var stage = Stage.open
    }
}
