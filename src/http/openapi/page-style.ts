/** The whole look of the page; nothing is loaded from elsewhere. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2128; --soft: #5b6570; --line: #dfe3e8; --back: #fff; --tint: #f5f7f9; --accent: #0b6e6e;
  --get: #1f6feb; --post: #1a7f37; --put: #9a6700; --delete: #cf222e }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa5b1; --line: #30363d; --back: #0f1318; --tint: #171c23;
  --accent: #4fc3c3; --get: #6cb0ff; --post: #56d364; --put: #e3b341; --delete: #ff7b72 } }
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 1rem }
body { margin: 0; font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; color: var(--ink); background: var(--back);
  display: grid; grid-template-columns: 270px minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); background: var(--tint); font-size: 14px }
nav strong { display: block; margin: 1.2rem 0 .3rem; font-size: 12px; letter-spacing: .05em; text-transform: uppercase; color: var(--soft) }
nav a { display: flex; gap: .5rem; padding: .2rem .4rem; border-radius: 5px; color: inherit; text-decoration: none }
nav a:hover { background: var(--line) }
main { max-width: 62rem; padding: 2rem 2.5rem 6rem }
h1 { margin: 0 0 .5rem; font-size: 1.9rem } h1 small { font-size: .9rem; font-weight: 400; color: var(--soft) }
h2 { margin: 3rem 0 .3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.35rem }
h3 { margin: 0; font-size: 1.1rem } h4 { margin: 1.4rem 0 .4rem; font-size: .82rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft) }
section { margin: 1.5rem 0 2.5rem } p { margin: .5rem 0 } a { color: var(--accent) } ul { margin: .5rem 0; padding-left: 1.2rem }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { padding: .1em .3em; border-radius: 4px; background: var(--tint); overflow-wrap: anywhere }
pre { margin: .4rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--tint); overflow-x: auto }
pre code { padding: 0; background: none; overflow-wrap: normal }
.address { display: flex; align-items: center; gap: .7rem; margin: .4rem 0 } .address code { font-size: 14px }
.method { min-width: 3.4em; padding: .05em .45em; border-radius: 5px; font: 600 11px/1.7 ui-monospace, Menlo, monospace; text-align: center; color: var(--back); background: var(--soft) }
.get { background: var(--get) } .post { background: var(--post) } .put { background: var(--put) } .delete { background: var(--delete) }
nav .method { flex: none; align-self: center }
table { width: 100%; border-collapse: collapse; table-layout: fixed; overflow-wrap: anywhere }
.of3 th:nth-child(1) { width: 34% } .of3 th:nth-child(2) { width: 24% } .of2 th:nth-child(1) { width: 4.5rem }
th { padding: .3rem .8rem .3rem 0; font-size: 12px; font-weight: 600; text-align: left; color: var(--soft) }
td { padding: .45rem .8rem .45rem 0; border-top: 1px solid var(--line); vertical-align: top }
td.type { color: var(--soft); font-size: 13.5px }
.key { position: sticky; top: 0; padding: .6rem 0; background: var(--back) }
details { margin: .4rem 0 } summary { cursor: pointer; color: var(--accent) } summary:focus-visible, button:focus-visible { outline: 2px solid var(--accent) }
.try form { display: grid; gap: .5rem; max-width: 40rem; margin: .6rem 0 } label { display: grid; gap: .2rem; font-size: 13px; color: var(--soft) }
input, textarea { width: 100%; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 6px; font: 13px/1.5 ui-monospace, Menlo, monospace; color: var(--ink); background: var(--back) }
button { justify-self: start; padding: .4rem 1rem; border: 0; border-radius: 6px; font: inherit; color: var(--back); background: var(--accent); cursor: pointer } button:disabled { opacity: .6 }
.answer { max-height: 24rem; overflow: auto }
.headers { margin: .2rem 0 0; font-size: 12px; opacity: .75 } td ul { margin: 0 }
.must { color: var(--delete); font-size: 12px } .old { color: var(--soft); font-size: 12px }
@media (max-width: 800px) { body { display: block } nav { position: static; height: auto; border: 0 } main { padding: 1rem }
  .of3, .of3 tbody, .of3 tr, .of3 td { display: block } .of3 tr:first-child { display: none } .of3 td { padding: .1rem 0; border: 0 }
  .of3 tr { padding: .5rem 0; border-top: 1px solid var(--line) } }
`
