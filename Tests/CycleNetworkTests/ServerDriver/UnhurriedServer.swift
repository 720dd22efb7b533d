import CycleNetwork

extension ServerLimits {
    /// The times of a test that tests none of them: its loop may have no turn for a minute while all tests run.
    static var unhurried: ServerLimits {
        let hour = Duration.seconds(3_600)
        return ServerLimits(
            headTime: hour, bodyTime: hour, idleTime: hour, responseTime: hour, readingTime: hour, patience: hour)
    }
}

extension WebSocketDriver.Model {
    /// The same WebSockets, which have as long to open as they need.
    var unhurried: Self {
        var model = self
        for index in model.webSockets.indices { model.webSockets[index].limit = nil }
        return model
    }
}
