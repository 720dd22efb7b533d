extension Signal {
    /// One value, then the end, both at the start of each run. Started where something around it was stopped meanwhile it emits
    /// neither, as every source here.
    ///
    ///     just(1)  (1|)
    public static func just(_ value: Value) -> Signal {
        .from(CollectionOfOne(value))
    }

    /// The end, and nothing before it, at the start of each run.
    ///
    ///     empty  |
    public static var empty: Signal {
        .from(EmptyCollection())
    }

    /// No value and no end: it keeps no loop alive, as nothing can come of it.
    ///
    ///     never  ---
    public static var never: Signal {
        .makeOperator { _ in Subscription() }
    }

    /// All of `values` at once, then the end. Cancelling stops an endless sequence, which has no end then.
    ///
    ///     from([1, 2, 3])  (123|)
    ///
    /// - Parameter values: Iterated anew by each run.
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
