/// One message to one server and its answer: the commands of a loop to its transport, and the events that the transport
/// reports.
package enum Exchange {
    /// A command of a loop to its transport.
    package enum Command: Sendable {
        /// Start an exchange as soon as the limits allow it. It reports events under its number, up to one `end` or `failed`.
        case start(HTTP.Message, number: Int, Port)
        /// The loop has processed so many events of the exchange for which ``Event/takesRoom`` holds.
        case acknowledge(Int, number: Int)
        /// Read a streamed response no further than its head, or go on. Pieces that are on their way still come.
        case hold(Bool, number: Int)
        /// End the exchange. It may still report for a moment; the loop ignores that.
        case cancel(number: Int)

        package var isStart: Bool {
            switch self {
            case .start: true
            case .acknowledge, .hold, .cancel: false
            }
        }
    }

    /// An event that an exchange reports.
    package enum Event: Hashable, Sendable {
        /// The limits of the process do not allow it to start yet.
        case waiting
        /// The wait is over. An exchange that did not wait does not report this.
        case begun
        case connected
        /// The number of bytes of the body that have been sent so far. Some numbers are left out, the last is not.
        case sent(byteCount: Int)
        case head(status: Int, HTTP.Headers)
        /// A piece of a streamed body.
        case piece([UInt8])
        /// The number of bytes of the body that have come so far. Some numbers are left out.
        case received(byteCount: Int)
        /// The whole body has come; the exchange now waits for the disk.
        case storing
        /// The exchange is over. The body is empty where it was streamed or went to a file.
        case end(body: [UInt8], byteCount: Int)
        /// The exchange is over.
        case failed(HTTP.Failure)

        /// Whether the event counts against the bound of events that may wait for the loop.
        package var takesRoom: Bool {
            switch self {
            case .sent, .piece, .received: true
            case .waiting, .begun, .connected, .head, .storing, .end, .failed: false
            }
        }
    }

    /// An event, and the number of its exchange.
    package struct Report: Sendable {
        package let number: Int
        package let event: Event

        package init(number: Int, event: Event) {
            self.number = number
            self.event = event
        }
    }

    /// Where the exchanges of a loop report: the way into that loop.
    package final class Port: Sendable {
        package let send: @Sendable ([Report]) -> Void

        package init(_ send: @escaping @Sendable ([Report]) -> Void) {
            self.send = send
        }
    }
}
