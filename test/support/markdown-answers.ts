import fc from 'fast-check'

const word = fc.constantFrom(
  ...[
    'the',
    'answer',
    'is',
    'quite',
    'long',
    'Ann',
    'asked',
    'why',
    '3.14',
    'x=1',
    'naïve',
    'a/b',
    'C#',
    '(see',
    'below)',
  ],
  ...[
    '東京',
    'こんにちは世界。',
    '漢字とかな、',
    '안녕하세요',
    'مرحبا',
    'שלום',
    'עולם',
    '😀',
    '👨‍👩‍👧‍👦',
    '🇯🇵',
    'e\u0301',
    '½',
    '—',
  ],
  ...[
    '1 < 2',
    'a & b',
    '&amp;',
    '<br>',
    '<b>bold</b>',
    '<!-- note -->',
    'snake_case_name',
    '2 * 3 * 4',
    '\\*',
    'C:\\dir',
  ],
  ...['**strong**', '*slanted*', '_also slanted_', '***both***', '~~gone~~', '`code`', '`` a`b ``', '**a *b* c**'],
  ...[
    '[label](https://example.com/a_b?c=1&d=(2))',
    '<https://example.com>',
    'https://example.com/path/to?x=y',
    '![alt](https://example.com/i.png)',
  ],
  ...['x'.repeat(120), '長'.repeat(90), `\`${'y'.repeat(60)}\``, '[unfinished', '**half', '`tick', '@nobody', '#hash'],
)
const sentence = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '))
const paragraph = fc
  .tuple(fc.array(sentence, { minLength: 1, maxLength: 6 }), fc.constantFrom('. ', '.\n', '。', ' ', '  \n'))
  .map(([sentences, glue]) => sentences.join(glue))

const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), sentence)
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`)
const quote = fc
  .array(sentence, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.map((line) => `> ${line}`).join('\n'))
const list = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('-', '*', '1.', '- [ ]', '2)'), sentence), {
    minLength: 1,
    maxLength: 12,
  })
  .map((items) => items.map(([depth, marker, text]) => `${'    '.repeat(depth)}${marker} ${text}`).join('\n'))

const codeLine = fc.constantFrom(
  ...[
    'const a = `x`',
    '  return b ?? c',
    '',
    'print("**no**")',
    '# comment',
    '<div>&nbsp;</div>',
    '``',
    '\t\tif (x) {',
    '// 日本語',
  ],
  ...['z'.repeat(200), '  - not: a list', '~~~', '[a](b)', '<@U0BEN> is text here'],
)
const fence = fc
  .tuple(
    fc.constantFrom('```', '````', '  ```', '~~~~'),
    fc.constantFrom('', 'js', 'python', 'c++ title="a b"'),
    fc.array(codeLine, { minLength: 1, maxLength: 30 }),
  )
  .map(([marker, info, lines]) => `${marker}${info}\n${lines.join('\n')}\n${marker}`)

const cell = fc.constantFrom(
  ...['', 'plain', 'two words', '**strong**', '*slanted*', '`code`', '~~gone~~', '[label](https://example.com/)'],
  ...['a **b** c', '東京', '😀', '100.00', '<b>', 'x'.repeat(40)],
)
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.oneof({ weight: 9, arbitrary: fc.nat(12) }, fc.integer({ min: 95, max: 130 })),
  )
  .chain(([columns, rows]) => {
    const line = fc.array(cell, { minLength: columns, maxLength: columns }).map((cells) => `| ${cells.join(' | ')} |`)
    const rule = fc
      .array(fc.constantFrom('---', '--:', ':-:'), { minLength: columns, maxLength: columns })
      .map((cells) => `| ${cells.join(' | ')} |`)
    return fc.tuple(line, rule, fc.array(line, { minLength: rows, maxLength: rows }))
  })
  .map(([head, rule, rows]) => [head, rule, ...rows].join('\n'))

const block = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 2, arbitrary: list },
  { weight: 2, arbitrary: fence },
  { weight: 1, arbitrary: heading },
  { weight: 1, arbitrary: quote },
  { weight: 1, arbitrary: table },
  { weight: 1, arbitrary: fc.constantFrom('---', '<details>\n<summary>More</summary>\n\nText\n</details>') },
)
const blocks = (minLength: number, maxLength: number) =>
  fc.array(block, { minLength, maxLength, size: 'max' }).map((all) => all.join('\n\n'))

/** What models write: mostly short, some longer than a message, a few longer than anybody reads. */
export const markdownAnswer = fc.oneof(
  { weight: 180, arbitrary: blocks(1, 8) },
  { weight: 18, arbitrary: blocks(40, 90) },
  { weight: 1, arbitrary: blocks(350, 500) },
  // Broken off in the middle of its code.
  { weight: 8, arbitrary: fc.tuple(blocks(1, 8), fence).map(([text, code]) => `${text}\n\n${code.slice(0, -6)}`) },
)

/** What wants to be a mention, of `stranger` and of everybody; `person` may be one. */
export function hostileAnswer(stranger: string, person: string) {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '<!channel>',
        '<!here>',
        '<!everyone>',
        '<!here|here>',
        '<!subteam^S012AB>',
        '<!subteam^S012AB|@team>',
        '<\\!channel>',
      ],
      ...[
        `<@${stranger}>`,
        `<@${stranger}|name>`,
        `<@!${stranger}>`,
        `<\\@${stranger}>`,
        `<at>${stranger}</at>`,
        `<@&${stranger}>`,
      ],
      ...[
        '@here',
        '@channel',
        '@everyone',
        '＠here',
        '@\u200bhere',
        '@ here',
        '&lt;!channel&gt;',
        '&#60;!channel&#62;',
        '%3C!channel%3E',
      ],
      ...['[<!channel>](https://example.com)', `[x](<@${stranger}>)`, `![<@${stranger}>](https://example.com/i.png)`],
      ...[
        '<https://example.com|<!channel>>',
        `<https://example.com|@here>`,
        '<#C0GENERAL>',
        '<mailto:a@example.com|@channel>',
      ],
      ...[
        '`<!channel>`',
        `\`\`\`\n<@${stranger}>\n\`\`\``,
        '```<!here>```',
        `| <@${stranger}> | <!here> |\n|---|---|\n| @channel | x |`,
      ],
      ...[
        `<@${person}>`,
        `<@${person}X>`,
        `<@${person.slice(0, 3)}>`,
        `<@${person.slice(0, 3)}`,
        '#{<!channel>}',
        '@{@here}',
        '<!chan',
        'nel>',
        '<@',
        '<!',
      ],
      ...[
        '\u202e<!here>',
        '<\u200b!here>',
        '<!here\u200b>',
        '<!HERE>',
        '<!date^1^{date}|<!here>>',
        '<b><!channel></b>',
        '\\<!here>',
      ],
    ),
    fc.constantFrom(
      '*',
      '_',
      '~',
      '`',
      '\n',
      '\n\n',
      '> ',
      '- ',
      ' ',
      'word',
      '<',
      '>',
      '!',
      '@',
      '|',
      '\\',
      stranger,
      person,
    ),
    fc.string({ maxLength: 4 }),
  )
  return fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''))
}

