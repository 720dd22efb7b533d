extension MomentList {
    /// Those of a session: an inspection of them begins at the moment that is selected in it.
    public convenience init(_ session: MonitorSession) {
        self.init(session.recording, selection: session.selection)
    }
}
