#if canImport(SwiftUI)
    public import SwiftUI

    extension ObservedFrame {
        /// A binding of a control: shows a value of this part, and sends an event instead of setting it.
        ///
        ///     TextField("Name", text: observed.binding(\.name) { .renamed($0) })
        ///
        /// - Parameters:
        ///   - path: The part of the frame that the control shows.
        ///   - event: Makes the event that the control sends with a new value.
        public func binding<Part: Equatable>(
            _ path: KeyPath<Value, Part>, _ event: @escaping (Part) -> Event
        ) -> Binding<Part> {
            let binding: ObservedBinding<Part> = binding(path, event)
            // SwiftUI calls these on the main actor, and its signature does not say so.
            return Binding(
                get: { @MainActor in binding.wrappedValue }, set: { @MainActor in binding.wrappedValue = $0 })
        }
    }
#endif
