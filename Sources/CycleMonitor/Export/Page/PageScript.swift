extension RecordingPage {
    /// The behaviour of the page: it lists, filters by text, and draws what ``PageRows`` has made. `PageTests` bounds its lines.
    static let script = #"""
        "use strict";
        const element = id => document.getElementById(id), read = id => JSON.parse(element(id).textContent);
        const { texts, lenses, lines, blame, moments: entries } = read("rows"), screens = read("screens");
        const moments = entries.map(([number, time, wall, lens, event, flags, film, differences, edits]) => ({
          number, time: time / 1000, wall, lens: lenses[lens][0], kind: lenses[lens][1], event: texts[event], film: texts[film], edits,
          isChange: flags & 1, isStart: flags & 2, isApproved: flags & 4, differences: differences.map(row => row.map(text => texts[text])) }));
        const list = element("moments"), rowHeight = 24, marks = new Set(), kept = [[]];
        let shown = [...moments.keys()], selected = 0, first = 0, hidden = [], blamed = null, player = null, direction = 0;
        function node(tag, className, parts, more = {}) {
          const made = Object.assign(document.createElement(tag), { className }, more);
          made.append(...parts);
          return made;
        }
        function drawList() {
          const top = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5), end = top + Math.ceil(list.clientHeight / rowHeight) + 10;
          list.replaceChildren(node("span", "", [], { style: `height:${shown.length * rowHeight}px` }), ...shown.slice(top, end).map((index, row) => {
            const moment = moments[index], sign = marks.has(index) ? "▪" : moment.isApproved ? "✓" : " ";
            const head = String(moment.number).padStart(5) + sign + moment.time.toFixed(3).padStart(9) + "  ";
            return node("div", "", [node("span", "time", [head]), node("span", "lens", [moment.lens + " "]), node("span", moment.isChange ? "" : "quiet",
              [moment.event.slice(0, 200)])], { id: "moment-" + index, role: "option", ariaSelected: index === selected,
              style: `top:${(top + row) * rowHeight}px`, onclick: () => select(index) });
          }));
          list.setAttribute("aria-activedescendant", "moment-" + selected);
          element("count").textContent = (shown.length < moments.length ? shown.length + " of " : "") + moments.length + " moments";
          element("hidden").replaceChildren(...hidden.map(kind =>
            node("button", "", ["no " + kind + " ×"], { onclick: () => hide(hidden.filter(other => other !== kind)) })));
        }
        function hide(kinds) { hidden = kinds; filter(); }
        // All words have to occur in the event, its lens, and what it changed.
        function filter() {
          const lens = element("lens").value, only = element("changes").checked, words = element("find").value.toLowerCase().split(/\s+/);
          const text = moment => moment.text ??= [moment.lens, moment.event, ...moment.differences.flat()].join(" ").toLowerCase();
          shown = [...moments.keys()].filter(index => { const moment = moments[index];
            return index >= first && (!only || moment.isChange) && words.every(word => text(moment).includes(word))
              && (moment.isStart || (!lens || moment.lens === lens) && !hidden.includes(moment.kind)); });
          select(shown.includes(selected) ? selected : shown.find(index => index > selected) ?? shown.at(-1) ?? selected);
        }
        // The rows of a frame. Those before each 256th moment are kept, and edits lead on from there.
        function frame(index) {
          let block = Math.min(index >> 8, kept.length - 1), rows = kept[block];
          for (let i = block << 8; i <= index; i += 1) {
            if (i % 256 === 0) kept[i >> 8] = rows;
            for (const [at, count, added] of moments[i].edits)
              rows = rows.slice(0, at).concat(added.map(([line, place]) => ({ line: lines[line], place, from: i })), rows.slice(at + count));
          }
          return rows;
        }
        function drawRows(parent, rows) {
          for (let start = 0, count = 0, end; start < rows.length && count < 1000; start = end, count += 1) {
            const { line: [depth, name, text], place, from } = rows[start], title = depth === 0 ? "frame" : texts[name] ?? `[${count}]`;
            const key = node("span", "key", [title + ": "]), changed = from === selected && !moments[selected].isStart ? " changed" : "";
            for (end = start + 1; end < rows.length && rows[end].line[0] > depth;) end += 1;
            if (text !== null) { parent.append(node("button", "leaf" + changed, [key, texts[text]], { onclick: () => drawBlame({ place, title }) })); continue; }
            const below = rows.slice(start + 1, end), leaves = below.filter(({ line }) => line[2] !== null).slice(0, 12);
            const preview = leaves.map(({ line }) => (line[1] === null ? "" : texts[line[1]] + ": ") + texts[line[2]]).join(", ").slice(0, 120);
            const branch = node("details", changed, [node("summary", "", [key, node("span", "preview", [preview])])]);
            branch.open = depth < 2 || below.some(row => row.from === selected);
            branch.ontoggle = () => { if (branch.open && branch.childElementCount === 1) drawRows(branch, below); };
            branch.ontoggle();
            parent.append(branch);
          }
        }
        const change = ([place, before, after]) => [place, ...(before === undefined ? [] : [": ", node("del", "removed", [before])]),
          ...(after === undefined ? [] : [before === undefined ? ": " : " → ", node("ins", "added", [after])])];
        function drawMoment() {
          const moment = moments[selected], elapsed = selected > 0 && !moment.isStart ? moment.time - moments[selected - 1].time : undefined;
          const day = moment.wall === null ? "" : new Date(moment.wall).toISOString().replace("T", " ").replace("Z", " UTC");
          element("event").textContent = moment.lens + ": " + moment.event;
          element("times").textContent = ["moment " + moment.number, moment.time.toFixed(3) + " s",
            elapsed === undefined ? "" : "+" + elapsed.toFixed(3) + " s", day].filter(Boolean).join(" · ");
          element("differences").replaceChildren(...moment.differences.map(row => node("li", "", change(row))));
          if (moment.differences.length === 0) element("differences").textContent = moment.isStart ? "the first frame" : "nothing";
          element("frame").replaceChildren();
          drawRows(element("frame"), frame(selected));
        }
        // The moments that changed a place, the newest first; the one that made it what it is now is marked.
        function drawBlame(row = blamed) {
          if (row === null) return;
          const newest = blame[row.place].toReversed(), current = newest.find(index => index <= selected);
          element("blame").replaceChildren(node("h3", "", ["Blame of " + row.title]), ...newest.map(index => node("p", index === current ? "current" : "", [
            node("button", "", [moments[index].number + " " + moments[index].lens], { onclick: () => select(index) }),
            ...moments[index].differences.slice(0, 3).flatMap(row => ["  ", ...change(row)]), node("small", "", ["  " + moments[index].event.slice(0, 60)])])));
          if (row !== blamed) element("blame").scrollIntoView({ block: "nearest" });
          blamed = row;
        }
        // The frames around the selected one, and their events in the lanes of the lenses.
        function drawFilm() {
          const count = Math.max(1, Math.floor((element("film").clientWidth - 170) / 118));
          const start = Math.max(0, Math.min(shown.indexOf(selected) - (count >> 1), shown.length - count)), near = shown.slice(start, start + count);
          const lanes = [...new Set(near.filter(index => !moments[index].isStart).map(index => moments[index].lens))].slice(0, 5);
          const labels = node("div", "labels", ["", "frames", ...lanes].map(text => node("div", "", [text])));
          element("film").replaceChildren(labels, ...near.map(index => {
            const moment = moments[index], quiet = moment.isChange ? "" : " quiet", event = node("div", "event" + quiet, [moment.event.slice(0, 40)]);
            return node("div", index === selected ? "selected" : "", [node("div", "number", [(index === selected ? "▾ " : "") + moment.number]),
              node("div", "frame" + quiet, [moment.film ?? "┄┄┄"]), ...lanes.map(lens => lens === moment.lens ? event : node("div", "lane", []))],
              { onclick: () => select(index) });
          }));
        }
        function drawScreen() {
          const rows = screens?.screens.findLast(([number]) => number <= moments[selected].number)?.[1];
          element("screen").hidden = !rows;
          element("screen").replaceChildren(...(rows ?? []).flatMap(row => [...screens.lines[row].map(([text, look, columns]) =>
            node("span", "look" + look, [text], { style: `width:${columns}ch` })), "\n"]));
        }
        function select(index) {
          if (moments.length === 0) return;
          selected = Math.max(0, Math.min(moments.length - 1, index));
          element("scrub").value = selected;
          history.replaceState(null, "", "#" + moments[selected].number);
          const top = shown.indexOf(selected) * rowHeight, margin = Math.min(4 * rowHeight, list.clientHeight / 3);
          list.scrollTop = Math.max(top + rowHeight + margin - list.clientHeight, Math.min(list.scrollTop, Math.max(0, top - margin)));
          for (const draw of [drawList, drawMoment, drawBlame, drawFilm, drawScreen]) draw();
        }
        const move = by => select(shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(selected) + by))] ?? selected);
        const moveTo = (by, isWanted) => select(shown[by > 0 ? "find" : "findLast"](index =>
          (index - selected) * by > 0 && isWanted(moments[index], index)) ?? selected);
        // One moment after the other, each for as long as it lasted, two seconds at most.
        function play(by) {
          const next = by === 0 ? undefined : shown[shown.indexOf(selected) + by];
          clearTimeout(player);
          direction = next === undefined ? 0 : by;
          element("play").textContent = ["◀ stop", "▶ play", "▶ stop"][direction + 1];
          const wait = direction === 0 ? 0 : Math.abs(moments[next].time - moments[selected].time) * 1000 / Number(element("speed").value);
          if (direction !== 0) player = setTimeout(() => { select(next); play(by); }, Math.min(2000, Math.max(20, wait)));
        }
        const page = () => Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1), down = () => move(1), up = () => move(-1),
          begin = () => move(-shown.length), end = () => move(shown.length);
        const isOfLens = moment => moment.lens === moments[selected].lens, isMarked = (_, index) => marks.has(index);
        const keys = { ArrowDown: down, ArrowRight: down, j: down, ArrowUp: up, ArrowLeft: up, k: up, PageDown: () => move(page()), PageUp: () => move(-page()),
          Home: begin, g: begin, End: end, G: end, n: () => moveTo(1, moment => moment.isChange), p: () => moveTo(-1, moment => moment.isChange),
          "]": () => moveTo(1, isOfLens), "[": () => moveTo(-1, isOfLens), "'": () => moveTo(1, isMarked), '"': () => moveTo(-1, isMarked),
          m: () => { if (!marks.delete(selected)) marks.add(selected); drawList(); }, "/": () => element("find").focus(),
          c: () => { element("changes").checked = !element("changes").checked; filter(); }, C: () => { first = first === 0 ? selected : 0; filter(); },
          l: () => { element("lens").value = element("lens").value ? "" : moments[selected].lens; filter(); },
          L: () => { if (!moments[selected].isStart) hide([...hidden, moments[selected].kind]); }, U: () => hide([]),
          P: () => play(direction === 1 ? 0 : 1), R: () => play(direction === -1 ? 0 : -1) };
        document.onkeydown = event => {
          if (event.target.matches("input, select")) return void (["Escape", "Enter"].includes(event.key) && list.focus());
          if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
          event.preventDefault();
          keys[event.key]();
        };
        for (const id of ["lens", "find", "changes"]) element(id).oninput = filter;
        element("scrub").oninput = event => select(Number(event.target.value));
        element("play").onclick = () => play(direction === 0 ? 1 : 0);
        list.onscroll = drawList;
        window.onresize = () => { drawList(); drawFilm(); };
        window.onhashchange = () => select(Math.max(0, moments.findIndex(moment => "#" + moment.number === location.hash)));
        window.onhashchange();
        list.focus();
        """#
}
