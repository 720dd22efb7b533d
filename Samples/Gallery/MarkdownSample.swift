import CycleDrivers
import CycleScreens

struct MarkdownSample: Sample {
    static let title = "Markdown"
    static let source = #filePath

    private let article = Markdown(
        """
        # Screens
        A **view** is a *value*: `(frame) -> view`, and a layout a function of the view and a size.

        ## Lists
        - one thing
        - another, with a [link](https://www.swift.org)
          1. and numbers
        - [x] what is done
        - [ ] what is not

        > Simple things should be simple, complex things should be possible.

        | key | does |
        |-----|------|
        | ↓ j | goes down |
        | G | goes to the end |

        ```
        await Hello().run()
        ```
        """)
    var viewport = Viewport()

    var view: View { viewport.view(of: article.view).region(0) }

    mutating func handle(_ input: Input) -> Outcome { viewport.handle(input.at(0), content: article.view) }
}
