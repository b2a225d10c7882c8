import { createHash } from 'node:crypto'
import type { AppError } from '../lib/errors.ts'
import { languageOf } from '../lib/language.ts'
import { sentences } from './words/index.ts'

const style = `:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', sans-serif; background: Canvas; color: CanvasText }
main { max-width: 34rem; padding: 2rem } h1 { margin: 0 0 .5rem; font-size: 1.4rem } p { margin: .7rem 0 }
code { font: 14px/1.6 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Why the playground does not open, as a page for the one who wanted to see it, and the policy it is to be served with. */
export function closedPage({ say }: AppError, acceptLanguage = 'en'): { html: string; policy: string } {
  const language = languageOf(acceptLanguage)
  const title = sentences.closedHere[language]
  const looks = sentences.looksLike[language]
  const sentence = typeof say === 'string' ? say : say[language]
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${sentence}</p><p>${looks}<br><code>Parley is running: http://127.0.0.1:3000/?token=…</code></p></main></body></html>`
  return { html, policy }
}
