import TestSupport
import Testing

/// The tests that use sockets, one after the other: their time-outs are real, and the machine may be small.
@Suite("On the loopback interface", .serialized, .waiting)
enum Loopback {}
