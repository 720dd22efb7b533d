import CycleDrivers
import CycleScreens

/// One thing to show.
protocol Sample: Component, SendableMetatype {
    static var title: String { get }
    /// The file that it is written in.
    static var source: String { get }
    /// The size of its picture.
    static var pictureSize: Size { get }
    init()
    /// Whether it moves by itself.
    var isMoving: Bool { get }
    mutating func tick()
    /// Its requests for the files in this folder.
    var requests: [PersistenceDriver.Request] { get }
    mutating func take(_ event: PersistenceDriver.Event)
}

extension Sample {
    static var pictureSize: Size { Size(columns: 62, rows: 15) }
    var isMoving: Bool { false }
    mutating func tick() {}
    var requests: [PersistenceDriver.Request] { [] }
    mutating func take(_ event: PersistenceDriver.Event) {}
    mutating func handle(_ input: Input) -> Outcome { .ignored }
}

let samples: [any Sample.Type] = [
    HelloSample.self, StylesSample.self, ColorsSample.self, LayoutSample.self, BordersSample.self, LayersSample.self,
    TextInputSample.self, SignInSample.self, TextAreaSample.self, SuggestionsSample.self, ListSample.self,
    MarksSample.self, NotesSample.self, MillionSample.self, TableSample.self, CellsSample.self, FilterSample.self,
    TreeSample.self, FoldersSample.self, TabsSample.self, PagesSample.self, FormSample.self, CheckBoxesSample.self,
    NumbersSample.self,
    DropDownSample.self, MenuSample.self, PaletteSample.self, DialogSample.self,
    ToastsSample.self, SpinnersSample.self, ProgressSample.self, SparklineSample.self, BarsSample.self,
    LineChartSample.self, CalendarSample.self, FilesSample.self, MarkdownSample.self, ReaderSample.self, LogSample.self,
    ChatSample.self,
    DrawingSample.self, SplitSample.self, ControlsSample.self, ShapesSample.self, ClockSample.self, StackSample.self,
    PixelsSample.self, CodeSample.self, SwatchesSample.self, DashboardSample.self, MailSample.self, PlayerSample.self,
    ManagerSample.self,
]
