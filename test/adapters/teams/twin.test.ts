import { expect, it } from 'vitest'
import { readTwin } from '../../../adapters/teams/twin.ts'

it.each([
  ['<p>one</p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
  ['<div><div>a &amp; b&nbsp;</div></div>', 'a & b'],
  ['see <a href="https://example.com/a?b=(1)">the page</a>', 'see [the page](https://example.com/a?b=%281%29)'],
  ['<a href="https://example.com/">https://example.com</a>', 'https://example.com/'],
  ['<a href="mailto:ann@example.com">ann@example.com</a>', 'mailto:ann@example.com'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
  ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  [
    '<table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td>1<br>2</td></tr></table>',
    '| k | v |\n| --- | --- |\n| a | 1 2 |',
  ],
  ['<codeblock class="ts"><code>if (a) {<br>  b()<br>}</code></codeblock>', '```\nif (a) {\n  b()\n}\n```'],
  ['run <code>npm ci</code> <b>now</b>', 'run `npm ci` now'],
  [
    '<emoji id="smile" alt="🙂" title="Smile"></emoji> <img itemtype="http://schema.skype.com/Emoji" alt="😄">',
    '🙂 😄',
  ],
  [
    '<img itemtype="http://schema.skype.com/Giphy" alt="Thumbs Up GIF" src="https://example.com/1.gif">',
    '[GIF: Thumbs Up]',
  ],
  ['<blockquote>said\nonce</blockquote>so', '> said once\n\nso'],
  ['<at id="0">Ann</at> hi <script>x</script>', '<at>Ann</at> hi'],
  ['<systemEventMessage/>', ''],
])('reads %s', (html, text) => expect(readTwin(html).text).toBe(text))

it('tells what is quoted, whole where Teams tells all of it, and where files and pictures stand', () => {
  const content = `<blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="17">
<p><b><span itemprop="mri" itemid="8:orgid:x">Ben&nbsp;</span></b><span itemprop="time" itemid="17">12:00</span></p>
<p itemprop="preview">One two…</p><p itemprop="copy">One two <a href="https://example.com/x">three</a></p>
<blockquote itemtype="http://schema.skype.com/Reply" itemid="3"><p>older</p></blockquote></blockquote>
<p>so?</p><attachment id="a-1"></attachment><img alt="chart" src="https://graph.example.com/1/$value">`
  expect(readTwin(content)).toEqual({
    text: 'so?',
    quotes: [{ id: '17', by: 'x', author: 'Ben', text: 'One two [three](https://example.com/x)' }],
    attachments: ['a-1'],
    pictures: [{ url: 'https://graph.example.com/1/$value', alt: 'chart' }],
  })
})

it('is not held up by what nobody formats', () => {
  const startedAt = performance.now()
  readTwin('<div>'.repeat(40_000))
  readTwin('<blockquote itemtype="http://schema.skype.com/Reply" itemid="1">'.repeat(3000))
  readTwin(`${'<a href="'.repeat(20_000)}${'<'.repeat(20_000)}`)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
