/// The style of a report.
enum ReportStyle {
  /// The hash of the style for the page's policy: SHA-256, in base64. A test checks it.
  static let hash: StaticString = "VsuAaUVanc/we+C9ORw/VtTH/b8xMd0BBhSkwuCFZaE="

  static let text: StaticString = """
    :root { color-scheme: light dark; --ground: #fff; --text: #1b1b1f; --faint: #55555e; --line: #c9c9d1; --panel: #f4f4f7;
      --bar: #2f6fb7; --bad: #a4161a; --link: #0b57a8; }
    @media (prefers-color-scheme: dark) { :root { --ground: #16161a; --text: #ececf1; --faint: #a9a9b4; --line: #43434d;
      --panel: #212127; --bar: #6ea8e6; --bad: #ff8f8f; --link: #8ec2ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem clamp(1rem, 3vw, 2.5rem) 3rem; max-width: 100rem; background: var(--ground);
      color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
    [hidden] { display: none !important; }
    #filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; }
    #words { font: inherit; padding: 0.2rem 0.4rem; }
    h1 { font-size: 1.6rem; margin: 0.5rem 0; }
    h2 { font-size: 1.15rem; margin: 2.5rem 0 0.5rem; overflow-wrap: anywhere; }
    p { margin: 0.5rem 0; }
    a { color: var(--link); }
    nav { overflow-wrap: anywhere; }
    .verdict, .bad { color: var(--bad); font-weight: 600; }
    pre { margin: 0.5rem 0; padding: 0.75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem;
      font: 0.85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; overflow-x: auto; }
    pre span { white-space: pre; }
    .wide { overflow-x: auto; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    table { width: 100%; min-width: 52rem; border-collapse: collapse; font-size: 0.9rem; }
    caption { text-align: left; color: var(--faint); padding: 0.5rem 0; }
    th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; }
    thead th { border-bottom: 2px solid var(--line); white-space: nowrap; }
    tbody tr:nth-child(odd) > * { border-top: 1px solid var(--line); }
    td:nth-child(4), td:nth-child(6), td:nth-child(7) { white-space: nowrap; }
    .url { min-width: 14rem; }
    .fall { width: 28%; min-width: 10rem; }
    svg { display: block; width: 100%; height: 0.9rem; margin-top: 0.25rem; background: var(--panel); }
    rect { fill: var(--bar); }
    .bad ~ .fall rect { fill: var(--bad); }
    summary { color: var(--faint); cursor: pointer; }

    """
}
