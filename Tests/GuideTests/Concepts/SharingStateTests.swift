import Cycle
import CycleTesting
import Testing

@Suite("The book: sharing state")
struct SharingStateTests {
    struct Settings: Equatable {
        var pageSize = 20
    }

    struct Browser: Equatable {
        var settings = Settings()
        var list = List()
        var form = Form()

        var listPart: ListPart {
            get { ListPart(list: list, settings: settings) }
            set { (list, settings) = (newValue.list, newValue.settings) }
        }

        var formPart: FormPart {
            get { FormPart(form: form, settings: settings) }
            set { (form, settings) = (newValue.form, newValue.settings) }
        }
    }

    struct List: Equatable {
        var first = 0
    }

    struct ListPart: Equatable {
        var list: List
        var settings: Settings
    }

    struct Form: Equatable {
        var draft = Settings()
        var savedCount = 0
    }

    struct FormPart: Equatable {
        var form: Form
        var settings: Settings
    }

    func browser(_ keys: Signal<String>, _ sizes: Signal<Int>) -> CycledLens<some Any, Browser> {
        CycledLens(startingWith: Browser()) { frames in
            frames.lens(\.listPart, label: "list") { part in
                part.lens(events: keys, label: "keys") { part, key in
                    if key == "n" { part.list.first += part.settings.pageSize }
                    if key == "0" { part.settings = Settings() }
                }
            }
            frames.lens(\.formPart, label: "form") { part in
                part.lens(events: sizes, label: "sizes") { part, size in part.settings.pageSize = size }
            }
        }
    }

    @Test("two features change one value, through parts that contain it")
    func parts() {
        let (keys, key) = Signal<String>.pipe()
        let (sizes, size) = Signal<Int>.pipe()
        let test = TestRun(browser(keys, sizes), exhaustive: false)
        size.send(50)
        key.send("n")
        test.settle()
        #expect(test.frame.list.first == 50)
        key.send("0")
        test.settle()
        #expect(test.frame.formPart.settings == Settings())
    }

    @Test("a copy follows the settings, and they follow what was saved")
    func copies() throws {
        let (sizes, size) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Browser()) { frames in
            frames.lens(events: sizes, label: "sizes") { browser, size in
                browser.form.draft.pageSize = size
                if size > 10 { browser.form.savedCount += 1 }
            }
            frames.rule(onChangeOf: \.settings) { $0.form.draft = $0.settings }
            frames.rule(onChangeOf: \.form.savedCount) { $0.settings = $0.form.draft }
        }
        let test = TestRun(cycle)
        try test.expect(Browser())
        size.send(5)
        try test.expect { $0.form.draft.pageSize = 5 }
        size.send(30)
        try test.expect {
            $0.form = Form(draft: Settings(pageSize: 30), savedCount: 1)
            $0.settings.pageSize = 30
        }
        try test.finish()
    }
}
