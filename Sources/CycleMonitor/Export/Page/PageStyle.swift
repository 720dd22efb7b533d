extension RecordingPage {
    /// The looks of the page, light and dark.
    static let style = """
        :root { color-scheme: light dark; --ground: #fbfbfa; --raised: #fff; --text: #1d1f21; --muted: #62666b; --line: #dcdedf;
          --accent: #0b62c4; --tint: #e4effb; --added: #11682b; --removed: #a4231f; }
        @media (prefers-color-scheme: dark) { :root { --ground: #15171a; --raised: #1c1f23; --text: #e4e6e8; --muted: #9aa0a6;
          --line: #30343a; --accent: #7db4ff; --tint: #1f3350; --added: #7ed491; --removed: #ff9a92; } }
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; background: var(--ground); color: var(--text);
          font: 14px/1.45 system-ui, sans-serif; }
        header { display: flex; flex-wrap: wrap; gap: 6px 18px; align-items: center; padding: 10px 16px;
          background: var(--raised); border-bottom: 1px solid var(--line); }
        h1 { font-size: 15px; margin: 0 auto 0 0; }
        h2 { font: 600 15px/1.4 ui-monospace, monospace; margin: 10px 0; overflow-wrap: anywhere; }
        h3 { font-size: 12px; margin: 18px 0 4px; color: var(--muted); font-weight: 600; }
        #times { margin: 10px 0 0; font-size: 12px; } h2 { margin-top: 2px; }
        small, #count, #times, footer { color: var(--muted); font-weight: 400; }
        select, input[type=search] { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
          border-radius: 5px; padding: 2px 7px; }
        button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 5px; padding: 2px 9px; }
        #film { display: flex; overflow: hidden; padding: 6px 16px; font: 12px/19px ui-monospace, monospace;
          border-bottom: 1px solid var(--line); }
        #film > div { flex: 1 1 0; min-width: 0; } #film > .labels { flex: 0 0 138px; color: var(--muted); }
        #film > div > div { overflow: hidden; height: 19px; white-space: pre; text-overflow: ellipsis; text-align: center; margin: 1px 3px;
          border-radius: 4px; cursor: default; }
        #film > .labels > div { text-align: left; margin: 1px 0; } #film .number { color: var(--muted); }
        #film .selected .number { color: var(--accent); font-weight: 700; }
        #film > div > .lane { border-top: 1px solid var(--line); margin: 11px 0 -9px; border-radius: 0; }
        #film .frame { background: var(--tint); } #film .frame.quiet { background: none; color: var(--muted); }
        #film .selected .frame { background: var(--accent); color: var(--ground); }
        #film .event { padding: 0 4px; border: 1px solid var(--accent); background: var(--ground); line-height: 17px; } #film .event.quiet { border-style: dashed; }
        #screen { width: max-content; max-width: 100%; overflow: auto; margin: 14px 0 10px; padding: 8px; border: 1px solid var(--line);
          border-radius: 6px; font: 12.5px/1.35 ui-monospace, Menlo, "DejaVu Sans Mono", monospace; }
        #screen span { display: inline-block; white-space: pre; overflow: hidden; vertical-align: top; height: 1.35em; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
        #moments:focus-visible { outline: 0; }
        #moments:focus-visible > div[aria-selected=true] { box-shadow: inset 0 0 0 1px var(--accent); }
        main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(260px, 42%) 1fr; }
        #moments { overflow: auto; border-right: 1px solid var(--line); position: relative; font: 12.5px/24px ui-monospace, monospace; }
        #moments > span { position: absolute; width: 1px; top: 0; }
        #moments > div { position: absolute; left: 0; right: 0; height: 24px; padding: 0 14px 0 11px; white-space: pre; overflow: hidden;
          text-overflow: ellipsis; cursor: default; border-left: 3px solid transparent; }
        #moments > div[aria-selected=true] { background: var(--tint); border-left-color: var(--accent); }
        #moments .quiet, #moments .time { color: var(--muted); }
        #moments .lens { color: var(--accent); }
        #moment { overflow: auto; padding: 12px 18px 30px; container-type: inline-size; }
        #scrub { width: 100%; accent-color: var(--accent); }
        ul { margin: 0; padding: 0; list-style: none; font: 12.5px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
        .added { color: var(--added); } .removed { color: var(--removed); }
        #frame { font: 12.5px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
        #frame details { padding-left: 14px; } #frame summary { margin-left: -14px; cursor: default; }
        #frame .leaf { display: block; width: 100%; text-align: left; font: inherit; color: inherit; background: none; border: 0;
          padding: 0; cursor: pointer; }
        #frame .changed { background: var(--tint); box-shadow: -3px 0 var(--accent); }
        #frame .leaf { border-radius: 0; } #frame .leaf.changed { padding-left: 4px; margin-left: -4px; }
        #frame .key, #frame .preview { color: var(--muted); }
        #frame details[open] > summary > .preview { display: none; }
        #frame summary { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        #blame button { all: unset; cursor: pointer; color: var(--accent); }
        #blame p { margin: 0; padding-left: 14px; white-space: pre-wrap; font: 12.5px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; } #blame .current { background: var(--tint); box-shadow: -3px 0 var(--accent); }
        #problems { margin: 0; padding: 6px 16px; color: var(--removed); white-space: pre-wrap; border-bottom: 1px solid var(--line); }
        footer { padding: 6px 16px; border-top: 1px solid var(--line); font-size: 12px; }
        @media (max-width: 700px) { footer { display: none; } main { grid-template-columns: 1fr; grid-template-rows: 40% 1fr; }
          #moments { border-right: 0; border-bottom: 1px solid var(--line); } }
        """
}
