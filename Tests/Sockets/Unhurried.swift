package import CycleDrivers

// The loop of a test may have no turn for a minute while all tests run: a time that it does not test is none.
extension SocketDriver.Model {
    /// The same sockets, which have as long to open as they need, unless the test says otherwise.
    package var unhurried: Self {
        var model = self
        for index in model.sockets.indices where model.sockets[index].limit == .seconds(30) {
            model.sockets[index].limit = nil
        }
        return model
    }
}
