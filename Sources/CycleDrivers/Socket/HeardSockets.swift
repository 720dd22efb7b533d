import Cycle

/// The events that the device of a running driver hands on while it is awake. Confined to the loop.
package final class HeardSockets<Report> {
    private let device: any SocketDevice
    private let sink: Sink<Report>
    private let onEvent: (SocketDeviceEvent) -> Void
    private var arrivals: Subscription?

    package init(_ device: any SocketDevice, in sink: Sink<Report>, _ onEvent: @escaping (SocketDeviceEvent) -> Void) {
        (self.device, self.sink, self.onEvent) = (device, sink, onEvent)
    }

    package func wake() {
        let events = Signal<SocketDeviceEvent> { [device] sink in
            device.wake { onRoom in sink.inlet(bound: 16, onRoom: onRoom) }
            return Subscription()
        }
        arrivals = events.run(inside: sink, finish: {}, receive: onEvent)
    }

    package func sleep() {
        device.sleep()
        arrivals = nil
    }

    package func close(within patience: Duration) {
        device.close(within: patience)
        arrivals?.cancel()
        arrivals = nil
    }
}
