public import CycleDrivers

/// A part of a program that shows itself and takes keys: state, a view of it, and what it does with input.
///
/// It is a value, stored in the frame like any other, and knows nothing of the loop. Components are made of components: a
/// parent places their views, and hands on input to the one that has the focus.
///
///     struct Search: Component, Equatable {
///         var field = TextInput(placeholder: "Search")
///         var view: View { field.view.border(title: "Search") }
///         mutating func handle(_ input: Input) -> Outcome { field.handle(input) }
///     }
public protocol Component {
    typealias View = ScreenView
    typealias Input = ScreenInput
    typealias Style = ConsoleDriver.Style
    typealias Color = ConsoleDriver.Color
    typealias Key = ConsoleDriver.Key
    typealias Size = ConsoleDriver.Size

    var view: ScreenView { get }

    /// Changes itself by what was typed, pasted or clicked.
    mutating func handle(_ input: ScreenInput) -> Outcome
}

/// The result of a component's handling of its input.
public enum Outcome: Hashable, Sendable, Codable {
    /// Nothing: it is for the component around it.
    case ignored
    /// It was taken.
    case changed
    /// The component took it, and the user has decided: Enter in a field, a choice in a list.
    case submitted
    /// The component took it, and the user wants to close it.
    case cancelled

    /// The outcome of the next handler, if this one ignored the input.
    public func otherwise(_ next: () -> Outcome) -> Outcome { self == .ignored ? next() : self }
}

extension ScreenView.Builder {
    /// The view of a component.
    public static func buildExpression(_ part: some Component) -> [ScreenView] { [part.view] }
}
