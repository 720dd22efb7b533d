extension Signal {
    /// One value, then the end.
    public static func just(_ value: Value) -> Signal {
        .from(CollectionOfOne(value))
    }

    /// The end, and nothing before it.
    public static var empty: Signal {
        .from(EmptyCollection())
    }

    /// No value and no end.
    public static var never: Signal {
        .makeOperator { _ in Subscription() }
    }

    /// All of `values` at once, then the end. Cancelling stops an endless sequence.
    public static func from(_ values: some Sequence<Value>) -> Signal {
        .makeOperator { sink in
            let loop = sink.loop
            for value in values {
                if loop.isStartStopped { break }
                sink.send(value)
            }
            if !loop.isStartStopped { sink.end() }
            return Subscription()
        }
    }
}
