import { describe, expect, it } from 'vitest'
import { findRegex } from '../../src/engine/scenario/regex.ts'
import { compileLinear } from '../../src/lib/linear-regex.ts'
import { colour, createWorld } from './scenario-world.ts'

describe('what a transition can look at', () => {
  const table: { match: object; fits: string[]; not: string[]; as: string }[] = [
    { match: { exact: 'Don’t know' }, fits: ["don't know", 'ＤＯＮ’Ｔ ＫＮＯＷ!'], not: ['I don’t know'], as: 'exact' },
    { match: { exact: '👍' }, fits: ['👍'], not: ['👎'], as: 'exact' },
    { match: { exact: '❤️' }, fits: ['❤'], not: ['❤️ it'], as: 'exact' },
    { match: { partial: '👍' }, fits: ['Great 👍', '👍👍'], not: ['Great'], as: 'partial' },
    { match: { partial: 'art' }, fits: ['modern art, please', 'ART!'], not: ['start', 'party'], as: 'partial' },
    { match: { partial: '予約' }, fits: ['会議室を予約したい'], not: ['会議室'], as: 'partial' },
    { match: { partial: 'wifi' }, fits: ['社内wifiは?'], not: ['wifis'], as: 'partial' },
    { match: { partial: '회의실 예약' }, fits: ['회의실 예약해줘'], not: ['회의실'], as: 'partial' },
    { match: { regex: '^[A-Z]{2}-\\d+$' }, fits: ['AB-12', 'ＡＢ-１２'], not: ['ab-12', 'x AB-12'], as: 'regex' },
    { match: { regex: '(?i)yes|ok' }, fits: ['YES!', 'that is Ok'], not: ['no'], as: 'regex' },
    { match: { rule: 'I lost my key card', level: 1 }, fits: ['lost my key card'], not: ['the weather'], as: 'rule' },
    { match: { any: true }, fits: ['whatever'], not: [], as: 'any' },
    { match: { state: 'vip' }, fits: ['fits: vip=1'], not: ['other=1'], as: 'state' },
    { match: { state: 'vip', op: 'missing' }, fits: ['other=1'], not: ['vip='], as: 'state' },
    { match: { state: 'vip', op: 'eq', value: '1' }, fits: ['vip=1'], not: ['vip=2', 'x=1'], as: 'state' },
    { match: { state: 'vip', op: 'ne', value: '1' }, fits: ['vip=2', 'x=1'], not: ['vip=1'], as: 'state' },
    { match: { state: 'vip', op: 'in', value: ['1', '2'] }, fits: ['vip=2'], not: ['vip=12'], as: 'state' },
  ]
  for (const { match, fits, not, as } of table) {
    it(JSON.stringify(match), async () => {
      const on = [
        { match, goto: 'done' },
        { match: { exact: 'never said' }, goto: 'help' },
      ]
      const world = await createWorld({ scenarios: [colour({ nodes: { ask: { say: 'Say it.', on } } })] })
      for (const [utterances, fitting] of [
        [fits, true],
        [not, false],
      ] as const) {
        for (const utterance of utterances) {
          const [, key, value] = /(\w+)=(\w*)$/.exec(utterance) ?? []
          await world.say('', key ? { state: { [key]: value! } } : {})
          await world.say('colour')
          const { trace } = await world.say(utterance)
          expect(trace.scenario?.by, utterance).toBe(fitting ? `on[0] ${as}` : 'digression')
          if (key) await world.db.batch(world.store.people.unsetSteps('test/default/ann', [key]))
        }
      }
    })
  }

  it('is tried in the order it is written in, what was said before what else there is', async () => {
    const ask = {
      say: 'Which?',
      on: [{ match: { partial: 'dark' }, goto: 'dark' }, { match: { partial: 'red' }, goto: 'done' }, { else: 'help' }],
    }
    const nodes = { ask, dark: { say: 'Dark it is.', end: 'completed' } }
    const world = await createWorld({ scenarios: [colour({ nodes })] })
    for (const [user, text, by] of [
      ['dark red', 'Dark it is.', 'on[0] partial'],
      ['red', 'Fine.', 'on[1] partial'],
      ['hm', 'Ask a person.', 'on[2] else'],
    ] as const) {
      await world.say('colour')
      expect(await world.say(user)).toMatchObject({ text, trace: { scenario: { by } } })
    }
  })

  it('hangs on no expression, however it is written and whatever is said', async () => {
    for (const regex of ['(a+)+$', '^(a|a)*b$', '(?:a{1,30}){1,30}c', '((a*)*)*x', `${'(.{0,999}){1}'.repeat(20)}$`]) {
      const world = await createWorld({
        scenarios: [colour({ nodes: { ask: { say: 'Say it.', on: [{ match: { regex }, goto: 'done' }] } } })],
      })
      await world.say('colour')
      const { trace } = await world.say(`${'a'.repeat(50_000)}!`)
      expect(trace.scenario?.by).toMatch(/digression|regex/)
    }
  })

  it('looks at so much of a text that nobody else waits for it: the less, the larger the expression', async () => {
    const large = `(?:ab?c?d?e?f?){99}|${'(?:here)?'.repeat(20)}now`
    const { steps } = compileLinear(large)
    expect(steps).toBeGreaterThan(400)
    for (const [regex, reach] of [
      ['now', 5000],
      [large, Math.floor(1_000_000 / steps)],
    ] as const) {
      const dashes = (length: number) => `${'-'.repeat(length - 3)}now`
      expect([regex, findRegex(regex, dashes(reach))]).toEqual([regex, {}])
      expect([regex, findRegex(regex, dashes(reach + 1))]).toEqual([regex, undefined])
    }
  })
})

