import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disarm } from '../../../adapters/slack/disarm.ts'
import { renderEnd, renderPart } from '../../../adapters/slack/outbound.ts'
import { readBlocks } from '../../../console/stand-ins/slack/blocks.ts'
import { mentionsIn } from '../../../console/stand-ins/slack/text.ts'

const SPACE = '\u200b'

describe('disarming', () => {
  it.each([
    ['<!channel>', '<!channe|l>'],
    ['<!here|here> <!everyone>', '<!her|e|here> <!everyon|e>'],
    ['<!subteam^S0|@team>', '<!subtea|m^S0|@team>'],
    ['<\\!channel> \\<!here>', '<\\!channe|l> \\<!her|e>'],
    ['<@U0ANN> <@W0BEN|ben>', '<@U|0ANN> <@W|0BEN|ben>'],
    ['<#C0GENERAL>', '<#C|0GENERAL>'],
    ['`<@U0ANN>`\n```\n<!here>\n```', '`<@U|0ANN>`\n```\n<!her|e>\n```'],
    ['@channel, (@here) "@everyone"', '@channe|l, (@her|e) "@everyon|e"'],
  ])('%s', (text, expected) => {
    // The bar in the second column stands for the zero-width space, but for those of the first.
    const bars = expected.split('|')
    const safe = disarm(text)
    expect(safe.replaceAll(SPACE, '')).toBe(text)
    expect(safe.replaceAll(SPACE, '|').split('|')).toEqual(bars)
  })

  it.each([
    'if (a<b && c>d) List<@NonNull String> <!-- note --> <!DOCTYPE html> <#region>',
    'https://example.com/@here/x?to=@channel&n=1 ann@here.example.com <https://example.com/?a=1&b=2>',
    'vector<U> #include <iostream> x <- y',
  ])('leaves alone what only looks alike: %s', (text) => expect(disarm(text)).toBe(text))

  const piece = fc.oneof(
    fc.constantFrom(
      '<!',
      'channel',
      '>',
      '<@',
      'U0ANN',
      '@here',
      '<',
      '!',
      '@',
      'everyone',
      'subteam^S0',
      '`',
      '```\n',
      '\\',
      '|',
    ),
    fc.string({ maxLength: 3 }),
  )
  const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  it.each([
    ['<@U0ANN> <@U0ANN|ann> <@U0BEN>', '<@U0ANN> <@U0ANN|ann> <@U0/BEN>'],
    ['<@U0ANNA> <@U0AN> <@W0ANN>', '<@U0ANN/A> <@U0AN/> <@W/0ANN>'],
    ['<!channel> <@U0AN', '<!channe/l> <@U0AN'],
  ])('leaves the one person alive who may be mentioned: %s', (text, expected) => {
    expect(disarm(text, 'U0ANN').replaceAll(SPACE, '/')).toBe(expected)
  })

  it('of a longer text begins with that of a shorter one', () => {
    const text = 'Hi <@U0ANN>, <@U0ANNA> <@U0AN> <@U0ANX> <!channel> <@W0ANN> @here'
    const whole = disarm(text, 'U0ANN')
    for (let end = 0; end < text.length; end++) {
      expect(whole.startsWith(disarm(text.slice(0, end), 'U0ANN'))).toBe(true)
    }
  })

  it('leaves nothing alive, in whatever text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(mentionsIn(disarm(text))).toEqual([])
        expect(disarm(text).replaceAll(SPACE, '')).toBe(text.replaceAll(SPACE, ''))
      }),
    )
  })

  it('of a longer text begins with that of a shorter one', () => {
    fc.assert(
      fc.property(hostile, fc.nat(100), (text, cut) => {
        expect(disarm(text).startsWith(disarm(text.slice(0, cut)))).toBe(true)
      }),
    )
    const many = '<!here>'.repeat(300)
    for (let cut = 0; cut < many.length; cut++) expect(disarm(many).startsWith(disarm(many.slice(0, cut)))).toBe(true)
  })

  it('adds little, and kills all, where a text is nothing but mentions', () => {
    const text = '<@U1>@here'.repeat(1100)
    const safe = disarm(text)
    expect(Buffer.byteLength(safe)).toBeLessThan(11_600)
    expect(mentionsIn(safe)).toEqual([])
    expect(safe).not.toContain('@here')
  })
})

