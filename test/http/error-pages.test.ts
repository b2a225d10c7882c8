import { expect, it } from 'vitest'
import { startServer } from './server.ts'

it('the type of a problem leads to a page that says what it is and what to do, in the reader’s language', async () => {
  const { url, say } = await startServer()
  const refused = await say({ utterance: 7 })
  const { type, code } = (await refused.json()) as { type: string; code: string }
  const page = new URL(type, refused.url)
  expect(page.origin).toBe(new URL(url).origin)
  const english = await fetch(page)
  expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await english.text()).toMatch(
    new RegExp(`<h1>${code}</h1>.*something in path, query or body is wrong.*What to do: <code>errors</code>`, 's'),
  )
  const japanese = await fetch(page, { headers: { 'accept-language': 'ja' } })
  const shown = await japanese.text()
  expect(shown).toMatch(/<html lang="ja">.*対処:/s)
  expect(shown).not.toContain('<p></p>')

  const nothing = await fetch(new URL('/errors/no_such_code', url))
  expect(nothing.status).toBe(404)
  expect(await nothing.json()).toMatchObject({ type: '/errors/endpoint_not_found' })
})
