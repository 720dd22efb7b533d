extension RecordingPage {
    /// Conditions, as ``FramePredicate`` reads them.
    static let conditionScript = #"""
        // A function of a frame; undefined for a text that is no condition.
        function parsedCondition(text) {
          if (!/==|!=|<|>|^!|\bcontains\b/.test(text)) return undefined;
          const tokens = text.match(/"(?:[^"\\]|\\.)*"|&&|\|\||[=!<>]=|[<>!()]|-?\d[\d.eE+-]*|[A-Za-z_](?:[\w.]|\[(?:[^\]"]|"(?:[^"\\]|\\.)*")+\])*/g) ?? [];
          const operators = {
            "==": (a, b) => JSON.stringify(a) === JSON.stringify(b), "!=": (a, b) => JSON.stringify(a) !== JSON.stringify(b),
            "<": (a, b) => isOrdered(a, b) && a < b, ">": (a, b) => isOrdered(a, b) && a > b,
            "<=": (a, b) => isOrdered(a, b) && a <= b, ">=": (a, b) => isOrdered(a, b) && a >= b,
            contains: (a, b) => Array.isArray(a) ? a.some(part => operators["=="](part, b)) : typeof a === "string" ? a.includes(b) : isNested(a) && b in a };
          const isOrdered = (a, b) => typeof a === typeof b && (typeof a === "number" || typeof a === "string");
          let next = 0;
          const take = token => tokens[next] === token ? (next += 1, true) : false;
          function operand() {
            const token = tokens[next++];
            if (token === undefined || /^[=!<>&|()]/.test(token)) throw new SyntaxError(token);
            if (/^["\d-]/.test(token)) { const value = JSON.parse(token); return () => value; }
            if (token === "true" || token === "false") return () => token === "true";
            if (token === "nil" || token === "null") return () => null;
            const place = placeSteps(token);
            return frame => at(frame, place) ?? null;
          }
          function negation() {
            if (take("!")) { const inner = negation(); return frame => !inner(frame); }
            if (take("(")) { const inner = either(); if (!take(")")) throw new SyntaxError(")"); return inner; }
            const left = operand(), operator = Object.hasOwn(operators, tokens[next]) ? operators[tokens[next++]] : undefined;
            if (operator === undefined) return frame => left(frame) === true;
            const right = operand();
            return frame => operator(left(frame), right(frame));
          }
          function both() { let found = negation(); while (take("&&")) { const left = found, right = negation(); found = frame => left(frame) && right(frame); } return found; }
          function either() { let found = both(); while (take("||")) { const left = found, right = both(); found = frame => left(frame) || right(frame); } return found; }
          try {
            const condition = either();
            const bare = text => text.replace(/("(?:[^"\\]|\\.)*")|\s/g, "$1");
            return next === tokens.length && bare(tokens.join("")) === bare(text) ? condition : undefined;
          } catch { return undefined; }
        }
        // The steps of items[3].title, texts["a key"], rows[id: 5].n; the last is the first element with that value in the field.
        function placeSteps(path) {
          return [...path.matchAll(/(?:^|\.)([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\[(\w+): *("(?:[^"\\]|\\.)*"|[^\]"]+)\]/g)]
            .map(([, key, index, quoted, field, value]) => field === undefined ? key ?? index ?? JSON.parse(quoted)
              : { field, value: /^(?:"|-?\d+(?:\.\d+)?$|true$|false$)/.test(value) ? JSON.parse(value) : value });
        }
        """#
}
