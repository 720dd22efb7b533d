extension RecordingPage {
    /// The film of frames with a lane of events for each lens, the screens of the program, and playing.
    static let filmScript = #"""
        const lanes = [...new Set(moments.map(moment => moment.lens))].filter(lens => lens !== "start");
        const screens = JSON.parse(element("screens").textContent), night = matchMedia("(prefers-color-scheme: dark)");
        function filmText(index) {
          const after = effect(index), whole = plain(after);
          if (whole.length <= 14 || isStart(index)) return short(whole, 60);
          const change = differences(context(index), after)[0];
          return change === undefined ? "" : short(change.path.split(".").at(-1) + " " + (change.after === undefined ? "gone" : plain(change.after)), 60);
        }
        function drawFilm() {
          const film = element("film"), width = 118, labelWidth = Math.min(180, Math.max(70, 16 + 7.3 * Math.max(...lanes.map(lens => lens.length)))),
            count = Math.max(1, Math.floor((film.clientWidth - 32 - labelWidth) / width));
          const row = Math.max(0, shown.indexOf(selected));
          const first = Math.max(0, Math.min(row - (count >> 1), shown.length - count));
          // Of many lanes those of the moments that are seen, the nearest ones first.
          const near = shown.slice(first, first + count).sort((a, b) => Math.abs(a - selected) - Math.abs(b - selected)).map(index => moments[index].lens);
          const chosen = lanes.length <= 5 ? lanes : [...new Set([...near, ...lanes])].filter(lens => lens !== "start").slice(0, 5);
          const visible = lanes.filter(lens => chosen.includes(lens));
          film.style.gridTemplateColumns = labelWidth + "px repeat(" + count + ", minmax(0, 1fr))";
          film.replaceChildren();
          const cell = (text, kind, line, column, index) => { const node = document.createElement("div");
            node.textContent = text; node.className = kind + (index === selected ? " selected" : "");
            node.style.gridArea = line + " / " + column; if (index !== undefined) node.onclick = () => select(index); film.append(node); return node; };
          const more = lanes.length - visible.length;
          if (more > 0) cell("+" + more + (more === 1 ? " lane" : " lanes"), "label", 1, 1);
          cell("frames", "label", 2, 1);
          visible.forEach((lens, lane) => { cell(lens, "label", lane + 3, 1); cell("", "line", lane + 3, "2 / auto / -1"); });
          shown.slice(first, first + count).forEach((index, place) => {
            const moment = moments[index], isChange = changes(index), lane = visible.indexOf(moment.lens);
            cell((index === selected ? "▾ " : "") + moment.seq, "number", 1, place + 2, index);
            cell(isChange ? filmText(index) : "┄┄┄", isChange ? "frame" : "frame quiet", 2, place + 2, index);
            if (lane >= 0) cell(short(moment.event, 40), isChange ? "event" : "event quiet", lane + 3, place + 2, index);
          });
        }
        function drawScreen() {
          const pane = element("screen");
          pane.hidden = screens === null;
          if (screens === null) return;
          // The last screen that a moment up to the selected one led to.
          let low = 0, high = screens.screens.length;
          while (low < high) { const middle = (low + high) >> 1;
            if (screens.screens[middle][0] <= moments[selected].seq) low = middle + 1; else high = middle; }
          if (low === 0) return pane.replaceChildren("no screen yet");
          const shown = screens.screens[low - 1][1];
          // Nothing was to be seen then: no empty box is shown for it.
          pane.hidden = shown === null;
          if (shown === null) return;
          const columns = Math.max(1, ...shown.map(line => screens.lines[line].reduce((sum, run) => sum + run[2], 0)));
          // So large that no column is cut, where that can be read.
          pane.style.fontSize = Math.max(7, Math.min(12.5, (pane.parentElement.clientWidth - 56) / columns / 0.603)) + "px";
          pane.replaceChildren(...shown.flatMap(line => [...screens.lines[line].map(([text, look, columns]) => {
            const span = document.createElement("span");
            span.textContent = text;
            span.style.cssText = screens.looks[look][night.matches ? 0 : 1] + ";width:" + columns + "ch";
            return span;
          }), "\n"]));
        }
        let player = null, isBackward = false;
        function stop() {
          clearTimeout(player);
          player = null;
          element("play").textContent = "▶ play";
          element("play").setAttribute("aria-pressed", "false");
        }
        function playOn() {
          const next = shown[shown.indexOf(selected) + (isBackward ? -1 : 1)];
          if (next === undefined) return stop();
          const wait = Math.abs(moments[next].time - moments[selected].time) * 1000 / Number(element("speed").value);
          player = setTimeout(() => { select(next); playOn(); }, Math.min(2000, Math.max(20, wait)));
        }
        function play(backward) {
          const isOn = player === null || backward !== isBackward;
          stop();
          if (!isOn) return;
          isBackward = backward;
          element("play").textContent = backward ? "◀ stop" : "▶ stop";
          element("play").setAttribute("aria-pressed", "true");
          playOn();
        }
        function goToTime() {
          const parts = (prompt("The moment at a time, as 770 or 12:50") ?? "").split(":").map(part => part.trim() === "" ? NaN : Number(part));
          const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
          if (Number.isNaN(seconds)) return;
          for (let index = moments.length - 1; index >= 0; index -= 1) if (moments[index].time <= seconds || index === 0) return select(index);
        }
        """#
}
