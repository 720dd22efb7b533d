extension FileSession {
    /// Everything that can happen to the requests of a driver.
    enum Input: Hashable, Sendable {
        /// The application has another model.
        case modelChanged(PersistenceDriver.Model)
        /// There will be no other model. The driver ends when all jobs have.
        case modelsEnded
        /// A job reports an event.
        case reported(Event, job: Int)
        /// A job has ended and reports nothing more.
        case ended(job: Int)
        /// A job has begun, so it could not be revised any more.
        case begun(job: Int)
        /// Time has passed; a delayed write may be due.
        case timePassed
        /// The run is over, or the driver has left it.
        case stopped
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// Give a job to the backend. Nothing reports about one that is not wanted any more.
        case submit(Request, job: Int, isWanted: Bool)
        /// Let a job do this instead, if it has not begun; report ``Input/begun(job:)`` if it has.
        case revise(Request, job: Int)
        /// Tell a job that nothing wants its events any more. A read need not be done; a watch ends.
        case withdraw(job: Int)
        /// Report an event to the application under the name of a want.
        case report(Event, want: Int)
        /// Silence the events of a want that the application has not received yet.
        case silence(want: Int)
        /// Let the backend finish its jobs, then end.
        case stopBackend
        /// End the signal of the driver's events.
        case end
    }
}
