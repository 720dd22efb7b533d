import CycleDrivers
import CycleScreens
import Testing

/// Faults of highlighters that their users have reported, each tested as it should be.
@Suite("Faults of other libraries in code")
struct CodePeerTests {
    private func expect(_ language: String, _ code: String, _ found: [String]) throws {
        let rules = try #require(CodeRules(language: language))
        #expect(rules.marked(code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)) == found)
    }

    @Test(
        "a pattern begins behind a comment and another pattern, and a division does not",
        arguments: [
            ("js", "/./g; // a\n/\"/g; // b\n/'/g", ["\"/./g\"/// a/", "\"/\"/g\"/// b/", "\"/'/g\""]),
            (
                "js", "a = /* */ /\"/; // b\n- /it's/\n* /it's :-(/",
                ["//* *//\"/\"/\"/// b/", "\"/it's/\"", "\"/it's :-(/\""]
            ),
            (
                "js", "p = x.a / x.b * 100; // a / b\na++ / 2 / 'c'\na-- / 2 / 'd'",
                ["/// a / b/", "\"'c'\"", "\"'d'\""]
            ),
            (
                "js", "/<\\/?[\\w:-]+(?:(\"|')|[^\\s'\">=]+)\\/?>/gi // a",
                ["\"/<\\/?[\\w:-]+(?:(\"|')|[^\\s'\">=]+)\\/?>/gi\"/// a/"]
            ),
            ("ruby", "x /y's/ # a\nb / c / 'd' # e\nf/g/'h'", ["\"/y's/\"/# a/", "\"'d'\"/# e/", "\"'h'\""]),
        ] as [(String, String, [String])])
    func patterns(_ language: String, _ code: String, _ found: [String]) throws {
        try expect(language, code, found)
    }

    @Test(
        "a quote in a text, a value and a key is a character",
        arguments: [
            (
                "ts", "let x = `a \\ b`; // c\n`\\``; // d\n``; // e",
                ["\"`a \\ b`\"/// c/", "\"`\\``\"/// d/", "\"``\"/// e/"]
            ),
            (
                "sql", ",\"waiting user\"=s1.suid -- it's\n'a''b' -- c\n'e\nf' -- g",
                ["\"\"waiting user\"\"/-- it's/", "\"'a''b'\"/-- c/", "\"'e\"", "\"f'\"/-- g/"]
            ),
            (
                "java", "a = \"\"\"\n  \" b's \\\"\"\" // c\n  \"\"\"; // d\n'\"' // e",
                ["\"\"\"\"\"", "\"  \" b's \\\"\"\" // c\"", "\"  \"\"\"\"/// d/", "\"'\"'\"/// e/"]
            ),
            (
                "yaml",
                "- a: Need two quotes. Lots\n    of escaping's\n  b: (')[^'\\\\]*(')\n  c: ''''\n  d: (\")[^\"#]*(\") # e",
                ["", "", "", "\"''''\"", "/# e/"]
            ),
            ("yaml", "a: a [b] 'c'\nd: e:f's\nu: http://a#b\n# g: h's", ["", "", "", "/# g: h's/"]),
            (
                "toml", "'quoted \"value\"' = \"a\" # b\n'c \\\"d' = 6 # e\n\"\" = \"f\" # g",
                ["\"'quoted \"value\"'\"\"\"a\"\"/# b/", "\"'c \\\"d'\"/# e/", "\"\"\"\"\"\"f\"\"/# g/"]
            ),
            (
                "python", "\"\"\"a \"b\" c\n\"d\" e\"\"\" # f\nr'\\' # g' # h",
                ["\"\"\"\"a \"b\" c\"", "\"\"d\" e\"\"\"\"/# f/", "\"'\\' # g'\"/# h/"]
            ),
        ] as [(String, String, [String])])
    func texts(_ language: String, _ code: String, _ found: [String]) throws {
        try expect(language, code, found)
    }

    @Test(
        "a comment in a command of a shell ends with the command, a word with `#` in it is none",
        arguments: [
            (
                "sh", "echo `echo a # b` 'c' # d\nprintf 'e' `# f` 'g' | # h",
                ["/# b/\"'c'\"/# d/", "\"'e'\"/# f/\"'g'\"/# h/"]
            ),
            ("sh", "some ${a:+--b <(c '%s\\n' \"$d\")} # e", ["\"'%s\\n'\"\"\"\"\"\"\"/# e/"]),
            (
                "sh", ": <<'END'\na END b\n  END\nit's\nEND\n# c",
                ["\"<<'END'\"", "\"a END b\"", "\"  END\"", "\"it's\"", "\"END\"", "/# c/"]
            ),
            ("sh", "${a#b} ${a/#c/d} ${#a} ${a%%'e'} # f\na=\\( # it's", ["\"'e'\"/# f/", "/# it's/"]),
        ] as [(String, String, [String])])
    func shells(_ language: String, _ code: String, _ found: [String]) throws {
        try expect(language, code, found)
    }

    @Test(
        "a comment goes on behind a backslash where the language says so, and holds others where it does",
        arguments: [
            ("c", "// a \\\nb's\n'c' /* d /* e */ f // g", ["/// a \\/", "/b's/", "\"'c'\"//* d /* e *///// g/"]),
            ("cpp", "x = 1; // a \\\\\n' \\\n\"\n\"b\"", ["/// a \\\\/", "/' \\/", "/\"/", "\"\"b\"\""]),
            ("rust", "/* a /* b */ c's */ 'd' // e", ["//* a /* b */ c's *//\"'d'\"/// e/"]),
            ("java", "// a \\\n'b'", ["/// a \\/", "\"'b'\""]),
        ] as [(String, String, [String])])
    func comments(_ language: String, _ code: String, _ found: [String]) throws {
        try expect(language, code, found)
    }

    @Test(
        "HTML around pieces of PHP is HTML, and a comment in a piece ends with it",
        arguments: [
            (
                "php", "<p title=\"a's\">it's</p>\n<?php echo 'b'; // c ?> it's <!-- d's -->\n<?= \"e\" ?>'\n<? /* f",
                ["\"\"a's\"\"", "\"'b'\"/// c //<!-- d's -->/", "\"\"e\"\"", "//* f/"]
            ),
            (
                "php", "$a < 5; // it's\n  <<<B\n <p>\n B;\n'c'",
                ["/// it's/", "\"<<<B\"", "\" <p>\"", "\" B\"", "\"'c'\""]
            ),
        ] as [(String, String, [String])])
    func pages(_ language: String, _ code: String, _ found: [String]) throws {
        try expect(language, code, found)
    }
}
