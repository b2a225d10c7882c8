import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHtmlReader, htmlToMarkdown } from '../../src/bridge/html.ts'

describe('HTML becomes Markdown', () => {
  test.each([
    ['<p>Hello <strong>Ann</strong> and <em>Ben</em>.</p><p>Bye<br>now</p>', 'Hello **Ann** and *Ben*.\n\nBye  \nnow'],
    ['<h1>One</h1><h4>Four</h4>text', '# One\n\n#### Four\n\ntext'],
    ['<p>a&amp;b &lt;c&gt; &#x1F600; &nbsp;d</p>', 'a&b \\<c> 😀 \u00a0d'],
    ['  <p>\n  a\n  b </p>\n\n<p>c</p>\n', 'a b\n\nc'],
    ['<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['<p>a<b> b </b>c<i></i></p>', 'a **b** c'],
    ['<del>old</del> <s>older</s>', '~~old~~ ~~older~~'],
    ['<p>one<hr>two', 'one\n\n---\n\ntwo'],
  ])('text: %s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  test.each([
    ['<ul><li>a</li><li>b</li></ul>end', '- a\n- b\n\nend'],
    ['<ol start="3"><li><p>a</p></li><li><p>b</p><p>c</p></li></ol>', '3. a\n4. b\n\n   c'],
    ['<ul><li>a<ol><li>b<li>c</ol><li>d</ul>', '- a\n  1. b\n  2. c\n- d'],
    ['<blockquote><p>a</p><ul><li>b</li></ul></blockquote>c', '> a\n>\n> - b\n\nc'],
  ])('lists and quotes: %s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  test.each([
    ['<a href="https://example.com/a_(b) c">x <b>y</b></a>', '[x **y**](https://example.com/a_%28b%29%20c)'],
    ['<a href="mailto:ann@example.com">mail</a>', '[mail](mailto:ann@example.com)'],
    ['<a href="javascript:alert(1)">x</a> <a href="/local">y</a> <a>z</a>', 'x y z'],
    ['<img src="https://example.com/a.png" alt="A [map]">', '![A \\[map\\]](https://example.com/a.png)'],
    ['<img src="data:image/png;base64,AAAA" alt="a map">', 'a map'],
  ])('links and images: %s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  test.each([
    ['<p>Use <code>a&lt;b</code></p>', 'Use `a<b`'],
    ['<code>a`b</code> <code>`</code>', '``a`b`` `` ` ``'],
    ['<pre><code class="x language-js">let a = 1\n\nb  c\n</code></pre>d', '```js\nlet a = 1\n\nb  c\n```\n\nd'],
    ['<pre>\n*a* <b>b</b><br>c</pre>', '```\n*a* b\nc\n```'],
    ['<pre>a\n```\nb</pre>', '```\na\n    ```\nb\n```'],
    ['<code>one\ntwo</code>', '```\none\ntwo\n```'],
    ['<ul><li><pre>a\nb</pre></li></ul>', '- ```\n  a\n  b\n  ```'],
    ['<pre></pre><code></code>a', 'a'],
  ])('code: %s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  test('tables', () => {
    const html =
      '<p>See:<table><thead><tr><th>A<th>B|C</thead><tbody><tr><td><p>1</p><p>2</p></td><td><code>x|y</code><br><b>z</b></td></tr></tbody></table>end'
    expect(htmlToMarkdown(html)).toBe('See:\n\n| A | B\\|C |\n| --- | --- |\n| 1 2 | `x\\|y` **z** |\n\nend')
  })

  test('what is for machines is dropped', () => {
    const html =
      '<style>p{}</style>a<!-- no --><script>if (a<b) alert("</p>")</script> b<svg><title>no</title></svg><template>no</template>'
    expect(htmlToMarkdown(html)).toBe('a b')
  })

  test('what would be Markdown by chance is shown as it is', () => {
    expect(htmlToMarkdown('<p>2 * 3 * 4 `x` snake_case _y_ ~z~ \\</p>')).toBe(
      '2 \\* 3 \\* 4 \\`x\\` snake_case \\_y_ \\~z\\~ \\\\',
    )
    expect(htmlToMarkdown('<p># a<p>- b<p>1. c<p>&gt; d<p>[e](f)<p>[1] g<p>| h')).toBe(
      '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n[e]\\(f)\n\n[1] g\n\n\\| h',
    )
    expect(htmlToMarkdown('<p>https://example.com/_a_*b*、*c*</p>')).toBe('https://example.com/_a_*b*、\\*c\\*')
  })

  test('emphasis that a neighbour would undo is kept apart from it', () => {
    expect(htmlToMarkdown('<p>です<b>「強調」</b>です<b>a</b><i>b</i><b>c</b>d</p>')).toBe(
      'です\u200a**「強調」**\u200aです**a**\u200a*b*\u200a**c**d',
    )
  })

  test('Markdown outside of all elements stays', () => {
    expect(htmlToMarkdown('A **word**\n\n- one\n  - two\n\n<p>three</p>\n\nWhat *time*?')).toBe(
      'A **word**\n\n- one\n  - two\n\nthree\n\nWhat *time*?',
    )
    expect(htmlToMarkdown('```html\n<p>Hello</p>\n```\n')).toBe('Hello')
    expect(htmlToMarkdown('```js\nx\n```')).toBe('```js\nx\n```')
  })
})

