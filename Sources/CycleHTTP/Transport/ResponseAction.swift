extension ResponseSession {
    /// Everything that can happen to a response.
    package enum Input: Hashable, Sendable {
        /// The exchange has a place.
        ///
        /// - Parameter hasWaited: Whether the transport has reported before that the exchange waits.
        case entered(QueuePlace, hasWaited: Bool)
        /// All exchanges that may run have begun.
        case othersAdmitted
        /// An exchange of the queue may run.
        case admitted
        /// There is a connection to the server.
        case connected
        /// So many bytes of the request's body have been sent so far.
        case sent(byteCount: Int, isAll: Bool)
        /// The status and the header, whole.
        case head(status: Int, HTTP.Headers)
        /// The file for the body is open, and has so many bytes of it.
        case fileBegun(byteCount: Int)
        /// Decoded bytes of the body are at hand.
        case bytes(count: Int)
        /// Reports are sent now, with the bytes that were gathered.
        case sending
        /// - Parameter failure: `nil` where the server has sent everything.
        case ended(failure: HTTP.Failure?)
        /// The loop wants no more of it.
        case cancelled
        /// The loop has processed so many reports.
        case acknowledged(Int)
        /// The loop wants no more pieces for now, or wants them again.
        case held(Bool)
    }

    /// Something for the shell to perform, in order.
    package enum Action: Hashable, Sendable {
        /// Report an event to the loop.
        case report(Exchange.Event)
        /// Report an event for which the loop need not be woken if another one follows soon.
        case reportInTime(Exchange.Event)
        /// Send the reports before the file reports from its own thread.
        case sendReports
        /// Make room for all of the body at once: an array that grows is copied, and held twice meanwhile.
        case reserve(byteCount: Int)
        /// Begin a piece; the bytes at hand are so many.
        case gather(byteCount: Int)
        /// Append the bytes at hand to the body, or to its piece.
        case append
        /// Report the piece that was gathered.
        case reportPiece
        /// Report the end, with the body.
        case reportBody(byteCount: Int)
        /// Open the file, then report ``Input/fileBegun(byteCount:)``.
        case beginFile(status: Int, HTTP.Headers)
        /// Write the piece that was gathered to the file.
        case write
        /// Put the file in its place: the body is whole.
        case finishFile
        /// Keep the part of the file that can be resumed, and report the failure.
        case failFile(HTTP.Failure)
        /// Keep the part that can be resumed. The loop wants no report.
        case cancelFile
        /// Keep nothing. The loop wants no report.
        case discardFile
        /// Refuse the head or the bytes. The transport ends the exchange.
        case refuse(HTTP.Failure)
    }
}