describe('options', () => {
  it('are chosen in any case and width, with or without their punctuation, but not by half of them', async () => {
    const options = [
      { text: 'C', goto: 'done' },
      { text: 'C++', goto: 'help' },
      { text: 'Not sure…', goto: 'late' },
    ]
    const world = await createWorld({
      scenarios: [colour({ nodes: { ask: { say: 'Which?', options, select: true } } })],
    })
    for (const [user, text] of [
      ['c', 'Fine.'],
      ['Ｃ＋＋', 'Ask a person.'],
      ['not  SURE', 'Too late.'],
      ['not', 'Which?'],
    ] as const) {
      await world.say('')
      await world.say('colour')
      expect((await world.say(user)).text, user).toBe(text)
    }
  })

  it('with nothing in them are neither shown nor chosen', async () => {
    const options = [
      { text: '#{nothing}', goto: 'help' },
      { text: 'Red', goto: 'done' },
    ]
    const world = await createWorld({
      scenarios: [colour({ nodes: { ask: { say: 'Which?', options, select: true } } })],
    })
    expect((await world.say('colour')).answer.options).toEqual(['Red'])
    expect((await world.say(' ')).text).toBe('Which?')
  })

  it('are chosen as they were shown, whatever the state has become since', async () => {
    const ask = {
      set: { city: 'Kyoto' },
      say: 'Where?',
      options: [
        { text: 'To #{city}', goto: 'done' },
        { text: '#{nothing}', goto: 'late' },
        { text: 'Nowhere', goto: 'help' },
      ],
      unset: 'city',
      select: true,
    }
    const world = await createWorld({ scenarios: [colour({ nodes: { ask } })] })
    await world.say('colour')
    // In another conversation.
    await world.say('colour', { conversation: 'channel' })
    await world.say('to kyoto', { conversation: 'channel', state: { city: 'Nara' } })
    expect(await world.progress('channel')).toBeUndefined()
    expect(await world.say('To Nara')).toMatchObject({ text: 'Where?', answer: { options: ['To Nara', 'Nowhere'] } })
    expect((await world.say('To Kyoto')).text).toBe('Where?')
    expect((await world.say('To Nara')).text).toBe('Fine.')
  })

  it('without a way of their own leave it to the others', async () => {
    const ask = {
      say: 'Which?',
      options: [{ text: 'Red', set: { how: 'pressed' } }, { text: 'Blue' }],
      on: [{ match: { exact: 'red' }, goto: 'done' }],
    }
    const world = await createWorld({ scenarios: [colour({ nodes: { ask } })] })
    await world.say('colour')
    expect(await world.say('Blue')).toMatchObject({ text: 'Which?', trace: { scenario: { by: 'option' } } })
    expect(await world.say('Red')).toMatchObject({ text: 'Fine.', trace: { scenario: { by: 'option, on[0] exact' } } })
    expect(await world.state()).toEqual({ how: 'pressed' })
  })
})

