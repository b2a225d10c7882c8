import { createHash } from 'node:crypto'
import type { Language } from '../lib/language.ts'

const style = `:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', sans-serif; background: Canvas; color: CanvasText }
main { max-width: 34rem; padding: 2rem } button { font: inherit; padding: .5rem 1.2rem } h1 { margin: 0 0 .5rem; font-size: 1.4rem } p { margin: .7rem 0 } a { color: LinkText }
code { font: 14px/1.6 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }`

/** A form may lead on to wherever it is sent from here. */
const policyOf = (hasForm: boolean): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action ${hasForm ? "'self' https: http:" : "'none'"}; frame-ancestors 'none'`

export interface PlainPage {
  title: string
  /** Our own sentences: they are not escaped. */
  lines: readonly string[]
  codes: readonly string[]
  link?: { href: string; text: string }
  /** Of a button that sends nothing but that it was pressed, to the same address. */
  submit?: string
}

/** A page of a few sentences that needs nothing else, and the policy it is to be served with. */
export function plainPage(
  language: Language,
  { title, lines, codes, link, submit }: PlainPage,
): { html: string; policy: string } {
  const paragraphs = lines.map((line) => `<p>${line}</p>`).join('')
  const shown = codes.length > 0 ? `<p>${codes.map((code) => `<code>${code}</code>`).join('<br>')}</p>` : ''
  const further = link ? `<p><a href="${link.href}">${link.text}</a></p>` : ''
  const form = submit === undefined ? '' : `<form method="post"><button>${submit}</button></form>`
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${paragraphs}${shown}${further}${form}</main></body></html>`
  return { html, policy: policyOf(submit !== undefined) }
}
