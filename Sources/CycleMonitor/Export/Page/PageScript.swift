extension RecordingPage {
    /// The behaviour of the page: reads the lines, and recomputes frames from their patches.
    static let script = recordingScript + conditionScript + listScript + momentScript + filmScript + keyScript

    /// Moments and frames. Whole frames are kept every 64 moments, so that any frame takes 64 patches at most.
    private static let recordingScript = #"""
        "use strict";
        const element = id => document.getElementById(id);
        const problems = JSON.parse(element("faults").textContent);
        const moments = [];
        const kept = new Map();
        function at(value, steps) {
          for (const step of steps) { if (value === null || typeof value !== "object") return undefined;
            value = step?.field === undefined ? value[step] : Array.isArray(value) ? value.find(part => part?.[step.field] === step.value) : undefined; }
          return value;
        }
        const steps = pointer => pointer.split("/").slice(1).map(s => s.replaceAll("~1", "/").replaceAll("~0", "~"));
        function edited(value, path, change) {
          if (path.length === 0) return change(undefined, undefined, value);
          const [key, ...rest] = path, copy = Array.isArray(value) ? value.slice() : { ...value };
          if (rest.length > 0) copy[key] = edited(copy[key], rest, change); else change(copy, key, copy[key]);
          return copy;
        }
        function applied(frame, operations) {
          for (const { op, path, value, from } of operations) {
            const added = op === "copy" ? at(frame, steps(from)) : value;
            frame = edited(frame, steps(path), (holder, key) => {
              if (holder === undefined) return added;
              if (op === "remove") { if (Array.isArray(holder)) holder.splice(Number(key), 1); else delete holder[key]; }
              else if (op !== "replace" && Array.isArray(holder)) holder.splice(key === "-" ? holder.length : Number(key), 0, added);
              else Object.defineProperty(holder, key, { value: added, enumerable: true, writable: true, configurable: true });
            });
          }
          return frame;
        }
        element("recording").textContent.split("\n").forEach((text, index) => {
          if (!text) return;
          try {
            const line = JSON.parse(text);
            if (line.format === undefined) moments.push(line);
          } catch (error) { problems.push("line " + (index + 1) + ": " + error.message); }
        });
        function effect(index) {
          let base = index;
          while (base > 0 && !kept.has(base) && !("effect" in moments[base])) base -= 1;
          let frame = kept.get(base);
          for (let i = kept.has(base) ? base + 1 : base; i <= index; i += 1) {
            const moment = moments[i];
            const before = "context" in moment ? moment.context : frame;
            frame = "effect" in moment ? moment.effect : applied(before ?? null, moment.change ?? []);
            if (i % 64 === 0) kept.set(i, frame);
          }
          return frame;
        }
        const isStart = index => moments[index].lens === "start";
        function context(index) {
          if (isStart(index)) return undefined;
          return "context" in moments[index] ? moments[index].context : index > 0 ? effect(index - 1) : undefined;
        }
        const changes = index => isStart(index) || ("change" in moments[index] ? moments[index].change.length > 0
          : JSON.stringify(context(index)) !== JSON.stringify(moments[index].effect));
        const name = (path, key) => typeof key === "number" ? path + "[" + key + "]"
          : /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? (path ? path + "." : "") + key : path + "[" + JSON.stringify(key) + "]";
        const entries = value => Array.isArray(value) ? value.map((v, i) => [i, v]) : Object.entries(value);
        const isNested = value => value !== null && typeof value === "object";
        // A Duration is the two halves of its attoseconds, a number of 128 bits; the digits of a page's numbers end at the 16th.
        function duration(value) {
          if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isInteger) || value[1] < 0 || Math.abs(value[0]) >= 1e9) return undefined;
          const [high, low] = value, rest = ((high * 709551616 % 1e9 + low % 1e9) % 1e9 + 1e9) % 1e9, seconds = high * 18.446744073709551616 + low / 1e18;
          return Math.min(rest, 1e9 - rest) > 4096 || Math.abs(seconds) < 9.99e-7 ? undefined : Number(seconds.toFixed(9)) + " s";
        }
        const isZero = value => Array.isArray(value) && value.length === 2 && value[0] === 0 && value[1] === 0;
        const isPerhapsDuration = value => duration(value) !== undefined || isZero(value);
        // Elements that have only moved along are left out.
        function listDifferences(before, after, path, found) {
          const isSame = (i, j) => JSON.stringify(before[i]) === JSON.stringify(after[j]), least = Math.min(before.length, after.length);
          let first = 0, last = 0;
          while (first < least && isSame(first, first)) first += 1;
          while (last < least - first && isSame(before.length - 1 - last, after.length - 1 - last)) last += 1;
          const [ends, long] = [least - last, Math.max(before.length, after.length) - last];
          for (let i = first; i < ends; i += 1) differences(before[i], after[i], name(path, i), found);
          for (let i = ends; i < long; i += 1)
            found.push({ path: name(path, i), before: before.length > least ? before[i] : undefined, after: after.length > least ? after[i] : undefined });
        }
        function differences(before, after, path = "frame", found = []) {
          if (JSON.stringify(before) === JSON.stringify(after)) return found;
          if (isPerhapsDuration(before) && isPerhapsDuration(after)) {
            found.push({ path, before, after });
          } else if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) {
            listDifferences(before, after, path, found);
          } else if (isNested(before) && isNested(after) && Array.isArray(before) === Array.isArray(after)) {
            const keys = new Set([...entries(before), ...entries(after)].map(([key]) => key));
            for (const key of keys) differences(before[key], after[key], name(path, key), found);
          } else found.push({ path, before, after });
          return found;
        }
        """#

    /// The list of moments, of which only the visible rows exist.
    private static let listScript = #"""
        let shown = moments.map((_, index) => index), selected = 0, marked = null, first = null, marks = new Set(), hidden = [];
        const rowHeight = 24, list = element("moments");
        // As in a terminal: without quotes and braces, an enum's case as key(+), first what has no parts.
        const isShort = ([, part]) => !isNested(part) || duration(part) !== undefined;
        function plain(value, isWhole = true) {
          if (Array.isArray(value)) return duration(value) ?? "[" + value.map(part => plain(part, false)).join(", ") + "]";
          if (!isNested(value)) return value === undefined ? "nothing" : String(value);
          const parts = Object.entries(value);
          const rank = part => part[0] === "id" && isShort(part) ? 0 : isShort(part) ? 1 : 2;
          const fields = parts.sort((one, other) => rank(one) - rank(other)).map(([key, part]) => {
            const name = /^_\d*$/.test(key) ? "" : isNested(part) && !Array.isArray(part) ? key : key + ": ";
            return name + plain(part, false);
          }).join(", ");
          return isWhole || fields === "" ? fields : "(" + fields + ")";
        }
        const short = (value, limit) => { const text = plain(value);
          return text.length > limit ? text.slice(0, limit - 1) + "…" : text; };
        function drawList() {
          const top = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
          const last = Math.min(shown.length, top + Math.ceil(list.clientHeight / rowHeight) + 10);
          list.replaceChildren();
          const space = document.createElement("span");
          space.style.cssText = "position:absolute;width:1px;top:0;height:" + shown.length * rowHeight + "px";
          list.append(space);
          for (let i = top; i < last; i += 1) {
            const index = shown[i], moment = moments[index], row = document.createElement("div");
            row.id = "moment-" + index;
            row.style.top = i * rowHeight + "px";
            row.setAttribute("role", "option");
            row.setAttribute("aria-selected", index === selected);
            const part = (text, kind) => { const span = document.createElement("span"); span.className = kind;
              span.textContent = text; row.append(span); };
            part(String(moment.seq).padStart(5) + (index === marked ? "◆" : marks.has(index) ? "▪" : moment.approved ? "✓" : " "), "time");
            part(moment.time.toFixed(3).padStart(9) + "  ", "time");
            part(moment.lens + " ", "lens");
            part(short(moment.event, 120), changes(index) ? "" : "quiet");
            row.onclick = () => select(index);
            list.append(row);
          }
          list.setAttribute("aria-activedescendant", "moment-" + selected);
          element("count").textContent = shown.length === moments.length ? moments.length + " moments"
            : shown.length + " of " + moments.length + " moments";
          element("hidden").replaceChildren(...hidden.map(lens => { const show = document.createElement("button");
            show.textContent = "no " + lens + " ×";
            show.title = "List it again";
            show.onclick = () => { hidden = hidden.filter(other => other !== lens); filter(); };
            return show; }));
        }
        const kind = lens => lens.replace(/\[[^\]]*\]/g, "[]");
        // Of a condition the moments from which on it holds, of a text those that have it.
        function isFound(text) {
          const condition = parsedCondition(text), holds = frame => frame !== undefined && condition(frame);
          if (condition !== undefined) return index => holds(effect(index)) && !holds(context(index));
          const wanted = text.toLowerCase();
          return index => (JSON.stringify(moments[index]) + plain(moments[index].event)).toLowerCase().includes(wanted);
        }
        function filter() {
          const lens = element("lens").value, text = element("find").value, only = element("changes").checked, finds = isFound(text);
          shown = moments.map((_, index) => index).filter(index => (isStart(index) || (!lens || moments[index].lens === lens)
            && !hidden.includes(kind(moments[index].lens)))
            && (first === null || index >= first) && (!only || changes(index)) && (!text || finds(index)));
          if (shown.length > 0 && !shown.includes(selected)) select(shown.find(index => index > selected) ?? shown.at(-1));
          else { drawList(); drawFilm(); }
        }
        function reveal() {
          const row = shown.indexOf(selected);
          if (row < 0) return;
          // With some of the moments around it.
          const margin = Math.min(4, Math.floor(list.clientHeight / rowHeight / 3)) * rowHeight;
          if (row * rowHeight - margin < list.scrollTop) list.scrollTop = Math.max(0, row * rowHeight - margin);
          const lowest = (row + 1) * rowHeight + margin - list.clientHeight;
          if (lowest > list.scrollTop) list.scrollTop = lowest;
        }
        """#

    /// The selected moment: its event, what it changed, the frame, and the blame of a place.
    private static let momentScript = #"""
        const placeName = path => path.replace(/^frame\.?/, "") || "frame";
        // As in a terminal: the loop's time, the time since the moment before, the time of day.
        function times(index) {
          const { seq, time, wallTime } = moments[index], elapsed = index > 0 && !isStart(index) ? time - moments[index - 1].time : undefined;
          const day = wallTime === undefined ? "" : new Date(wallTime * 1000).toISOString().replace("T", " ").replace("Z", " UTC");
          return ["moment " + seq, time.toFixed(3) + " s", elapsed === undefined ? "" : "+" + elapsed.toFixed(3) + " s", day].filter(Boolean).join(" · ");
        }
        function drawMoment() {
          const moment = moments[selected], after = effect(selected);
          const before = marked !== null && marked !== selected ? effect(marked) : context(selected);
          element("event").textContent = moment.lens + ": " + plain(moment.event);
          element("times").textContent = times(selected);
          element("event").title = JSON.stringify(moment.event);
          element("against").textContent = marked !== null && marked !== selected ? "since moment " + moments[marked].seq : "";
          const found = before === undefined ? [] : differences(before, after);
          element("differences").replaceChildren(...found.slice(0, 500).map(({ path, before, after }) => {
            const row = document.createElement("li"), part = (tag, text, kind) => { const node = document.createElement(tag);
              node.textContent = text; node.className = kind; row.append(node); };
            const isDuration = duration(before) !== undefined || duration(after) !== undefined;
            const text = value => isDuration && isZero(value) ? "0 s" : short(value, 300);
            part("span", placeName(path) + ": ", "");
            if (before !== undefined) part("del", text(before), "removed");
            if (before !== undefined && after !== undefined) row.append(" → ");
            if (after !== undefined) part("ins", text(after), "added");
            return row;
          }));
          if (found.length === 0) element("differences").textContent = before === undefined ? "the first frame" : "nothing";
          // Where an element of a list is gone, there is the next one now.
          const changed = new Set(found.filter(difference => difference.after !== undefined).map(difference => difference.path));
          element("frame").replaceChildren(tree("frame", after, "frame", changed, 0));
        }
        // An element of a list has its identity beside the index, which may change.
        const label = step => typeof step === "number" ? "[" + step + "]" : step;
        function tree(title, value, path, changed, depth) {
          const isChanged = [...changed].some(place => place === path || place.startsWith(path + ".") || place.startsWith(path + "["));
          const key = document.createElement("span");
          key.className = "key";
          key.textContent = title + ": ";
          if (!isNested(value) || entries(value).length === 0 || duration(value) !== undefined) {
            const leaf = document.createElement("button");
            leaf.className = "leaf" + (changed.has(path) ? " changed" : "");
            leaf.title = "Who changed " + placeName(path) + "?";
            leaf.append(key, duration(value) ?? JSON.stringify(value) ?? "nothing");
            leaf.onclick = () => blame(path);
            return leaf;
          }
          const branch = document.createElement("details"), summary = document.createElement("summary");
          branch.open = depth < 2 || isChanged;
          if (changed.has(path)) branch.className = "changed";
          const size = document.createElement("span"), preview = document.createElement("span");
          size.textContent = Array.isArray(value) ? "[" + value.length + "]" : "";
          preview.textContent = Array.isArray(value) ? "" : short(value, 120);
          preview.className = "preview";
          const identity = document.createElement("span");
          identity.textContent = title.startsWith("[") && Object.hasOwn(value, "id") ? "id " + short(value.id, 40) : "";
          identity.className = "identity";
          summary.append(key, size, preview, identity);
          branch.append(summary);
          const fill = () => { if (branch.childElementCount > 1) return;
            for (const [step, part] of entries(value).slice(0, 1000)) branch.append(tree(label(step), part, name(path, step), changed, depth + 1)); };
          if (branch.open) fill(); else branch.ontoggle = fill;
          return branch;
        }
        function line(text, index) {
          const row = document.createElement("li"), go = document.createElement("button");
          if (index === undefined) { row.textContent = text; return row; }
          go.textContent = text;
          go.onclick = () => select(index);
          row.append(go);
          return row;
        }
        // An equal event that did change the place shows what the event-filter depends on: the frames before the two.
        function whyNot(place) {
          const isChange = index => JSON.stringify(at(context(index), place)) !== JSON.stringify(at(effect(index), place));
          const mine = moments[selected], event = JSON.stringify(mine.event);
          if (isStart(selected) || isChange(selected)) return [];
          const twins = moments.map((_, index) => index).filter(index => index !== selected && !isStart(index) && changes(index)
            && moments[index].lens === mine.lens && JSON.stringify(moments[index].event) === event && isChange(index));
          const twin = twins.sort((a, b) => Math.abs(a - selected) - Math.abs(b - selected))[0];
          const head = line(mine.seq + " " + mine.lens + " " + short(mine.event, 60) + " left it as it was");
          if (twin === undefined) return [head, line("no equal event changed it")];
          const found = differences(context(twin), context(selected));
          const then = "the same event changed it at " + moments[twin].seq;
          if (found.length === 0) return [head, line(then + ", from an equal frame: the filter is impure", twin)];
          return [head, line(then + "; from there to here these differ:", twin),
            ...found.slice(0, 20).map(({ path, before, after }) => line(placeName(path) + ": " + short(before, 60) + " → " + short(after, 60)))];
        }
        // The change that made the place what it is after the selected moment.
        function markBlame() {
          const rows = [...element("blame").children], current = rows.find(row => Number(row.dataset.index) <= selected);
          for (const row of rows) row.className = row === current ? "current" : "";
        }
        function blame(path) {
          const place = placeSteps(path.slice(5)), rows = [];
          let before;
          for (let index = 0; index < moments.length; index += 1) {
            if (isStart(index)) before = undefined;
            if (!changes(index)) continue;
            const after = at(effect(index), place);
            if (JSON.stringify(before) !== JSON.stringify(after)) {
              const row = line(moments[index].seq + " " + moments[index].lens, index), event = document.createElement("small");
              event.textContent = short(moments[index].event, 60);
              row.append("  " + short(before, 40) + " → " + short(after, 40) + "  ", event);
              row.dataset.index = index;
              rows.push(row);
            }
            before = after;
          }
          element("blame-title").hidden = false;
          element("blame-title").textContent = "Blame of " + placeName(path);
          element("blame").replaceChildren(...rows.reverse());
          markBlame();
          element("why").replaceChildren(...whyNot(place));
          for (const id of ["blame", "blame-title"]) element(id).scrollIntoView({ block: "nearest" });
        }
        """#
}
