package import CycleExplore

/// One thing for all clients, one call at a time: they must not be able to tell a system from that.
package protocol OneThing: SequentialModel where Call == String, Answer == String {
    /// As in "it is one number".
    static var name: String { get }
}
