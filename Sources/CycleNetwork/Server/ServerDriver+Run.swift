public import Cycle
import CycleDrivers

extension ServerDriver: Driver {
    /// A server on the sockets of the system.
    public init(limits: ServerLimits = ServerLimits()) {
        self.init(limits: limits, SocketDriver<ID>().makeDevice)
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        .events(after: model, on: makeDevice) { [limits] in ServerSession<ID>(limits) }
    }
}
