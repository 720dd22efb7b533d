import CycleBase
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
/// While a signal is in the model, it does not do what it does by default. A signal that is sent several times before the
/// process gets round to it may come once: the system keeps no count. Signals that no driver listens to are left as they are,
/// but for `SIGTERM`, `SIGHUP` and `SIGINT`: see `CycledLens.run(resuming:until:)`.
///
/// A loop that listens does not end by itself. One thread serves all drivers of the process.
public struct SignalDriver: Driver, Sendable {
    private let source: any SignalSource

    /// Costs nothing until something is listened to; then one thread of the process.
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
        /// Each is handled while it is here, and does what it did before when it is not.
        public var names: Set<Name>

        /// A listener to these; none by default.
        public init(_ names: Set<Name> = []) {
            self.names = names
        }

        /// A listener to these. To none is to leave all signals as they are.
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
        /// It has come since it was listened to. Several that come before the loop takes the first may be one.
        case received(Name)
        /// It cannot be listened to: there is no thread or no descriptor left.
        ///
        /// - Parameter code: The system's error, by its `errno`.
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
        /// A polite request to end: `kill`, a service manager.
        case terminate = "SIGTERM"
        /// The terminal is gone; for a service, often a request to read its settings anew.
        case hangUp = "SIGHUP"
        /// Ctrl-C, while no console driver reads keys.
        case interrupt = "SIGINT"
        /// Ctrl-\, while no console driver reads keys.
        case quit = "SIGQUIT"
        /// The program gives it a meaning.
        case user1 = "SIGUSR1"
        /// The program gives it a meaning.
        case user2 = "SIGUSR2"
        /// An alarm that other code of the process has set by `alarm` or `setitimer`.
        case alarm = "SIGALRM"
        /// The terminal has another size. A console driver tells of it by itself.
        case windowChanged = "SIGWINCH"
        /// A process that this one has started has ended, stopped or gone on.
        case childChanged = "SIGCHLD"
        /// The process goes on after a stop.
        case continued = "SIGCONT"

        public static func < (one: Name, other: Name) -> Bool { one.rawValue < other.rawValue }
    }
}

/// The source of signals: the system, or a test.
package protocol SignalSource: Sendable {
    /// - Returns: A closure that stops listening.
    func listen(to name: SignalDriver.Name, _ tell: @escaping @Sendable () -> Void) throws(SystemFailure) -> () -> Void
    func settle() async
}
