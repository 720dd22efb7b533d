import CycleDrivers
import CycleScreens

struct DialogSample: Sample {
    static let title = "Dialog"
    static let source = #filePath

    var rows = ["first.txt", "second.txt", "third.txt", "fourth.txt"]
    var list = ListState<String>()
    var question: YesNoQuestion? = YesNoQuestion(
        "Delete first.txt? It cannot be brought back.", yes: "Delete", no: "Keep", isDestructive: true)

    var view: View {
        View.column {
            list.view(of: rows, id: \.self, empty: "none left") { name, row in "\(row.pointer)\(name)" }.region(0)
            View.help([.init(["d"], "delete")])
        }.dialog(question, title: "Delete", width: 30)
    }

    mutating func handle(_ input: Input) -> Outcome {
        if let answer = input.answer(of: &question) {
            if case .submitted(let question) = answer, question.isYes { delete() }
            return .changed
        }
        guard input.key == "d", let name = list.element(in: rows, id: \.self) else {
            return list.handle(input.at(0), rows: rows, id: \.self)
        }
        question = YesNoQuestion(
            "Delete \(name)? It cannot be brought back.", yes: "Delete", no: "Keep", isDestructive: true)
        return .changed
    }

    private mutating func delete() {
        if let place = list.position(in: rows, id: \.self) { rows.remove(at: place) }
    }
}
