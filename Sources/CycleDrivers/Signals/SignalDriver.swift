public import Cycle

/// Reports the signals that are sent to the process.
///
///     frames.lens(
///         driver: SignalDriver(),
///         frameFilter: { _ in .listening(to: .terminate, .hangUp) },
///         eventFilter: { frame, event in
///             if event == .received(.terminate) { frame.isDone = true }
///             if event == .received(.hangUp) { frame.mustReload = true }
///         })
///
/// While a signal is in the model, it does not do what it does by default. One that is sent several times before the
/// process gets round to it may come once: the system keeps no count. Signals that nobody listens to are left as they are,
/// but for `SIGTERM` and `SIGHUP`: see ``Cycle/CycledLens/run(resuming:until:isolation:)``.
///
/// A loop that listens does not end by itself. One thread serves all drivers of the process.
public struct SignalDriver: Driver, Sendable {
    private let source: any SignalSource

    public init() {
        source = SystemSignals()
    }

    package init(_ source: any SignalSource) {
        self.source = source
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            sink.settle { [source] in await source.settle() }
            return model.effects(for: { $0.names.sorted() }, by: \.self) { name in listening(to: name) }
                .run(inside: sink, receive: sink.send)
        }
    }

    private func listening(to name: Name) -> Signal<Event> {
        Signal { sink in
            let inlet = sink.inlet()
            do throws(SystemFailure) {
                let stop = try source.listen(to: name) { inlet.send(.received(name)) }
                return Subscription {
                    stop()
                    inlet.end()
                }
            } catch {
                inlet.send(.failed(name, code: error.code))
                inlet.end()
                return Subscription()
            }
        }
    }
}

extension SignalDriver {
    /// The signals that are listened to. In JSON: `{"names": ["SIGHUP", "SIGTERM"]}`.
    public struct Model: Hashable, Codable, Sendable {
        public var names: Set<Name>

        public init(_ names: Set<Name> = []) {
            self.names = names
        }

        public static func listening(to names: Name...) -> Model {
            Model(Set(names))
        }

        /// None.
        public static var none: Model { Model() }

        public func encode(to encoder: any Encoder) throws {
            // A set has no order; text that is compared needs one.
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(names.sorted(), forKey: .names)
        }
    }

    /// In JSON: `{"received": {"name": "SIGTERM"}}`, `{"failed": {"name": "SIGUSR1", "code": 11}}`.
    public enum Event: Hashable, Codable, Sendable {
        case received(Name)
        /// It cannot be listened to: there is no thread or no descriptor left.
        ///
        /// - Parameter code: What `errno` said.
        case failed(Name, code: Int32)

        enum ReceivedCodingKeys: String, CodingKey {
            case _0 = "name"
        }

        enum FailedCodingKeys: String, CodingKey {
            case _0 = "name"
            case code
        }
    }

    /// A signal that can be listened to. Faults, and `SIGKILL` and `SIGSTOP`, cannot.
    public enum Name: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
        case terminate = "SIGTERM"
        case hangUp = "SIGHUP"
        case interrupt = "SIGINT"
        case quit = "SIGQUIT"
        case user1 = "SIGUSR1"
        case user2 = "SIGUSR2"
        case alarm = "SIGALRM"
        case windowChanged = "SIGWINCH"
        case childChanged = "SIGCHLD"
        case continued = "SIGCONT"

        public static func < (one: Name, other: Name) -> Bool { one.rawValue < other.rawValue }
    }
}

/// Where signals come from: the system, or a test.
package protocol SignalSource: Sendable {
    /// - Returns: What ends it.
    func listen(to name: SignalDriver.Name, _ tell: @escaping @Sendable () -> Void) throws(SystemFailure) -> () -> Void
    func settle() async
}
