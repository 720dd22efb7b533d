import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("Code in colours")
struct CodeRulesTests {
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
            ("kotlin", "\"a $b ${c(\"d\")} e\" /* /* */\n*/", "\"\"a \"\" \"\"\"d\"\"\" e\"\"//* /* *//\n/*//"),
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
            ("php", "$a = 'b\nc'; # d\n$e = <<<F\n// g\nF;", "\"'b\"\n\"c'\"/# d/\n\"<<<F\"\n\"// g\"\n\"F\""),
            ("sql", "select 'it''s' /* a\n*/ -- b", "\"'it''s'\"//* a/\n/*///-- b/"),
            ("sql", "select \"a'b\"\"c\" from `d'e` -- f", "\"\"a'b\"\"c\"\"\"`d'e`\"/-- f/"),
            ("html", "<a b='c'>don't</a><!-- d\ne -->", "\"'c'\"/<!-- d/\n/e -->/"),
            ("css", "a { b: \"c\" } /* d\ne */", "\"\"c\"\"//* d/\n/e *//"),
            ("yaml", "a: 'b' # c\nd: don't#e\nf: |\n  'g' # h\ni: \"j\nk\"", "\"'b'\"/# c/\n\n\n\n\"\"j\"\n\"k\"\""),
            ("toml", "a = '''b\nc''' # d\ne = 'f\\'", "\"'''b\"\n\"c'''\"/# d/\n\"'f\\'\""),
            ("dockerfile", "# a\nRUN b \"$c d\" # e", "/# a/\n\"\"\"\" d\"\""),
            ("make", "a: # b\n\techo \"$(C) d\" \\# e", "/# b/\n\"\"\"\" d\"\""),
            ("diff", "+a\n-b\n c", "\"+a\"\n\n"),
            ("markdown", "a `b` <!-- c\n--> d", "\"`b`\"/<!-- c/\n/-->/"),
            ("markdown", "`` a ` b `` `c` `\nd", "\"`` a ` b ``\"\"`c`\"\n"),
        ])
    func languages(_ language: String, _ code: String, _ found: String) throws {
        let rules = try #require(CodeRules(language: language))
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        #expect(rules.marked(lines).joined(separator: "\n") == found)
        #expect(rules.styled(lines).map(\.text) == lines)
    }

    @Test(
        "values in texts are code, over several lines and with texts in them, and the text goes on behind them",
        arguments: [
            (
                "js", "a = `b ${c.map(d => `\n${d + \"}\"}`).e('f')} g` // h",
                "\"`b \"\"`\"\n\"\"}\"\"\"`\"\"'f'\"\" g`\"/// h/"
            ),
            ("swift", "\"\\(a ? \"b\" : \"c\") d\" // e", "\"\"\"\"\"b\"\"\"\"c\"\"\" d\"\"/// e/"),
            ("sh", "a=\"$(\n b \"c)\" # it's\n)\" # d", "\"\"\"\n\"\"c)\"\"/# it's/\n\"\"\"/# d/"),
            ("sh", "a=\"${b%% #*}\" # c\nd=\"${e:-it's}\" # f", "\"\"\"\"\"\"/# c/\n\"\"\"\"\"\"/# f/"),
            ("ruby", "\"a #{b.map { |c| \"#{c}\" }} d\" # e", "\"\"a \"\"\"\"\"\"\"\" d\"\"/# e/"),
            ("make", "a:\n\t\"$$(b \"c\") d\" # e", "\n\"\"\"\"\"c\"\"\" d\"\"/# e/"),
            ("python", "f\"a {b['c']:#x} {{d}}\" # e", "\"\"a \"\"'c'\"\" {{d}}\"\"/# e/"),
        ])
    func values(_ language: String, _ code: String, _ found: String) throws {
        try languages(language, code, found)
    }

    @Test(
        "marks that only look like the beginning of a text or of a comment begin none, and others do",
        arguments: [
            ("ruby", "class << self\na << b\nc = 1 <<D\n'e' # f", "\n\n\"<<D\"\n\"'e' # f\""),
            ("sh", "a=$((1 << b))\n((c <<= 2)) # it's\n\"d\"", "\n/# it's/\n\"\"d\"\""),
            ("sh", "a <<'B-C.D' | e\n'\nB-C.D\n'f'", "\"<<'B-C.D'\"\n\"'\"\n\"B-C.D\"\n\"'f'\""),
            ("sh", "a <<B\n B\nB\nc <<-D\n\tD\n'e'", "\"<<B\"\n\" B\"\n\"B\"\n\"<<-D\"\n\"\tD\"\n\"'e'\""),
            ("php", "#[A('b')]\na(<<<C\n'\n  C, 'd'); # e", "\"'b'\"\n\"<<<C\"\n\"'\"\n\"  C\"\"'d'\"/# e/"),
            ("yaml", "- a: |\n    'b'\n  c: 'd' # e\n- |\n  'f'", "\n\n\"'d'\"/# e/\n\n"),
            ("yaml", "a: ${{ b(c, 'd') }} \"e\"\nf: !g \"h\"\ni: [j\n, \"k\"]", "\n\"\"h\"\"\n\n\"\"k\"\""),
            (
                "yaml", "a: b\n\n  \"c\" d\ne: \"f\"\n- g\n  'h'\n- i: j\n  'k': l\nm: n # o\n  \"p\"",
                "\n\n\n\"\"f\"\"\n\n\n\n\"'k'\"\n/# o/\n\"\"p\"\""
            ),
            (
                "yaml", "a: [b\n 'c', 'd\n'\n # [\n , 'e']\n--- \"f\"\n---\n'g'",
                "\n\"'d\"\n\"'\"\n/# [/\n\"'e'\"\n\"\"f\"\"\n\n\"'g'\""
            ),
            ("cpp", "1'000; 'a' // b\nR\"c(d)\"\n)c\" // e", "\"'a'\"/// b/\n\"R\"c(d)\"\"\n\")c\"\"/// e/"),
            ("swift", "/a\"b/; c / d; ##\"e\"# \\##(f)\"## // g", "\"/a\"b/\"\"##\"e\"# \"\"\"##\"/// g/"),
            ("rust", "r##\"a\"#\"##; br#\"b\"c\"#; 'd // e", "\"r##\"a\"#\"##\"\"br#\"b\"c\"#\"/// e/"),
            ("make", "a: '\\'',b # c\n\t'd", "\"'\\'\"/# c/\n"),
            (
                "html", "<script a=b>`c\nd` // e\n</script><a b=c>d 'e'<style>/* f */</style>/*",
                "\"b\"\"`c\"\n\"d`\"/// e/\n\"c\"//* f *//"
            ),
            ("cpp", "LR\"(a\n\")\" b; u8R\"c(\")c\" 'd'", "\"LR\"(a\"\n\"\")\"\"\"u8R\"c(\")c\"\"\"'d'\""),
            (
                "swift", "###\"a\"## \\###(b)\"### #\"\"\"\nc\"\n\"\"\"# // d",
                "\"###\"a\"## \"\"\"###\"\"#\"\"\"\"\n\"c\"\"\n\"\"\"\"#\"/// d/"
            ),
            (
                "rust", "r###\"a\"##b\"### r\"c\\\" cr#\"d\"# r#type 'e' // f",
                "\"r###\"a\"##b\"###\"\"r\"c\\\"\"\"cr#\"d\"#\"\"'e'\"/// f/"
            ),
            (
                "sql", "E'a\\'b' $$it's$$ $1 $c$ $$' $c$ 'd\\' as $$\n'e' -- f\n$$;",
                "\"E'a\\'b'\"\"$$it's$$\"\"$c$ $$' $c$\"\"'d\\'\"\n\"'e'\"/-- f/\n"
            ),
            (
                "ruby", "%q(a (b) #{c}) %Q<d <#{e}> f> %w|g h| %(i 'j') # k",
                "\"%q(a (b) #{c})\"\"%Q<d <\"\"> f>\"\"%w|g h|\"\"%(i 'j')\"/# k/"
            ),
            ("ruby", "a = b %c + d % (e) # f\ng.split(?\", ?') + $' + (h ?'i':'j')", "/# f/\n\"'i'\"\"'j'\""),
            (
                "js", "if (a(b)) /'/.test(c); d(e) / f / 'g'\n  / h / 'i'\nelse /\"/ // j",
                "\"/'/\"\"'g'\"\n\"'i'\"\n\"/\"/\"/// j/"
            ),
            (
                "jsx", "<a b={c} /><d e={f} /> // g\n<p>it's</p><i>https://a.b</i> 'h'\nreturn'j'; k('l')",
                "/// g/\n\"'h'\"\n\"'j'\"\"'l'\""
            ),
            ("html", "<a b=#c d=e>f=g \"h\"</a>", "\"#c\"\"e\""),
        ])
    func marks(_ language: String, _ code: String, _ found: String) throws {
        try languages(language, code, found)
    }

    @Test("a line of many marks that nothing ends is read once, however long it is")
    func long() throws {
        for (language, piece) in [
            ("js", "=/["), ("html", "=a"), ("html", "<a b=c "), ("sh", "((a<<b"), ("sh", "\"$("), ("yaml", "\"a\" b, "),
            ("python", "f'{"), ("js", "`${"), ("cpp", "R\""), ("ruby", "a <<"), ("md", "`"), ("swift", "\"\\("),
            ("rust", "r#"), ("sql", "$a"), ("ruby", "%q("), ("js", ") /"),
        ] {
            let line = String(repeating: piece, count: 600)
            let styled = try #require(CodeRules(language: language)).styled([line, line])
            #expect(styled.map(\.text) == [line, line])
        }
    }

    @Test("a table of one's own has words, comments and texts as those of the library")
    func own() {
        let lua = CodeRules(
            keywords: ["local", "end"], comments: ["--"], quotes: ["\"", "'"],
            spans: [.text("[[", "]]", hasEscapes: false), .comment("--[[", "]]")])
        #expect(
            lua.marked(["local a = [[b", "c]] -- d", "--[[ e", "]] 'f'"]) == [
                "\"[[b\"", "\"c]]\"/-- d/", "/--[[ e/", "/]]/\"'f'\"",
            ])
        #expect(lua.styled("local x = 12").runs.map(\.style) == [.accent, .plain, .warning])
    }

    @Test("a language has its table by each of its names, in any case; one that has none is not found")
    func names() {
        for name in ["javascript", "JS", "jsx", "mjs"] { #expect(CodeRules(language: name) == .javaScript, "\(name)") }
        for name in ["TypeScript", "ts", "tsx"] { #expect(CodeRules(language: name) == .typeScript, "\(name)") }
        #expect(CodeRules(language: "") == nil && CodeRules(language: "j s") == nil)
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
            " ", "é", "#{", "f\"", "\\(", "$$(", "<<-B'", "((", "<", ">", "&",
            "\u{301}", "日", "/", "[", "]", "=", ":", "|", "1", "%w[", "R\"(", "--",
        ]
        let languages = [
            "python", "kotlin", "make", "docker", "swift", "sh", "json", "c", "cpp", "rust", "js", "ruby", "php", "sql",
            "html", "yaml", "toml", "md", "diff",
        ]
        for seed in FuzzSeeds(1_200) {
            var chance = SeededChance(seed: seed)
            let language = languages[Int(seed % UInt64(languages.count))]
            let rules = try #require(CodeRules(language: language))
            let lines = (0..<4).map { _ in (0..<12).map { _ in chance.one(of: pieces) }.joined() }
            #expect(
                rules.styled(lines).map { Array($0.text.utf8) } == lines.map { Array($0.utf8) },
                "seed \(seed), \(language)")
        }
    }
}
