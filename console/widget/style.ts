/** Whoever puts the chat into a page changes its colours by the custom properties that begin with `--parley-`. */
export const style = `
:host {
  --bg: var(--parley-background, #fff); --text: var(--parley-text, #1a1c20); --soft: var(--parley-soft-text, #565c66);
  --line: var(--parley-line, #d5d9e0); --bubble: var(--parley-bubble, #f0f2f5); --accent: var(--parley-accent, #1f5fd6);
  --on-accent: var(--parley-on-accent, #fff); --error: var(--parley-error, #b3261e); --radius: var(--parley-radius, 14px);
  display: block; color-scheme: light; font: 15px/1.55 var(--parley-font, system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP", sans-serif);
  color: var(--text); height: 32rem; max-width: 100%; text-align: start; }
:host([hidden]) { display: none; }
:host([theme=dark]) { --bg: var(--parley-background, #17191d); --text: var(--parley-text, #eceef2); --soft: var(--parley-soft-text, #a9b0bc);
  --line: var(--parley-line, #3a3f48); --bubble: var(--parley-bubble, #262a31); --accent: var(--parley-accent, #8db4ff);
  --on-accent: var(--parley-on-accent, #0c1a33); --error: var(--parley-error, #ffb4ab); color-scheme: dark; }
@media (prefers-color-scheme: dark) { :host(:not([theme=light])) { --bg: var(--parley-background, #17191d); --text: var(--parley-text, #eceef2);
  --soft: var(--parley-soft-text, #a9b0bc); --line: var(--parley-line, #3a3f48); --bubble: var(--parley-bubble, #262a31);
  --accent: var(--parley-accent, #8db4ff); --on-accent: var(--parley-on-accent, #0c1a33); --error: var(--parley-error, #ffb4ab); color-scheme: dark; } }
:host([launcher]) { display: block; position: fixed; inset: auto 1rem 1rem auto; height: auto; z-index: 2147483000; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button { font: inherit; color: inherit; cursor: pointer; }
button:disabled { cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { width: 1.25em; height: 1.25em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; display: block; }
.launch { width: 3.5rem; height: 3.5rem; border-radius: 50%; border: 0; background: var(--accent); color: var(--on-accent); display: grid; place-items: center;
  box-shadow: 0 4px 16px rgb(0 0 0 / .25); margin-inline-start: auto; font-size: 1.2em; position: relative; }
.unread { position: absolute; inset: -2px -2px auto auto; width: 1rem; height: 1rem; border-radius: 50%; background: var(--error); border: 2px solid var(--bg); }
.panel { display: flex; flex-direction: column; height: 100%; background: var(--bg); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.panel[hidden] { display: none; }
:host([launcher]) .panel { width: 24rem; height: min(38rem, calc(100dvh - 6.5rem)); margin-bottom: .75rem; box-shadow: 0 12px 40px rgb(0 0 0 / .28); }
header { display: flex; align-items: center; gap: .5rem; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
header h2 { font-size: 1rem; margin: 0; flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.plain { background: none; border: 0; border-radius: 8px; padding: .4rem; min-width: 2.25rem; min-height: 2.25rem; display: grid; place-items: center; }
.plain:hover:not(:disabled) { background: var(--bubble); }
.state { padding: .35rem 1rem; font-size: .875rem; color: var(--soft); border-bottom: 1px solid var(--line); }
.state:empty { display: none; }
.state.bad { color: var(--error); }
.log { flex: 1; overflow-y: auto; overflow-wrap: anywhere; padding: 1rem; display: flex; flex-direction: column; gap: .75rem; scrollbar-gutter: stable; }
.message { max-width: 88%; align-self: flex-start; }
.message.visitor { align-self: flex-end; }
.body { padding: .55rem .85rem; background: var(--bubble); border-radius: var(--radius); }
.visitor .body { background: var(--accent); color: var(--on-accent); white-space: pre-wrap; }
.note .body { background: none; border: 1px dashed var(--line); color: var(--soft); }
.body > :first-child { margin-top: 0; } .body > :last-child { margin-bottom: 0; }
.body p, .body ul, .body ol, .body pre, .body blockquote { margin: .5em 0; }
.body h3, .body h4, .body h5, .body h6 { font-size: 1em; margin: .8em 0 .3em; }
.body ul, .body ol { padding-inline-start: 1.4em; }
.body a { color: var(--accent); } .visitor .body a { color: inherit; }
.body blockquote { border-inline-start: 3px solid var(--line); padding-inline-start: .7em; margin-inline: 0; color: var(--soft); }
code { font: .9em ui-monospace, Menlo, Consolas, monospace; background: var(--bg); padding: .1em .3em; border-radius: 4px; }
pre { overflow-x: auto; background: var(--bg); border-radius: 8px; padding: .6em .8em; } pre code { padding: 0; background: none; }
.given { background: none; border: 0; padding: 0; min-height: 1.5rem; color: var(--accent); text-decoration: underline; text-align: start; }
.table { overflow-x: auto; } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .25em .5em; text-align: start; }
.body hr { border: 0; border-top: 1px solid var(--line); }
img { max-width: 100%; max-height: 16rem; border-radius: 8px; display: block; margin-top: .4rem; }
.below { font-size: .8125rem; color: var(--soft); margin: .25rem .2rem 0; display: flex; gap: .4rem; align-items: center; flex-wrap: wrap; }
.below.bad { color: var(--error); }
.below ol { margin: 0; padding-inline-start: 1.3em; width: 100%; } .below a { color: var(--accent); }
.options { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .5rem; }
.options button { background: var(--bg); border: 1px solid var(--accent); color: var(--accent); border-radius: 999px; padding: .3rem .8rem; min-height: 2.1rem; text-align: start; }
.options button:hover:not(:disabled) { background: var(--bubble); }
.options button[aria-disabled=true] { opacity: .6; cursor: default; }
.chosen { color: var(--soft); font-size: .875rem; margin-top: .4rem; }
.vote[aria-pressed=true] { color: var(--accent); }
.doing { color: var(--soft); font-size: .875rem; min-height: 1.4em; padding: 0 1rem .25rem; }
.doing::after { content: ""; display: inline-block; width: .4em; height: .4em; margin-inline-start: .4em; border-radius: 50%; background: currentColor; animation: pulse 1s infinite alternate; }
.doing:empty::after { display: none; }
@keyframes pulse { to { opacity: .2; } }
form { border-top: 1px solid var(--line); padding: .6rem; }
form.over { outline: 2px dashed var(--accent); outline-offset: -4px; }
.files { display: flex; flex-wrap: wrap; gap: .4rem; padding-bottom: .4rem; } .files:empty { display: none; } [aria-busy=true] .file { animation: pulse 1s infinite alternate; }
.file { display: flex; align-items: center; gap: .3rem; background: var(--bubble); border-radius: 8px; padding: .15rem .2rem .15rem .6rem; font-size: .875rem; max-width: 100%; }
.file span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 12rem; }
.write { display: flex; align-items: flex-end; gap: .25rem; }
textarea { flex: 1; min-width: 0; resize: none; font: inherit; font-size: max(1em, 16px); color: inherit; background: var(--bg); border: 1px solid var(--soft); border-radius: 10px; padding: .45rem .65rem; max-height: 9rem; }
textarea::placeholder { color: var(--soft); opacity: 1; }
.send { background: var(--accent); color: var(--on-accent); } .send:hover:not(:disabled) { background: var(--accent); } .send:disabled { opacity: .45; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 30rem) { :host([launcher][open]) { inset: 0; } :host([launcher][open]) .panel { width: 100%; height: 100dvh; margin: 0; border: 0; border-radius: 0; } :host([launcher][open]) .launch { display: none; } }
@media (prefers-reduced-motion: reduce) { .doing::after, [aria-busy=true] .file { animation: none; } }
`