describe('the state', () => {
  it('is written and cleared by nodes, options, transitions and answers, and filled into what is said', async () => {
    const nodes = {
      ask: {
        set: { asked: 'yes by #{name}' },
        say: 'Which colour, #{name}?',
        options: [{ text: 'Like #{name}', goto: 'size', set: { colour: '#{name}’s' }, unset: 'old' }],
      },
      size: {
        say: 'Which size?',
        on: [
          {
            match: { regex: '^(?<w>\\d+)x(?<h>\\d+)(?<unit>cm)?$' },
            set: { size: '@{match.w} by @{match.h}@{match.unit}' },
            goto: 'why',
          },
        ],
      },
      why: { say: 'Why?', collect: { state: 'why', goto: 'done' } },
      done: {
        say: '#{colour} #{size}: #{why}#{old}',
        imageUrl: 'https://example.com/#{why}.png?of=#{name}',
        url: 'https://example.com.#{name}/',
        topic: 'for #{name}',
        extensions: { reasons: ['#{why}'] },
        embededHtml: '<b>#{why}</b>',
        unset: ['why', 'name'],
        end: 'completed',
      },
    }
    const world = await createWorld({ scenarios: [colour({ nodes })] })
    await world.setState({ name: 'Ann', old: 'gone' })
    expect((await world.say('colour')).answer).toMatchObject({ utterance: 'Which colour, Ann?', options: ['Like Ann'] })
    await world.say('like ann')
    await world.say('10x20')
    const said = await world.say(' a/b & #{secret} ')
    expect(said.answer).toMatchObject({
      utterance: 'Ann’s 10 by 20: a/b & #{secret}',
      imageUrl: 'https://example.com/a%2Fb%20%26%20%23%7Bsecret%7D.png?of=Ann',
      url: '',
      topic: 'for Ann',
      extensions: { reasons: ['a/b & #{secret}'] },
      embededHtml: '<b>a/b&#32;&#38;&#32;#{secret}</b>',
    })
    expect(await world.state()).toEqual({ asked: 'yes by Ann', colour: 'Ann’s', size: '10 by 20' })
  })

  it('never decides where a URL leads', async () => {
    const nodes = (url: string) => ({ ask: { say: 'Look.', url, end: 'completed' } })
    for (const [template, value, url] of [
      ['https://example.com/rooms/#{room}', 'Kyōto 2', 'https://example.com/rooms/Ky%C5%8Dto%202'],
      ['https://example.com/rooms/#{room}', '..', ''],
      ['https://example.com/rooms/#{nothing}', '', 'https://example.com/rooms/'],
      ['https://example.com.#{room}/', 'a', ''],
      ['#{room}', 'https://example.org', ''],
    ] as const) {
      const world = await createWorld({ scenarios: [colour({ nodes: nodes(template) })] })
      expect((await world.say('colour', { state: { room: value } })).answer.url, template).toBe(url)
    }
  })

  it('never lets what somebody said become a template', async () => {
    const on = [{ match: { regex: '(?<all>.*)' }, set: { heard: 'so: @{match.all}' }, goto: 'done' }]
    const nodes = { ask: { say: 'Say it.', on }, done: { say: '#{heard}', end: 'completed' } }
    const world = await createWorld({ scenarios: [colour({ nodes })] })
    await world.setState({ pin: '1234' })
    await world.say('colour')
    expect((await world.say('#{pin} @{match.all} @{option:x}')).answer).toMatchObject({
      utterance: 'so: #{pin} @{match.all} @{option:x}',
      options: [],
    })
  })

  it('stays text in HTML, wherever in it', async () => {
    const html = '<a href="#{x}" class=#{x}>#{x}</a>'
    for (const [x, embededHtml] of [
      ['a b', '<a href="a&#32;b" class=a&#32;b>a&#32;b</a>'],
      ['x onclick=f()', '<a href="x&#32;onclick&#61;f()" class=x&#32;onclick&#61;f()>x&#32;onclick&#61;f()</a>'],
      ['"><b>', '<a href="&#34;&#62;&#60;b&#62;" class=&#34;&#62;&#60;b&#62;>&#34;&#62;&#60;b&#62;</a>'],
      ['Java\nScript:f()', '<a href="" class=>Java&#10;Script:f()</a>'],
      ['https://example.com', '<a href="https://example.com" class=https://example.com>https://example.com</a>'],
    ] as const) {
      const nodes = { ask: { say: 'Look.', embededHtml: html, end: 'completed' } }
      const world = await createWorld({ scenarios: [colour({ nodes })] })
      await world.setState({ x })
      expect((await world.say('colour')).answer.embededHtml).toBe(embededHtml)
    }
  })

  it('can decide at once, without a question', async () => {
    const nodes = {
      ask: { on: [{ match: { state: 'colour' }, goto: 'done' }, { else: 'question' }] },
      question: { say: 'Which colour?', collect: { state: 'colour', goto: 'done' } },
      done: { say: '#{colour}.', end: 'completed' },
    }
    const world = await createWorld({ scenarios: [colour({ nodes })] })
    expect(await world.say('colour')).toMatchObject({
      text: 'Which colour?',
      trace: { scenario: { path: ['ask', 'question'] } },
    })
    expect((await world.say('green')).text).toBe('green.')
    expect((await world.say('colour')).text).toBe('green.')
  })
})

