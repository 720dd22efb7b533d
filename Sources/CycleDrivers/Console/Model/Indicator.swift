extension ConsoleDriver {
    /// One-line pictures for plain tools: text to put into a screen. Pure functions of what the frame says.
    public enum Indicator {
        /// One picture of a wheel that turns: call it with a tick's number.
        ///
        ///     .screen("\(ConsoleDriver.Indicator.spinner(frame.tick)) loading", plain: "loading")
        public static func spinner(_ tick: Int) -> String {
            let pictures = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
            return pictures[((tick % pictures.count) + pictures.count) % pictures.count]
        }

        /// A bar that is filled from the left, in eighths of a cell.
        ///
        ///     "\(ConsoleDriver.Indicator.bar(0.42, width: 20)) 42 %"
        ///
        /// - Parameters:
        ///   - fraction: From 0 to 1; what lies outside is taken for the nearest, and what is not a number for 0.
        ///   - width: In cells.
        public static func bar(_ fraction: Double, width: Int) -> String {
            let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
            guard width > 0 else { return "" }
            let known = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
            let filled = Int((known * Double(width * 8)).rounded(.down))
            let bar = String(repeating: "█", count: filled / 8) + eighths[filled % 8]
            return bar + String(repeating: "░", count: width - bar.count)
        }
    }
}
