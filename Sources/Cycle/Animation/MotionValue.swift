/// A value that can be somewhere between two others: a point of a vector space.
///
/// `Double`, `Float` and SIMD vectors are such values. A type of your own adds, subtracts and scales each component:
///
///     struct Point: MotionValue {
///         var x = 0.0
///         var y = 0.0
///
///         static func + (first: Point, second: Point) -> Point { Point(x: first.x + second.x, y: first.y + second.y) }
///         static func - (first: Point, second: Point) -> Point { Point(x: first.x - second.x, y: first.y - second.y) }
///         func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }
///         var squaredLength: Double { x * x + y * y }
///     }
public protocol MotionValue: Equatable {
    /// The sum, component by component.
    static func + (first: Self, second: Self) -> Self
    /// The way from `second` to `first`: the difference, component by component.
    static func - (first: Self, second: Self) -> Self
    /// Every component times `factor`.
    func scaled(by factor: Double) -> Self
    /// The square of its distance from zero.
    var squaredLength: Double { get }
}

extension Double: MotionValue {
    /// The product.
    public func scaled(by factor: Double) -> Double { self * factor }
    /// Its square.
    public var squaredLength: Double { self * self }
}

extension Float: MotionValue {
    /// The product.
    public func scaled(by factor: Double) -> Float { Float(Double(self) * factor) }
    /// Its square.
    public var squaredLength: Double { Double(self) * Double(self) }
}

extension SIMD2<Double>: MotionValue {
    /// Every component times `factor`.
    public func scaled(by factor: Double) -> SIMD2 { self * factor }
    /// The sum of the squares of its components.
    public var squaredLength: Double { (self * self).sum() }
}

extension SIMD3<Double>: MotionValue {
    /// Every component times `factor`.
    public func scaled(by factor: Double) -> SIMD3 { self * factor }
    /// The sum of the squares of its components.
    public var squaredLength: Double { (self * self).sum() }
}

extension SIMD4<Double>: MotionValue {
    /// Every component times `factor`.
    public func scaled(by factor: Double) -> SIMD4 { self * factor }
    /// The sum of the squares of its components.
    public var squaredLength: Double { (self * self).sum() }
}
