import { describe, expect, it } from 'vitest'
import { fromHero } from '../../../../console/page/playground/teams/card/hero.ts'
import { cardHtml } from '../../../../console/page/playground/teams/card/markdown.ts'
import { prepareCard } from '../../../../console/page/playground/teams/card/prepare.ts'

type Json = Record<string, unknown>

const prepare = (card: Json) =>
  prepareCard(
    { type: 'AdaptiveCard', ...card },
    {
      me: '29:1ann',
      isKnown: (type) => type !== 'Media',
      unknown: (type) => `No ${type} here`,
      fillThis: 'Fill this in',
      choose: 'Choose',
    },
  )

describe('a card made ready', () => {
  it('lets every action be found again as the app sent it, wherever it stands', () => {
    const inner = { type: 'Action.Submit', id: 'own', title: 'OK', data: { type: 'Action.Submit' } }
    const show = { type: 'Action.ShowCard', title: 'More', card: { type: 'AdaptiveCard', actions: [inner] } }
    const tap = { type: 'Action.Execute', verb: 'tap' }
    const set = { type: 'ActionSet', actions: [show] }
    const { card, actions } = prepare({ body: [{ type: 'Container', selectAction: tap, items: [set] }] })
    expect(actions).toEqual([tap, show, inner])
    expect(card).toMatchObject({
      body: [
        {
          selectAction: { id: '0', verb: 'tap' },
          items: [{ actions: [{ id: '1', card: { actions: [{ id: '2', data: inner.data }] } }] }],
        },
      ],
    })
  })

  it('shows the title of what was chosen where one types to choose, and not what stands for it', () => {
    const choices = [
      { title: 'the operator’s choice', value: '=default' },
      { title: 'gpt-4o', value: 'gpt-4o' },
    ]
    const input = { type: 'Input.ChoiceSet', id: 'model', style: 'filtered', choices, value: '=default' }
    expect(prepare({ body: [input] }).card).toMatchObject({ body: [{ value: 'the operator’s choice' }] })
    expect(prepare({ body: [{ ...input, style: 'compact' }] }).card).toMatchObject({ body: [{ value: '=default' }] })
    expect(prepare({ body: [{ ...input, value: 'unknown' }] }).card).toMatchObject({ body: [{ value: 'unknown' }] })
  })

  it('turns the buttons of older cards into ones that the renderer knows', () => {
    const say = { type: 'imBack', title: 'Yes', value: 'yes' }
    const open = { type: 'openUrl', title: 'Open', value: 'https://example.com' }
    const { card, actions } = prepare(fromHero({ title: 'Sure?', buttons: [say, open] }))
    expect(actions).toEqual([say, open])
    expect(card).toMatchObject({
      body: [{ text: 'Sure?' }],
      actions: [
        { type: 'Action.Submit', title: 'Yes', associatedInputs: 'none' },
        { type: 'Action.OpenUrl', url: 'https://example.com' },
      ],
    })
  })

  it('asks for pictures of the web only', () => {
    const urls = ['https://example.com/a.png', 'data:image/png;base64,AA', '/playground/open', 'data:text/html,x']
    const { card } = prepare({ backgroundImage: '/b', body: urls.map((url) => ({ type: 'Image', url })) })
    expect(JSON.stringify(card)).not.toContain('/b')
    expect((card['body'] as Json[]).map(({ url }) => url)).toEqual([urls[0], urls[1], undefined, undefined])
  })

  it('says what is not drawn, and what is wrong with an input that has no words for it', () => {
    const { card } = prepare({
      body: [
        { type: 'Media', sources: [] },
        { type: 'Input.Text', id: 'name' },
        { type: 'Input.ChoiceSet', id: 'size', errorMessage: 'Which size?' },
      ],
    })
    expect(card['body']).toMatchObject([
      { type: 'TextBlock', text: 'No Media here' },
      { id: 'name', errorMessage: 'Fill this in' },
      { id: 'size', errorMessage: 'Which size?', placeholder: 'Choose' },
    ])
  })

  it('leaves of a mention that the card does not tell of only the name', () => {
    const entities = ['Ann', 'Ben'].map((name) => ({
      type: 'mention',
      text: `<at>${name}</at>`,
      mentioned: { id: `29:1${name.toLowerCase()}`, name },
    }))
    const text = 'For <at>Ann</at>, <at>Ben</at> and <at>Eve</at>'
    const { card } = prepare({ msteams: { entities }, body: [{ type: 'TextBlock', text }] })
    const [block] = card['body'] as Json[]
    expect(cardHtml(String(block!['text']), 'm')).toBe(
      '<p>For <span class="m" data-me="true">Ann</span>, <span class="m" data-me="false">Ben</span> and Eve</p>',
    )
  })
})

describe('the text of a card as HTML', () => {
  it('has the Markdown that cards know', () => {
    expect(cardHtml('**a** *b* [c](https://example.com)\n\n1. one\n2. two')).toBe(
      '<p><strong>a</strong> <em>b</em> <a href="https://example.com/" rel="noopener noreferrer">c</a></p><ol start="1"><li><p>one</p></li><li><p>two</p></li></ol>',
    )
    expect(cardHtml('# a `b` > c')).toBe('<p># a `b` &gt; c</p>')
  })

  it.each([
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](https://example.com/"onclick="alert(1))',
    '<at onclick="alert(1)"><b>x</b></at>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('never holds what %s means', (text) => {
    const tags = cardHtml(text).match(/<[^>]*>/g) ?? []
    for (const tag of tags) {
      expect(tag).toMatch(
        /^<(?:\/?(?:p|strong|em|a|br|span)|a href="https:[^"<>]*" rel="noopener noreferrer"|span class="" data-me="(?:true|false)")>$/,
      )
    }
  })
})
