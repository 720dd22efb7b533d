/// A value that can be somewhere between two others: a point of a vector space.
public protocol Animatable: Equatable {
    static func + (first: Self, second: Self) -> Self
    static func - (first: Self, second: Self) -> Self
    func scaled(by factor: Double) -> Self
    /// The square of its distance from zero.
    var squaredLength: Double { get }
}

extension Double: Animatable {
    public func scaled(by factor: Double) -> Double { self * factor }
    public var squaredLength: Double { self * self }
}

extension Float: Animatable {
    public func scaled(by factor: Double) -> Float { Float(Double(self) * factor) }
    public var squaredLength: Double { Double(self) * Double(self) }
}

extension SIMD2<Double>: Animatable {
    public func scaled(by factor: Double) -> SIMD2 { self * factor }
    public var squaredLength: Double { (self * self).sum() }
}

extension SIMD3<Double>: Animatable {
    public func scaled(by factor: Double) -> SIMD3 { self * factor }
    public var squaredLength: Double { (self * self).sum() }
}

extension SIMD4<Double>: Animatable {
    public func scaled(by factor: Double) -> SIMD4 { self * factor }
    public var squaredLength: Double { (self * self).sum() }
}
