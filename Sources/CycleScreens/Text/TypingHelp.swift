extension KeyBindings {
    /// The keys with what they do, for ``ScreenView/help(_:)-([KeyHelp])``.
    ///
    /// - Parameter isTyping: Whether a text field has the focus: keys that it takes, as text, Delete or Escape, are not offered.
    public func help(isTyping: Bool = false) -> [KeyHelp] {
        let field = TextInput("text")
        return bindings.compactMap { binding in
            let keys = binding.keys.filter { !isTyping || !field.takes($0) }
            return binding.help.isEmpty || keys.isEmpty ? nil : KeyHelp(keys, binding.help)
        }
    }
}
