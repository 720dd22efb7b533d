extension RequestSession {
    /// Everything that can happen to a request.
    enum Input: Hashable, Sendable {
        /// The request has entered the model.
        case started
        /// The exchange under way reports an event.
        case exchange(Exchange.Event)
        /// The model wants no more of a streamed response for now, or wants it again.
        case paused(Bool)
        /// Time has passed; a deadline may have come.
        case timePassed
        /// The request has left the model.
        case cancelled
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// Start an exchange. The one before it has ended, or an action before this one cancels it.
        case start(HTTP.Message)
        /// Cancel the exchange under way.
        case cancelExchange
        /// Tell the transport that the session has processed so many events that count against its bound.
        case acknowledge(Int)
        /// Tell the transport to read a streamed response no further, or to go on.
        case hold(Bool)
        /// Report an event to the application.
        case report(RequestEvent)
    }
}