const rows = (lines: readonly string[]) =>
  lines.map(
    (line) =>
      `| ${line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((each) => each.trim())
        .join(' | ')} |`,
  )
const rule = (line: string) =>
  line.replaceAll(/ *(:?)-+(:?) */g, (_, left: string, right: string) => ` ${!right ? '---' : left ? ':-:' : '--:'} `)

/** Tables in one way of writing: also those that are shown as code, their columns padded. Lines end without spaces. */
export function canonical(markdown: string): string {
  const lines = markdown.replaceAll(/ +(?=\n)/g, '').split('\n')
  const out: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const isCode =
      /^(?:```|~~~~)$/.test(lines[at]!) && lines[at + 1]?.startsWith('|') && /^\|[ |:-]+\|$/.test(lines[at + 2] ?? '')
    const from = isCode ? at + 1 : at
    if (!lines[from]!.startsWith('|') || !/^\|[ |:-]+\|$/.test(lines[from + 1] ?? '')) {
      out.push(lines[at]!)
      continue
    }
    let end = from + 2
    while (lines[end]?.startsWith('|')) end++
    out.push(...rows([lines[from]!]), rule(lines[from + 1]!).trim(), ...rows(lines.slice(from + 2, end)))
    at = isCode ? end : end - 1
  }
  return out.join('\n')
}

/**
 * Whether `messages` together say `answer`: each begins where the one before ended, with nothing between but white space. One
 * that ends in code closes its fence, and the next opens it anew; one that begins in a table repeats its head.
 */
export function saysAll(answer: string, messages: readonly string[]): { upTo: number; whole: boolean } {
  let upTo = 0
  for (const message of messages) {
    const next = matched(answer, upTo, message)
    if (next === undefined) return { upTo, whole: false }
    upTo = next
  }
  return { upTo, whole: answer.slice(upTo).trim() === '' }
}

/** Heads of tables shorter than this are repeated on every platform. */
const shortHead = 300

function matched(answer: string, from: number, message: string): number | undefined {
  const start = answer.length - answer.slice(from).trimStart().length
  const lineStart = answer.lastIndexOf('\n', start - 1) + 1
  const lines = message.split('\n')
  const fence = openFence(answer.slice(0, start))
  const table = start === lineStart ? /(?:^|\n)((?:\|[^\n]*\n)+)$/.exec(answer.slice(0, start))?.[1] : undefined
  // A long head is not worth its room.
  const hasHead =
    table !== undefined && answer[start] === '|' && lines.slice(0, 2).every((line) => table.includes(line))
  if (table && answer[start] === '|' && !hasHead && /^.*\n.*\n/.exec(table)![0].length < shortHead) return undefined
  const head = fence ? 1 : hasHead ? 2 : 0
  if (fence && !lines[0]!.trimStart().startsWith(fence)) return undefined
  for (const tail of [0, 1]) {
    const words = lines
      .slice(head, lines.length - tail)
      .join('\n')
      .trimEnd()
    for (const at of [start, Math.max(from, lineStart)]) {
      const end = at + words.length
      const isClosedByUs = openFence(answer.slice(0, end)) !== undefined
      if (answer.startsWith(words, at) && isClosedByUs === (tail === 1)) return end
    }
  }
  return undefined
}

export const hasOpenFence = (markdown: string): boolean => openFence(markdown) !== undefined

/** The fence that is open at the end, as CommonMark counts, save that runs of more than 20 are no fences. */
function openFence(markdown: string): string | undefined {
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
    if (run === '' || run.length > 20) continue
    if (!fence) {
      if (run[0] === '~' || !rest.includes('`')) fence = run
    } else if (run[0] === fence[0] && run.length >= fence.length && rest.trim() === '') {
      fence = undefined
    }
  }
  return fence
}