describe('languages', () => {
  const say = { 'en-GB': 'Which colour?', en: 'Which color?', 'zh-Hant': '哪種顏色?', ja: ['何色ですか?', '色は?'] }
  for (const [locale, text] of [
    ['en-GB', 'Which colour?'],
    ['en_us', 'Which color?'],
    ['ja-JP', '何色ですか?'],
    ['zh-Hant-TW', '哪種顏色?'],
    ['fr', 'Which color?'],
    [undefined, 'Which color?'],
  ] as const) {
    it(`are chosen by the locale: ${locale}`, async () => {
      const ask = { say, collect: { state: 'colour', goto: 'done' } }
      const world = await createWorld({ scenarios: [colour({ nodes: { ask } })] })
      expect((await world.say('colour', locale ? { locale } : {})).text).toBe(text)
    })
  }

  it('stay what they were where nobody names one', async () => {
    const ask = { say, options: [{ text: 'A', goto: 'size' }] }
    const size = { say: { en: 'Which size?', ja: '大きさは?' }, collect: { state: 'size', goto: 'done' } }
    const world = await createWorld({
      scenarios: [colour({ start: [{ match: { partial: ['color', 'いろ'] } }], nodes: { ask, size } })],
    })
    await world.say('いろ')
    expect((await world.say('A')).text).toBe('大きさは?')
    await world.say('')
    await world.say('color')
    expect((await world.say('A')).text).toBe('Which size?')
    await world.say('')
    await world.say('いろ')
    expect((await world.say('A', { locale: 'fr' })).text).toBe('Which size?')
  })

  it('are told by the script, which may be kanji alone', async () => {
    const ask = { say: { en: 'Which?', ja: 'どれ?' }, collect: { state: 'it', goto: 'done' } }
    const start = [{ match: { partial: ['会議室', 'room'] } }]
    const world = await createWorld({ scenarios: [colour({ start, nodes: { ask } })] })
    expect((await world.say('会議室予約')).text).toBe('どれ?')
    await world.say('')
    expect((await world.say('a room')).text).toBe('Which?')
  })
})
