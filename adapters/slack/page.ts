import type { RouteResponse } from '../../src/ports/route.ts'

/** A page for a person, without anything that could run or load. `say` is text; `link` an address of ours or Slack's. */
export function page(status: number, title: string, say: string, link?: { to: string; text: string }): RouteResponse {
  const more = link ? `<p><a href="${escapeHtml(link.to)}">${escapeHtml(link.text)}</a></p>` : ''
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(say)}</p>
${more}
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // The address of this page holds a code.
    'referrer-policy': 'no-referrer',
  }
  return { status, headers, body }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
