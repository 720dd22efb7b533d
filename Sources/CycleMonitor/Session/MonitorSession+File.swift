extension MonitorSession {
    /// Opens a session, or a recording as a new session.
    public init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        self.init(try Recording(path: path, limits: limits))
        guard let state = recording.header.session else { return }
        mode = state["mode"]?.string.flatMap(Mode.init) ?? .looking
        select(state["selection"]?.integer)
    }

    /// Writes the session so that the file is, whatever happens, the old one or the new one.
    public func write(to path: String) throws(RecordingError) {
        var document = recording
        let selection = selection.map { [JSON.Field(key: "selection", value: .number("\($0)"))] } ?? []
        document.header.session = .object([JSON.Field(key: "mode", value: .string(mode.rawValue))] + selection)
        try document.write(to: path)
    }
}

extension Recording {
    /// Writes the recording so that the file is, whatever happens, the old one or the new one.
    ///
    /// A new file is readable for this user only; one that is there keeps its permissions.
    public func write(to path: String) throws(RecordingError) {
        do {
            try SafeFile.write(Array(jsonLines.utf8), to: path)
        } catch {
            throw RecordingError(path: path, problem: .system(operation: error.operation, code: error.code))
        }
    }
}
