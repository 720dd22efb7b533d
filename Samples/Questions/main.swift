import CycleScreens
import SampleArguments

/// Questions of a script. Its output can be piped: the questions stand on standard error.
guard let name = await ask("Your name?", rules: [.notEmpty]),
    let color = await choose("A colour?", from: ["red", "green", "blue"]),
    let toppings = await choose("Toppings?", from: ["basil", "capers", "olives"], upTo: 2),
    let note = await askText("A note for the cook?")
else { Program.fail("nothing is ordered", in: "questions") }

if await confirm("Order now?", default: true) == true {
    do {
        try await withProgress("Baking", of: Array(1...20)) { _ in try await Task.sleep(for: .milliseconds(50)) }
    } catch {
        Program.fail("it was taken out of the oven too early", in: "questions")
    }
    print("\(name): \(color), \(toppings.joined(separator: " and "))")
    await showText(note, title: "The note")
    if let file = await chooseFile("A picture of it?", endings: [".png", ".jpg"]) { print(file) }
}
Program.end()
