import { expect, it } from 'vitest'
import { cleanHtml, cleanSoFar } from '../../src/http/html.ts'
import { minimalAgent } from '../support/agent.ts'
import { answerOf, startServer } from './server.ts'

const inHtml = minimalAgent({
  agent: { llmSettings: { llm: 'gpt-4o-mini' }, autoResponseSettings: { shouldUseHtmlResponse: true } },
  rules: [{ when: ['who am i'], say: 'You are #{name} <3' }],
})

const hostile = [
  '<p>Hi <b>Ann</b></p><script>alert(1)</script><p onclick="alert(2)">there</p>',
  '<a href="javascript:alert(1)">a</a><a href="https://example.com/?a=1&amp;b=2" target=_top>b</a>',
  '<img src=x onerror=alert(1)><img src="https://example.com/i.png" alt="a > b"><svg onload=alert(1)></svg>',
  '<style>p{display:none}</style><iframe src="https://example.com"></iframe><form action="/x"><input name=p></form>',
  'Fish &amp; chips &lt;b&gt; 3 < 4 &#60;script&#62; <!-- <script>alert(1)</script> --> end',
  '<table><tr><td colspan=2 style="position:fixed">x</table><ul><li>one<li>two</ul><p>p<p>q',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<scr<script>ipt>alert(1)</scr</script>ipt><a href="java\tscript:alert(1)">t</a>\uE0FF',
]

it.each(hostile)('nothing in it runs, loads or sends by itself: %s', (html) => {
  expect(cleanHtml(html)).not.toMatch(
    /<script|<iframe|<form|<input|<style|<svg|<math|javascript:|\son\w+=|style=|target=/i,
  )
})

it.each(hostile)('cut anywhere, it only grows, and into what the whole comes to: %s', (html) => {
  const whole = cleanHtml(html.replaceAll('\uE0FF', ''))
  let shown = ''
  for (let end = 0; end <= html.length; end++) {
    const soFar = cleanSoFar(html.slice(0, end)) ?? shown
    expect(soFar.startsWith(shown)).toBe(true)
    shown = soFar
  }
  expect(whole.startsWith(shown)).toBe(true)
})

it('what a model writes as HTML is clean in every line of a stream, and in the whole', async () => {
  const { say, model } = await startServer({ agents: { guide: inHtml } })
  const script = model.script()
  const response = await Promise.all([
    say({ utterance: 'why?', stream: true }),
    script.asked.then(() => {
      for (const piece of ['<p>Be', 'cause<scr', 'ipt>alert(1)</scr', 'ipt></p><p>of <b onmouseover=x>', 'it'])
        script.write(piece)
      script.end()
    }),
  ]).then(([it]) => it)
  const lines = (await response.text()).trim().split('\n')
  for (const line of lines) expect(line).not.toMatch(/script|alert|onmouseover/)
  expect(JSON.parse(lines.at(-1)!).bestResponse.utterance).toBe('<p>Because</p><p>of <b>it</b></p>')
})

it('what people said is not made into tags where it is filled in', async () => {
  const { say } = await startServer({ agents: { guide: inHtml } })
  const answer = await answerOf(
    await say({ utterance: 'who am i', uid: 'ann', state: { name: '<img src=x onerror=alert(1)>Ann' } }),
  )
  expect(answer.bestResponse.utterance).toBe('You are <img />Ann &lt;3')
})
