/// Keeps retries from multiplying the load of a server that is down already. Every origin has a budget of its own: one that
/// is dead takes nothing from the others.
///
/// Confined to its loop.
///
/// - Source: the retry budget of Finagle.
final class RetryBudgets {
    /// What a response gives back, and how many origins are remembered: the one that was used longest ago is forgotten.
    private static let share = 0.2
    private static let originLimit = 1_000

    private let maximum: Double
    /// Of those that have not all of it.
    private var balances: [HTTP.Address.Origin: (balance: Double, turn: Int)] = [:]
    private var turn = 0

    init(_ maximum: Int) {
        self.maximum = Double(max(0, maximum))
    }

    func deposit(_ origin: HTTP.Address.Origin) {
        guard !balances.isEmpty, let before = balances[origin] else { return }
        set(before.balance + RetryBudgets.share, origin)
    }

    func withdraw(_ origin: HTTP.Address.Origin) -> Bool {
        let balance = balances[origin]?.balance ?? maximum
        guard balance >= 1 else { return false }
        set(balance - 1, origin)
        return true
    }

    private func set(_ balance: Double, _ origin: HTTP.Address.Origin) {
        turn += 1
        balances[origin] = balance < maximum ? (balance, turn) : nil
        guard balances.count > RetryBudgets.originLimit else { return }
        if let oldest = balances.min(by: { $0.value.turn < $1.value.turn })?.key { balances[oldest] = nil }
    }
}
