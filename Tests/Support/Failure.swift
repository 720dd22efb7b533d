import Synchronization
package import Testing

/// The message and the place of the failure in `body`; empty where nothing fails.
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
