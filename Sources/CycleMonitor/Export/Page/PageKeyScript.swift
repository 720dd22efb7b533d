extension RecordingPage {
    /// The keys of the page, and its beginning.
    static let keyScript = #"""
        function select(index) {
          if (moments.length === 0) return;
          selected = Math.max(0, Math.min(moments.length - 1, index));
          element("scrub").value = selected;
          history.replaceState(null, "", "#" + moments[selected].seq);
          reveal(); drawList(); drawMoment(); markBlame(); drawFilm(); drawScreen();
        }
        function move(by) {
          const row = shown.indexOf(selected);
          const next = shown[Math.max(0, Math.min(shown.length - 1, row + by))];
          if (next !== undefined) select(next);
        }
        function moveToChange(by) {
          for (let row = shown.indexOf(selected) + by; row >= 0 && row < shown.length; row += by)
            if (changes(shown[row])) return select(shown[row]);
        }
        function moveInLens(by) {
          for (let index = selected + by; index >= 0 && index < moments.length; index += by)
            if (moments[index].lens === moments[selected].lens) return select(index);
        }
        function moveToMark(by) {
          const found = [...marks].filter(mark => (mark - selected) * by > 0).sort((a, b) => (a - b) * by)[0];
          if (found !== undefined) select(found);
        }
        const page = () => Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
        const keys = { ArrowDown: () => move(1), ArrowUp: () => move(-1), j: () => move(1), k: () => move(-1),
          Home: () => select(shown[0] ?? 0), End: () => select(shown.at(-1) ?? 0), PageDown: () => move(page()), PageUp: () => move(-page()),
          n: () => moveToChange(1), p: () => moveToChange(-1), "/": () => element("find").focus(),
          g: () => select(shown[0] ?? 0), G: () => select(shown.at(-1) ?? 0), ArrowRight: () => move(1), ArrowLeft: () => move(-1),
          "]": () => moveInLens(1), "[": () => moveInLens(-1), "'": () => moveToMark(1), '"': () => moveToMark(-1),
          c: () => { element("changes").checked = !element("changes").checked; filter(); },
          C: () => { first = first === null ? selected : null; filter(); },
          l: () => { element("lens").value = element("lens").value ? "" : moments[selected].lens; filter(); },
          L: () => { if (isStart(selected)) return; hidden = [...new Set([...hidden, kind(moments[selected].lens)])]; filter(); },
          U: () => { hidden = []; filter(); },
          P: () => play(false), R: () => play(true), t: goToTime,
          m: () => { if (!marks.delete(selected)) marks.add(selected); drawList(); },
          d: () => { marked = marked === null ? selected : null; drawList(); drawMoment(); } };
        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.target.matches("input, select")) { if (event.key === "Escape" || event.key === "Enter") list.focus(); return; }
          const action = keys[event.key];
          if (!action) return;
          event.preventDefault();
          action();
        });
        for (const lens of new Set(moments.map(moment => moment.lens))) element("lens").append(new Option(lens, lens));
        for (const id of ["lens", "find", "changes"]) element(id).oninput = filter;
        element("scrub").max = Math.max(0, moments.length - 1);
        element("scrub").oninput = event => select(Number(event.target.value));
        list.onscroll = drawList;
        window.onresize = () => { drawList(); drawFilm(); drawScreen(); };
        night.onchange = drawScreen;
        element("play").onclick = () => player === null ? play(false) : stop();
        const named = moments.findIndex(moment => "#" + moment.seq === location.hash);
        window.onhashchange = () => { const index = moments.findIndex(moment => "#" + moment.seq === location.hash); if (index >= 0) select(index); };
        if (problems.length > 0) { element("problems").hidden = false; element("problems").textContent = problems.join("\n"); }
        drawList();
        select(named >= 0 ? named : 0);
        list.focus();
        """#
}
