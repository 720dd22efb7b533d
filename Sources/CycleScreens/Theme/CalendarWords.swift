extension ScreenTheme {
    /// The words of calendars, and the day on which their weeks begin: of the user's language, which is no part of a frame.
    ///
    ///     screen.style(\.calendar.months, ["Januar", "Februar", …])
    public struct Calendar: Hashable, Sendable {
        /// From January on.
        public var months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        /// From Monday on, of two cells each.
        public var weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        /// The day on the left; 0 is Monday.
        public var firstWeekday = 0

        /// English, with weeks that begin on Monday.
        public init() {}

        func name(ofMonth month: Int) -> String { months.indices.contains(month - 1) ? months[month - 1] : "" }

        func name(ofWeekday day: Int) -> String {
            let day = (day % 7 + 7) % 7
            return weekdays.indices.contains(day) ? weekdays[day] : ""
        }
    }
}
