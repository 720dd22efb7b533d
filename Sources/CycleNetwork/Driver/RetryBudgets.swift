/// Keeps retries from multiplying the load of a server that is down already. Every origin has a budget of its own: a dead
/// origin takes nothing from the others.
///
/// - Source: the retry budget of Finagle.
struct RetryBudgets: Hashable, Sendable {
    private struct Balance: Hashable, Sendable {
        var amount: Double
        /// When it was used last, in uses of any balance.
        var turn: Int
    }

    /// The share of a retry that each response gives back.
    private static let share = 0.2
    /// How many origins have a balance. Beyond it the balance that was used longest ago is forgotten.
    private static let originLimit = 1_000

    private let maximum: Double
    /// The balances of the origins that have spent something.
    private var balances: [HTTP.Address.Origin: Balance] = [:]
    private var turn = 0

    init(_ maximum: Int) {
        self.maximum = Double(max(0, maximum))
    }

    mutating func deposit(_ origin: HTTP.Address.Origin) {
        guard !balances.isEmpty, let before = balances[origin] else { return }
        set(before.amount + RetryBudgets.share, origin)
    }

    mutating func withdraw(_ origin: HTTP.Address.Origin) -> Bool {
        let balance = balances[origin]?.amount ?? maximum
        guard balance >= 1 else { return false }
        set(balance - 1, origin)
        return true
    }

    private mutating func set(_ balance: Double, _ origin: HTTP.Address.Origin) {
        turn += 1
        balances[origin] = balance < maximum ? Balance(amount: balance, turn: turn) : nil
        guard balances.count > RetryBudgets.originLimit else { return }
        if let oldest = balances.min(by: { $0.value.turn < $1.value.turn })?.key { balances[oldest] = nil }
    }
}
