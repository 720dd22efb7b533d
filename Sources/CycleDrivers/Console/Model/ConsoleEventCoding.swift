/// As JSON, an object with one field, named as the event: `{"key": "ctrl-c"}`, `{"line": "…"}`, `{"paste": "…"}`,
/// `{"mouse": {…}}`, `{"focus": true}`, `{"background": "dark"}`, `{"resized": {"columns": 80, "rows": 24}}`, `{"programEnded": {"exited": 0}}`,
/// `{"failed": {"output": 5}}`; those that carry nothing have `true`.
extension ConsoleDriver.Event: Codable {
    private enum Field: String, CodingKey {
        case line, key, paste, mouse, focus, background, resized, interrupted, suspended, resumed, ended, programEnded,
            failed
    }

    public init(from decoder: any Decoder) throws {
        let event = try decoder.container(keyedBy: Field.self)
        self =
            switch try event.onlyField(of: decoder) {
            case .line: .line(try event.decode(String.self, forKey: .line))
            case .key: .key(try event.decode(ConsoleDriver.Key.self, forKey: .key))
            case .paste: .paste(try event.decode(String.self, forKey: .paste))
            case .mouse: .mouse(try event.decode(ConsoleDriver.Mouse.self, forKey: .mouse))
            case .focus: .focus(try event.decode(Bool.self, forKey: .focus))
            case .background:
                .background(try event.decode(ConsoleDriver.Background.self, forKey: .background))
            case .resized: .resized(try event.decode(ConsoleDriver.Size.self, forKey: .resized))
            case .interrupted: .interrupted
            case .suspended: .suspended
            case .resumed: .resumed
            case .ended: .ended
            case .programEnded:
                .programEnded(try event.decode(ConsoleDriver.Program.Status.self, forKey: .programEnded))
            case .failed: .failed(try event.decode(ConsoleDriver.Failure.self, forKey: .failed))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var event = encoder.container(keyedBy: Field.self)
        switch self {
        case .line(let text): try event.encode(text, forKey: .line)
        case .key(let key): try event.encode(key, forKey: .key)
        case .paste(let text): try event.encode(text, forKey: .paste)
        case .mouse(let mouse): try event.encode(mouse, forKey: .mouse)
        case .focus(let isFocused): try event.encode(isFocused, forKey: .focus)
        case .background(let background): try event.encode(background, forKey: .background)
        case .resized(let size): try event.encode(size, forKey: .resized)
        case .interrupted: try event.encode(true, forKey: .interrupted)
        case .suspended: try event.encode(true, forKey: .suspended)
        case .resumed: try event.encode(true, forKey: .resumed)
        case .ended: try event.encode(true, forKey: .ended)
        case .programEnded(let status): try event.encode(status, forKey: .programEnded)
        case .failed(let failure): try event.encode(failure, forKey: .failed)
        }
    }
}

/// As JSON, an object with one field: `{"output": 5}` with the code, `{"outputClosed": true}` without.
extension ConsoleDriver.Failure: Codable {
    private enum Field: String, CodingKey {
        case outputClosed, output, input, program, inUse, exhausted
    }

    public init(from decoder: any Decoder) throws {
        let failure = try decoder.container(keyedBy: Field.self)
        self =
            switch try failure.onlyField(of: decoder) {
            case .outputClosed: .outputClosed
            case .output: .output(code: try failure.decode(Int32.self, forKey: .output))
            case .input: .input(code: try failure.decode(Int32.self, forKey: .input))
            case .program: .program(code: try failure.decode(Int32.self, forKey: .program))
            case .inUse: .inUse
            case .exhausted: .exhausted(code: try failure.decode(Int32.self, forKey: .exhausted))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var failure = encoder.container(keyedBy: Field.self)
        switch self {
        case .outputClosed: try failure.encode(true, forKey: .outputClosed)
        case .output(let code): try failure.encode(code, forKey: .output)
        case .input(let code): try failure.encode(code, forKey: .input)
        case .program(let code): try failure.encode(code, forKey: .program)
        case .inUse: try failure.encode(true, forKey: .inUse)
        case .exhausted(let code): try failure.encode(code, forKey: .exhausted)
        }
    }
}
