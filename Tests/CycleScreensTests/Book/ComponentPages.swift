@testable import gallery

/// The pages in the order of the book.
let pageGroups: [(title: String, pages: [ComponentPage])] = [
    ("Text and forms", typingPages), ("Choices", choicePages), ("Lists", listPages), ("Around other views", framePages),
    ("Reading", readingPages), ("Charts and motion", chartPages), ("Layout and styles", layoutPages),
    ("Whole programs", programPages),
]

let pages = pageGroups.flatMap(\.pages)
