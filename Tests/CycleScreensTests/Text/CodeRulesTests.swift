import CycleDrivers
import CycleScreens
import Testing

@Suite("Code in colours")
struct CodeRulesTests {
    /// The comments and texts of some lines, each in a pair of marks: `/comment/`, `"text"`, `=key=`; the rest is left out.
    private func marked(_ lines: [String], _ rules: CodeRules) -> [String] {
        rules.styled(lines).map { line in
            line.runs.compactMap { run in
                switch run.style {
                case .muted + .italic: "/\(run.text)/"
                case .success: "\"\(run.text)\""
                case .secondary: "=\(run.text)="
                default: nil
                }
            }.joined()
        }
    }

    @Test(
        "comments and texts are found in each language, over several lines, and nowhere else",
        arguments: [
            ("swift", "a /* b\n/* c */ d\n*/ \"e \\(f) g\" // h", "//* b/\n//* c */ d/\n/*//\"\"e \"\" g\"\"/// h/"),
            ("swift", "\"\"\"\na // b\n\"\"\" c", "\"\"\"\"\"\n\"a // b\"\n\"\"\"\"\""),
            ("shell", "a=\"$b c\nd\" # e\n$# f#g 'h\\'", "\"\"\"\" c\"\n\"d\"\"/# e/\n\"'h\\'\""),
            ("sh", "cat <<EOF | b\n# c\nEOF\n# d", "\"<<EOF\"\n\"# c\"\n\"EOF\"\n/# d/"),
            ("json", "{\"a\": \"b\", \"c\" : [\"d\"]}", "=\"a\"=\"\"b\"\"=\"c\"=\"\"d\"\""),
            ("c", "a /* b\n' */ 'c' \"d\\\n e\" // f", "//* b/\n/' *//\"'c'\"\"\"d\\\"\n\" e\"\"/// f/"),
            ("cpp", "R\"(a\n\"b\")\" c", "\"R\"(a\"\n\"\"b\")\"\""),
            ("rust", "fn a<'b>(c: &'b str) { 'd'; \"e\nf\" } // g", "\"'d'\"\"\"e\"\n\"f\"\"/// g/"),
            ("go", "`a\n\\` + \"b\"", "\"`a\"\n\"\\`\"\"\"b\"\""),
            ("java", "\"\"\"\n \"a\" // b\n \"\"\"; // c", "\"\"\"\"\"\n\" \"a\" // b\"\n\" \"\"\"\"/// c/"),
            ("kotlin", "\"a $b ${c(\"d\")} e\" /* /* */\n*/", "\"\"a \"\" \"\" e\"\"//* /* *//\n/*//"),
            ("javascript", "a = /\"[/]/g; b / c / d // e\nreturn `f ${g}\nh`", "\"/\"[/]/g\"/// e/\n\"`f \"\n\"h`\""),
            ("ts", "let a: string = 'b' /* c */", "\"'b'\"//* c *//"),
            (
                "python", "def a():\n    \"\"\"b\n    # c\"\"\"\n    d = 'e' # f",
                "\n\"\"\"\"b\"\n\"    # c\"\"\"\"\n\"'e'\"/# f/"
            ),
            (
                "ruby", "=begin\na\n=end\nb = %w[c d] + <<~E # f\n  # g\nE",
                "/=begin/\n/a/\n/=end/\n\"%w[c d]\"\"<<~E\"/# f/\n\"  # g\"\n\"E\""
            ),
            ("php", "$a = 'b\nc'; # d\n$e = <<<F\n// g\nF;", "\"'b\"\n\"c'\"/# d/\n\"<<<F\"\n\"// g\"\n\"F;\""),
            ("sql", "select 'it''s' /* a\n*/ -- b", "\"'it''s'\"//* a/\n/*///-- b/"),
            ("html", "<a b='c'>don't</a><!-- d\ne -->", "\"'c'\"/<!-- d/\n/e -->/"),
            ("css", "a { b: \"c\" } /* d\ne */", "\"\"c\"\"//* d/\n/e *//"),
            ("yaml", "a: 'b' # c\nd: don't#e\nf: |\n  'g' # h\ni: \"j\nk\"", "\"'b'\"/# c/\n\n\n\n\"\"j\"\n\"k\"\""),
            ("toml", "a = '''b\nc''' # d\ne = 'f\\'", "\"'''b\"\n\"c'''\"/# d/\n\"'f\\'\""),
            ("dockerfile", "# a\nRUN b \"$c d\" # e", "/# a/\n\"\"\"\" d\"\""),
            ("make", "a: # b\n\techo \"$(C) d\" \\# e", "/# b/\n\"\"\"\" d\"\""),
            ("diff", "+a\n-b\n c", "\"+a\"\n\n"),
            ("markdown", "a `b` <!-- c\n--> d", "\"`b`\"/<!-- c/\n/-->/"),
        ])
    func languages(_ language: String, _ code: String, _ found: String) throws {
        let rules = try #require(CodeRules(language: language))
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        #expect(marked(lines, rules).joined(separator: "\n") == found)
        #expect(rules.styled(lines).map(\.text) == lines)
    }

    @Test("a table of one's own has words, comments and texts as those of the library")
    func own() {
        let lua = CodeRules(
            keywords: ["local", "end"], comments: ["--"], quotes: ["\"", "'"],
            spans: [.text("[[", "]]", hasEscapes: false), .comment("--[[", "]]")])
        #expect(
            marked(["local a = [[b", "c]] -- d", "--[[ e", "]] 'f'"], lua) == [
                "\"[[b\"", "\"c]]\"/-- d/", "/--[[ e/", "/]]/\"'f'\"",
            ])
        #expect(lua.styled("local x = 12").runs.map(\.style) == [.accent, .plain, .warning])
    }

    @Test("a line alone knows nothing of those before it")
    func state() {
        var state = CodeRules.State()
        _ = CodeRules.c.styled("/* a", after: &state)
        #expect(state != CodeRules.State())
        #expect(CodeRules.c.styled("b */", after: &state).runs.map(\.style) == [.muted + .italic])
        #expect(state == CodeRules.State())
        #expect(CodeRules.c.styled("b */").runs.map(\.style) == [.plain])
    }

    @Test("random bytes of code stay as they are, in every language")
    func random() throws {
        let pieces = [
            "\"", "'", "`", "\"\"\"", "/*", "*/", "//", "#", "<!--", "-->", "\\", "${", "$(", "}", ")", "<<A", "A", "a",
            " ", "é",
            "\u{301}", "日", "/", "[", "]", "=", ":", "|", "1", "%w[", "R\"(", "--",
        ]
        var seed: UInt64 = 1
        for language in [
            "swift", "sh", "json", "c", "cpp", "rust", "js", "ruby", "php", "sql", "html", "yaml", "toml", "md", "diff",
        ] {
            let rules = try #require(CodeRules(language: language))
            for _ in 0..<60 {
                let lines = (0..<4).map { _ in
                    (0..<12).map { _ in
                        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return pieces[Int(seed >> 33) % pieces.count]
                    }.joined()
                }
                #expect(
                    rules.styled(lines).map { Array($0.text.utf8) } == lines.map { Array($0.utf8) },
                    "\(language) \(lines)")
            }
        }
    }
}