describe('while it grows', () => {
  test('neither half a tag nor half an entity is shown', () => {
    const reader = createHtmlReader()
    expect(reader.update('<p>a &am')).toBe('')
    expect(reader.update('<p>a &amp; b<stro')).toBe('a & b')
    expect(reader.update('<p>a &amp; b<strong cl')).toBe('a & b')
    expect(reader.update('<p>a &amp; b<strong class="x">c')).toBe('a & b**c')
    expect(reader.update('<p>a &amp; b<strong class="x">c<', { closed: true })).toBe('a & b**c**')
  })

  const fragments = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<em>',
      '</em>',
      '<ul>',
      '</ul>',
      '<ol>',
      '<li>',
      '</li>',
      '<br>',
      '<hr>',
      '<h2>',
    ],
    ...[
      '<pre>',
      '</pre>',
      '<code>',
      '</code>',
      '<table>',
      '<tr>',
      '<td>',
      '<th>',
      '</td>',
      '</tr>',
      '</table>',
      '</h2>',
    ],
    ...['<a href="https://example.com/">', '</a>', '<img src="https://example.com/a.png" alt="x">', '<blockquote>'],
    ...[
      '</blockquote>',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<x y="',
      '">',
      '<',
      '>',
      '&',
      '&lt;',
      '&am',
      '&#x1F600;',
    ],
    ...[
      'a',
      'Ann ',
      ' ',
      '\n',
      '\n\n',
      '```',
      '`',
      '*',
      '_',
      '#',
      '- ',
      '1.',
      '|',
      '「',
      '」',
      '😀',
      'https://',
      '\\',
      '```html\n',
    ],
  )
  const page = fc.array(fragments, { maxLength: 60 }).map((list) => list.join(''))

  test('text is only ever appended, however the HTML is cut', () => {
    fc.assert(
      fc.property(page, fc.array(fc.nat(), { maxLength: 12 }), (html, seeds) => {
        const whole = htmlToMarkdown(html)
        for (const cuts of [[...html].map((_, i) => i), seeds.map((seed) => seed % (html.length + 1))]) {
          const reader = createHtmlReader()
          let shown = ''
          for (const cut of cuts.sort((a, b) => a - b)) {
            const next = reader.update(html.slice(0, cut))
            expect(next.startsWith(shown)).toBe(true)
            shown = next
          }
          expect(reader.update(html, { closed: true })).toBe(whole)
          expect(whole.startsWith(shown)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('words come through whatever is around them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('one', 'two', '<b>', '</b>', '<p>', '</ul>', '<ul><li>', '<i>', ' ')),
        (list) => {
          const words = list.filter((item) => /^\w/.test(item)).join('')
          expect(htmlToMarkdown(list.join('')).replace(/[^a-z]/g, '')).toBe(words)
        },
      ),
    )
  })
})

test.each([
  '<b>',
  '<ul><li>',
  '<blockquote>',
  '</p>',
  '<a href="https://example.com/">',
  '<td>',
  '&lt;',
  '`',
  '<',
  '<!--',
  '<pre>\n',
  ' ',
  'a',
])('200,000 characters of %s are read', (unit) => {
  const html = unit.repeat(200_000 / unit.length)
  const reader = createHtmlReader()
  for (let to = 0; to < html.length; to += 777) reader.update(html.slice(0, to))
  expect(typeof reader.update(html, { closed: true })).toBe('string')
})
