import CycleDrivers
import CycleScreens

typealias View = ScreenView
typealias Key = ConsoleDriver.Key
typealias Position = ConsoleDriver.Position
typealias Size = ConsoleDriver.Size

/// The layout of a view at a size, with fields that have no shape, so that borders do not move their content.
func layout(_ columns: Int, _ rows: Int, _ view: ScreenView) -> ScreenLayout {
    ScreenLayout(view.style(\.fields.shape, .plain), Size(columns: columns, rows: rows))
}

/// The same as text.
func text(_ columns: Int, _ rows: Int, _ view: ScreenView) -> String { layout(columns, rows, view).canvas.text }
