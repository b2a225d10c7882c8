import { describe, expect, test } from 'vitest'
import { parseInlineMrkdwn, parseMrkdwn } from '../../../console/page/shared/richtext/mrkdwn.ts'
import type { Inline } from '../../../console/page/shared/richtext/tree.ts'
import { locale } from '../../../console/page/strings.ts'

/** In the zone and the language of the browser. */
const ownDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

const text = (value: string): Inline => ({ type: 'text', text: value })

describe('mrkdwn', () => {
  test.each<[string, Inline[]]>([
    [
      '*bold* _it_ ~s~',
      [
        { type: 'strong', children: [text('bold')] },
        text(' '),
        { type: 'em', children: [text('it')] },
        text(' '),
        { type: 'strike', children: [text('s')] },
      ],
    ],
    ['*a _b_*', [{ type: 'strong', children: [text('a '), { type: 'em', children: [text('b')] }] }]],
    ['2*3*4, a_b_c, * x *, **', [text('2*3*4, a_b_c, * x *, **')]],
    ['`a &lt; *b*`', [{ type: 'code', text: 'a < *b*' }]],
    ['a &amp; b &lt;@U1&gt;', [text('a & b <@U1>')]],
    [
      'hi <@U0BEN>, <#C1|general>',
      [text('hi '), { type: 'user', id: 'U0BEN' }, text(', '), { type: 'channel', id: 'C1', label: 'general' }],
    ],
    ['<!here> <!date^soon^{date}|Friday>', [{ type: 'broadcast', label: '@here' }, text(' '), text('Friday')]],
    ['<!date^1795370640^{date_short_pretty}|2026-11-22>', [text(ownDay.format(1_795_370_640_000))]],
    [
      '<https://example.com/?a=1&amp;b=2|two &amp; more>',
      [{ type: 'link', href: 'https://example.com/?a=1&b=2', children: [text('two & more')] }],
    ],
    ['<javascript:alert(1)|x>', [text('<javascript:alert(1)|x>')]],
    [
      'see https://example.com/?a=1&amp;b=2.',
      [
        text('see '),
        { type: 'link', href: 'https://example.com/?a=1&b=2', children: [text('https://example.com/?a=1&b=2')] },
        text('.'),
      ],
    ],
    ['one\ntwo', [text('one'), { type: 'break' }, text('two')]],
  ])('%s', (source, expected) => {
    expect(parseInlineMrkdwn(source)).toEqual(expected)
  })

  test('quotes and fences', () => {
    expect(parseMrkdwn('&gt; said\n&gt; so\nand\n```\n*code* &lt;\n```\nend')).toEqual([
      { type: 'quote', children: [{ type: 'paragraph', children: [text('said'), { type: 'break' }, text('so')] }] },
      { type: 'paragraph', children: [text('and')] },
      { type: 'code', language: '', text: '*code* <' },
      { type: 'paragraph', children: [text('end')] },
    ])
  })
})
