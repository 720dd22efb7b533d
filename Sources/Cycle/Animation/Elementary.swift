// The functions of springs. The pure module has no C library; these are accurate to a few units in the 15th digit.

/// `e` to the power of `x`.
func exponential(_ x: Double) -> Double {
    guard x > -745 else { return 0 }
    guard x < 709 else { return .infinity }
    // x = halvings * ln 2 + rest, with ln 2 in two parts so that nothing is lost in the subtraction.
    let halvings = (x * 1.442_695_040_888_963_4).rounded()
    let rest = (x - halvings * 0.693_147_180_369_123_8) - halvings * 1.908_214_929_270_587_7e-10
    var term = 1.0
    var sum = 1.0
    for power in 1...14 {
        term *= rest / Double(power)
        sum += term
    }
    return Double(sign: .plus, exponent: Int(halvings), significand: sum)
}

/// The sine and the cosine of `x` radians, a finite number, for the moderate angles of a spring that comes to rest.
func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    let quarters = (x * 0.636_619_772_367_581_3).rounded()
    let rest = (x - quarters * 1.570_796_326_734_125_6) - quarters * 6.077_100_506_506_192e-11
    let square = rest * rest
    var (sine, cosine) = (0.0, 0.0)
    var term = 1.0
    for power in 0...9 {
        let even = Double(2 * power)
        cosine += term
        sine += term * rest / (even + 1)
        term *= -square / ((even + 1) * (even + 2))
    }
    // More quarters than an `Int` counts turn round as often as it gets.
    switch Int(quarters.truncatingRemainder(dividingBy: 4)) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
}