describe('a part', () => {
  it('is a Markdown block and a plain text for notifications', () => {
    expect(renderPart({ text: '**A** & <!here>' })).toEqual({
      text: 'A &amp; &lt;!here&gt;',
      blocks: [{ type: 'markdown', text: `**A** & <!her${SPACE}e>` }],
    })
  })

  it('has a notification that is never too long, nor ends in half a character or entity', () => {
    for (const text of ['<'.repeat(5000), `${'a'.repeat(2997)}&&&`, `${'a'.repeat(2999)}😀`, '😀'.repeat(3000)]) {
      const notification = renderPart({ text }).text
      expect(notification.length).toBeLessThanOrEqual(3000)
      expect(notification.isWellFormed()).toBe(true)
      expect(notification).not.toMatch(/&(?!(?:amp|lt|gt);)/)
    }
  })

  it.each([
    ['## Opening hours\n\nWe are **open** from `9` to _17_.', 'Opening hours\n\nWe are open from 9 to 17.'],
    ['- [x] paid\n- [ ] sent\n  - see [the page](https://example.com)', '☑ paid\n☐ sent\n  • see the page'],
    ['> said **Ann**\n![a cat](https://example.com/cat.png)', 'said Ann\na cat'],
    ['| Plan | Price |\n|---|--:|\n| **Gold** | 9 € |', 'Plan · Price\nGold · 9 €'],
    ['Run\n```sh\nls **/*.md\n# all\n```\nthen `2 * 3 * 4`', 'Run\nls **/*.md\n# all\nthen 2 * 3 * 4'],
    ['snake_case_name, 2 * 3 * 4, \\*not bold\\*', 'snake_case_name, 2 * 3 * 4, *not bold*'],
  ])('has a notification without marks: %j', (text, words) => {
    expect(renderPart({ text }).text).toBe(words)
  })

  it('asks for feedback, unless Slack refuses that', () => {
    const part = { text: 'Hi', feedback: { id: 'turn', good: 'Good', bad: 'Bad' } }
    expect(renderEnd(part)).toMatchObject([
      {
        type: 'context_actions',
        block_id: 'f:turn',
        elements: [{ type: 'feedback_buttons', positive_button: { value: 'good' }, negative_button: { value: 'bad' } }],
      },
    ])
    readBlocks(renderPart({ ...part, quickReplies: { id: 'turn', options: ['A'] } }).blocks)
    expect(renderEnd(part, true)).toEqual([])
  })

  it('shows an image and a link, or the image’s address', () => {
    const part = { text: 'Hi', imageUrl: 'https://example.com/a/cat.png', url: 'https://example.com/?a=1&b=2|x' }
    const link = { type: 'mrkdwn', text: '<https://example.com/?a=1&amp;b=2%7Cx>' }
    expect(renderEnd(part)).toEqual([
      { type: 'image', image_url: part.imageUrl, alt_text: 'cat.png' },
      { type: 'context', elements: [link] },
    ])
    expect(renderEnd(part, true)).toEqual([
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${part.imageUrl}>` }] },
      { type: 'context', elements: [link] },
    ])
    expect(renderEnd({ text: '', url: 'javascript:alert(1)' })).toEqual([
      { type: 'context', elements: [{ type: 'plain_text', text: 'javascript:alert(1)' }] },
    ])
  })

  it('has buttons by index, 25 in a block', () => {
    const options = Array.from({ length: 27 }, (_, index) => `Option ${index}`)
    const blocks = renderEnd({ text: '', quickReplies: { id: 'r1', options } })
    expect(blocks.map(({ block_id }) => block_id)).toEqual(['q1:r1', 'q2:r1'])
    const button = { type: 'button', action_id: 'q:26', value: '26', text: { type: 'plain_text', text: 'Option 26' } }
    expect(blocks[1]!['elements']).toEqual([expect.objectContaining({ value: '25' }), button])
  })

  it('marks what was chosen, without buttons', () => {
    expect(renderEnd({ text: '', quickReplies: { id: 'r1', options: ['Yes', 'No'], chosen: 1 } })).toEqual([
      { type: 'context', block_id: 'q1:r1', elements: [{ type: 'plain_text', text: 'Yes  ·  ✓ No' }] },
    ])
  })

  it('is one Slack takes, however full', () => {
    const unit = fc.constantFrom('a', 'あ', '😀', '<!here> ', '&', ' ', '')
    const long = (max: number) => fc.tuple(unit, fc.nat(max)).map(([letter, times]) => letter.repeat(times))
    const part = fc.record({
      text: long(11_000).map((text) => Buffer.from(text).subarray(0, 11_000).toString().replaceAll('\ufffd', '')),
      imageUrl: fc.constantFrom('https://example.com/a.png', 'cat', `https://example.com/${'a'.repeat(2900)}`),
      url: fc.constantFrom('https://example.com/a|b', `https://example.com/${'a'.repeat(3000)}`),
      quickReplies: fc.record(
        { id: fc.constant('r1'), options: fc.array(long(200), { maxLength: 100 }), chosen: fc.nat(100) },
        { requiredKeys: ['id', 'options'] },
      ),
    })
    fc.assert(fc.property(part, (part) => void readBlocks(renderPart(part).blocks)))
  })
})
