import CycleBase

extension MonitorSession {
    /// Opens a session, or a recording as a new session.
    public init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        self.init(try Recording(path: path, limits: limits))
        select(recording.header.savedSelection)
    }

    /// Writes the session so that the file is, whatever happens, the old one or the new one.
    public func write(to path: String) throws(RecordingError) {
        var document = recording
        let fields = selection.map { [JSON.Field(key: "selection", value: .number("\($0)"))] } ?? []
        document.header.session = .object(fields)
        try document.write(to: path)
    }
}

extension Recording {
    /// Writes the recording so that the file is, whatever happens, the old one or the new one.
    ///
    /// A new file is readable for this user only; one that is there keeps its permissions.
    public func write(to path: String) throws(RecordingError) {
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(Array(jsonLines.utf8), to: path)
        } catch {
            throw RecordingError(error)
        }
    }
}

extension RecordingError {
    init(_ failure: FileReplacement.Failure) {
        let problem: Problem =
            switch failure.problem {
            case .notAFile: .notAFile
            case .linkOfAnother: .system(operation: "replace", code: EACCES)
            case .system(let operation, let code): .system(operation: operation, code: code)
            case .unsafe(let code): .system(operation: "keep", code: code)
            }
        self.init(path: failure.path, problem: problem)
    }
}
