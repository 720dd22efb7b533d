/// Computes for a while that nobody can foresee, so that what comes next comes at a random moment of another process. A test
/// that calls it expects the same of every moment.
package func passTime(_ random: inout SeededChance) {
    var sum = 0
    for _ in 0..<random.below(200_000) { sum &+= random.below(2) }
    // The optimiser would leave out a sum that nothing reads.
    precondition(sum >= 0)
}
