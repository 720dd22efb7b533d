import Synchronization
package import Testing

/// What a test is told that fails in `body`, and where; empty where nothing fails.
package func failureTold(by body: () throws -> Void) throws -> (text: String, place: SourceLocation?) {
    let issues = Mutex<[Issue]>([])
    try withKnownIssue(isIntermittent: true) {
        try body()
    } matching: { issue in
        issues.withLock { $0.append(issue) }
        return true
    }
    let issue = issues.withLock(\.first)
    return (issue?.comments.map(\.rawValue).joined(separator: "\n") ?? "", issue?.sourceLocation)
}
