import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PEOPLE } from '../../../console/stand-ins/teams/settings.ts'
import { orderKey } from '../../../src/model/key.ts'
import type { Notes } from '../../../src/ports/notes.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { untilAborted } from '../../support/until-aborted.ts'
import { plantWaiting, stillWaiting } from '../../support/waiting-there.ts'
import { ANN, BEN, buttonsOf, DIRECT, GENERAL, GROUP, ofOurs } from './harness.ts'
import { free, growing, open, sentences } from './talking.ts'

describe('in a personal chat', () => {
  it('an answer is announced, streamed and labelled, within all of the limits of Teams', async () => {
    const { simulator, start, say, ours, texts, troubles } = await open({
      speak: () => growing(sentences, 220),
      source: 'model',
    })
    await start()
    say('tell me')
    await expect.poll(() => ours()[0]?.stream?.state).toBe('informative')
    await expect.poll(() => ours()[0]?.stream?.state).toBe('streaming')
    await expect.poll(() => ours()[0]?.stream).toBeUndefined()
    expect(texts()).toEqual([sentences.join('')])
    expect(ours()).toMatchObject([{ ai_label: true, feedback: 'default', edited: false }])
    expect(troubles()).toEqual([])
    const chunks = simulator.calls.filter(({ route, conversation }) => route === 'POST activities' && conversation)
    expect(chunks.length).toBeGreaterThan(3)
  })

  it('what is suggested can be chosen, once, and is the next thing said', async () => {
    const { simulator, start, say, texts, ours } = await open({
      simulator: free,
      teams: { unlimited: true },
      offer: ({ utterance }) => (utterance === 'hello' ? ['Yes', 'No'] : []),
    })
    const { utterances, store, owed } = await start()
    say('hello')
    await expect.poll(() => ours()[0] && buttonsOf(ours()[0]!)).toEqual(['Yes', 'No'])
    await simulator.choose({ user: ANN, conversation: DIRECT, message: ours()[0]!.id, title: 'No' })
    await expect.poll(texts).toEqual(['re: hello', 're: No'])
    // Told of again, it is the same choice.
    const { activity } = simulator.deliveries.findLast(({ activity }) => activity['text'] === 'No')!
    await simulator.deliver(activity)
    await sleep(30)
    expect(utterances()).toEqual(['hello', 'No'])
    // That it was chosen is what the person said: nothing is marked, and nothing counts as edited.
    const ref = `teams:${simulator.tenantId}/${DIRECT} personal ${simulator.serviceUrl} ${ours()[0]!.id}`
    await owed.pay((await store.turns.byRef(ref as never))!.id)
    expect(ours()[0]).toMatchObject({ text: 're: hello', attachments: [], edited: false })
  })

  it('what is chosen before it is noted that it was suggested is said once, also when it is told of again', async () => {
    const [noted, thought] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const kept = new Map<string, string>()
    const notes: Notes = {
      get: async (name) => kept.get(name),
      async set(name, note) {
        if (name.startsWith('suggested:')) await noted.promise
        kept.set(name, note)
      },
      async once(name, note) {
        if (!kept.has(name)) kept.set(name, note)
        return kept.get(name)!
      },
      named: async () => [],
      async forget() {},
    }
    const { simulator, start, say, texts, ours } = await open({
      simulator: free,
      teams: { unlimited: true, notes },
      think: async ({ utterance }) => (utterance === 'No' ? thought.promise : `re: ${utterance}`),
      offer: ({ utterance }) => (utterance === 'hello' ? ['Yes', 'No'] : []),
    })
    const { utterances } = await start()
    say('hello')
    await expect.poll(() => ours()[0] && buttonsOf(ours()[0]!)).toEqual(['Yes', 'No'])
    await simulator.choose({ user: ANN, conversation: DIRECT, message: ours()[0]!.id, title: 'No' })
    noted.resolve()
    await expect.poll(() => [...kept.values()].some((note) => note.includes('"Yes","No"'))).toBe(true)
    // What was taken as a message would be the choice of a button now.
    const { activity } = simulator.deliveries.findLast(({ activity }) => activity['text'] === 'No')!
    await simulator.deliver(activity)
    thought.resolve('Noted.')
    await expect.poll(() => texts().slice(0, 2)).toEqual(['re: hello', 'Noted.'])
    await sleep(100)
    expect(utterances()).toEqual(['hello', 'No'])
  })

  it('a person who installs the app is greeted once', async () => {
    const { simulator, start, texts } = await open({
      simulator: { ...free, installed: false },
      teams: { unlimited: true },
      think: async ({ utterance }) => (utterance === '' ? 'Welcome' : 're'),
      offer: () => [],
    })
    await start()
    simulator.install({ user: ANN, conversation: DIRECT, on: true })
    await expect.poll(texts).toEqual(['Welcome'])
    await simulator.idle()
    await sleep(30)
    expect(texts()).toEqual(['Welcome'])
  })

  it('what was edited before its turn is answered as it is now; what was deleted is not', async () => {
    const gate = Promise.withResolvers<string>()
    const { simulator, start, say, texts } = await open({
      simulator: free,
      teams: { unlimited: true },
      think: async ({ utterance }) => (utterance === 'first' ? gate.promise : `re: ${utterance}`),
    })
    await start()
    say('first')
    const second = say('secnod')
    const third = say('third')
    await simulator.idle()
    simulator.edit({ user: ANN, conversation: DIRECT, message: second, text: 'second' })
    simulator.remove({ user: ANN, conversation: DIRECT, message: third })
    await simulator.idle()
    gate.resolve('done')
    await expect.poll(texts).toEqual(['done', 're: second'])
    await sleep(30)
    expect(texts()).toEqual(['done', 're: second'])
  })

  it('whoever stops an answer sees no more of it, and nothing is written on', async () => {
    let written = 0
    const { simulator, start, say, ours, texts, troubles } = await open({
      simulator: free,
      async *speak(_request, signal) {
        for await (const said of growing(
          Array.from({ length: 200 }, () => 'on and '),
          40,
        )) {
          if (signal.aborted) return
          written++
          yield said
        }
      },
    })
    await start()
    say('tell me')
    await expect.poll(() => ours()[0]?.stream?.state).toBe('streaming')
    const [message] = ours()
    simulator.stopStream({ user: ANN, conversation: DIRECT, message: message!.id })
    await expect.poll(() => ours()[0]?.stream).toBeUndefined()
    // The next chunk learns of it.
    await expect.poll(troubles).toMatchObject([{ status: 403 }])
    await sleep(100)
    const before = written
    await sleep(300)
    expect(written).toBe(before)
    expect(texts()).toEqual([message!.text])
    expect(troubles()).toHaveLength(1)
  })
})

describe('among others', () => {
  it('an answer grows by edits in the thread of the question, and a follow-up there goes on with it', async () => {
    const { simulator, start, call, ours, troubles } = await open({
      speak: () => growing(sentences, 120),
      source: 'model',
    })
    const { requests } = await start()
    const asked = call('tell me')
    await expect.poll(() => ours()[0]?.text.length ?? 0).toBeGreaterThan(0)
    await expect.poll(() => ours()[0]?.text).toBe(sentences.join(''))
    expect(ours()).toMatchObject([{ root: asked, ai_label: true, feedback: 'default' }])
    expect(simulator.calls.filter(({ route }) => route === 'PUT activity').length).toBeGreaterThan(1)
    expect(troubles()).toEqual([])
    call('and then?', GENERAL, { root: asked })
    await expect.poll(() => requests).toHaveLength(2)
    expect(requests[1]!.conversation).toBe(requests[0]!.conversation)
    call('something else')
    await expect.poll(() => requests).toHaveLength(3)
    expect(requests[2]!.conversation).not.toBe(requests[0]!.conversation)
  })

  it('the chat of a meeting is a group chat: before, during and after it one conversation, in which its beginning is no question', async () => {
    const MEETING = '19:meeting_YmFuYW5h@thread.v2'
    const { simulator, start, call, ours, texts, troubles } = await open({
      simulator: { ...free, groups: [{ id: MEETING, name: 'Weekly', meeting: 'MCMxOTptZWV0aW5n' }] },
      teams: { unlimited: true },
    })
    const { requests, utterances } = await start()
    call('what is on today?', MEETING)
    await expect.poll(texts).toEqual(['re: what is on today?'])
    const { activity } = simulator.deliveries.at(-1)!
    expect(activity).toMatchObject({ channelData: { meeting: { id: 'MCMxOTptZWV0aW5n' } } })
    for (const name of ['application/vnd.microsoft.meetingStart', 'application/vnd.microsoft.meetingEnd']) {
      await simulator.deliver({
        ...activity,
        type: 'event',
        name,
        id: name,
        text: undefined,
        value: { Title: 'Weekly' },
      })
    }
    call('and tomorrow?', MEETING)
    await expect.poll(utterances).toEqual(['what is on today?', 'and tomorrow?'])
    expect(requests[1]!.conversation).toBe(requests[0]!.conversation)
    await expect.poll(texts).toHaveLength(2)
    expect(ours()).toMatchObject([{ conversation: MEETING }, { conversation: MEETING }])
    expect(troubles()).toEqual([])
  })

  it('what a message quotes is quoted to the agent', async () => {
    const { simulator, start, call } = await open({ simulator: free, teams: { unlimited: true } })
    const first = await start()
    call('hello')
    await expect.poll(first.utterances).toEqual(['hello'])
    const { activity } = simulator.deliveries.at(-1)!
    const content = `<blockquote itemtype="http://schema.skype.com/Reply" itemid="17"><b itemprop="mri">Ben</b><p itemprop="preview">It rains</p></blockquote>`
    await simulator.deliver({
      ...activity,
      id: '1790000000009',
      attachments: [{ contentType: 'text/html', content }],
    })
    await expect.poll(() => first.requests).toHaveLength(2)
    expect(first.requests[1]!.others).toMatchObject([{ author: 'Ben', text: 'It rains', of: 'question' }])
  })

  it('names of others stay in what is said, ours does not; who speaks to somebody else is left alone', async () => {
    const { simulator, start, call, texts } = await open({
      simulator: { ...free, app: { hearsAll: true } },
      teams: { unlimited: true },
      channelMode: 'all',
    })
    const { utterances, store } = await start()
    simulator.say({ user: ANN, conversation: GROUP, text: 'hello?' })
    await expect.poll(async () => [...(await store.listening.all()).values()][0]?.state).toBe('told')
    simulator.say({ user: ANN, conversation: GROUP, text: `${simulator.mention(BEN)} hi`, mentions: [BEN] })
    const words = `${simulator.mention(simulator.botId)}, ask ${simulator.mention(BEN)} please`
    simulator.say({ user: ANN, conversation: GROUP, text: words, mentions: [simulator.botId, BEN] })
    await expect.poll(utterances).toEqual(['ask @Ben please'])
    call('x', GROUP)
    await expect.poll(texts).toHaveLength(3)
  })

  it('a button is for whoever asked, works once, and shows which it was', async () => {
    const { simulator, start, call, ours } = await open({
      simulator: free,
      teams: { unlimited: true },
      paysLate: true,
      offer: ({ utterance }) => (utterance === 'hello' ? ['Yes', 'No'] : []),
    })
    const { utterances, store, owed } = await start()
    call('hello')
    await expect.poll(() => ours()[0] && buttonsOf(ours()[0]!)).toEqual(['Yes', 'No'])
    const { id } = ours()[0]!
    const press = (user: string, action: string) =>
      simulator.press({ user, conversation: GENERAL, message: id, action })
    const text = 'These buttons are for the person who asked.'
    expect(await press(BEN, 'Yes')).toMatchObject({ state: 'failed', response: { value: { message: text } } })
    await expect.poll(() => ours().find(({ targeted_to }) => targeted_to === BEN)?.text).toBe(text)
    expect(utterances()).toEqual(['hello'])
    await press(ANN, 'No')
    await expect.poll(utterances).toEqual(['hello', 'No'])
    // Where she has pressed it is marked at once.
    await expect(press(ANN, 'Yes')).rejects.toThrow('no such button')
    const { activity } = simulator.deliveries.findLast(({ name }) => name === 'adaptiveCard/action')!
    const { action } = activity['value'] as { action: { data: object } }
    const value = { action: { ...action, data: { ...action.data, i: 0 } }, trigger: 'manual' }
    const late = await simulator.deliver({ ...activity, id: 'f:late', value })
    expect(JSON.stringify(late.response)).toContain('✓ No')
    expect(utterances()).toEqual(['hello', 'No'])
    const turn = (await store.turns.byRef(refOf(id)))!
    await owed.pay(turn.id)
    await expect.poll(() => JSON.stringify(ours()[0]!.attachments)).toContain('✓ No')
    expect(buttonsOf(ours()[0]!)).toEqual([])

    function refOf(message: string) {
      const { tenantId, serviceUrl } = simulator
      const { root } = ours().find(({ id }) => id === message)!
      return `teams:${tenantId}/${GENERAL};messageid=${root} channel ${serviceUrl} ${message}` as never
    }
  })

  it('an answer too long for a card is shown without its buttons', async () => {
    const rain = '雨が降る。'.repeat(2000)
    const { start, call, ours, texts, troubles } = await open({
      simulator: free,
      teams: { unlimited: true },
      think: async () => rain,
      offer: () => ['Yes', 'No'],
      source: 'model',
    })
    await start()
    call('how is the weather?')
    await expect.poll(texts).toEqual([rain])
    expect(ours()).toMatchObject([{ ai_label: true, feedback: 'default' }])
    expect(troubles()).toEqual([])
  })

  it('what people think of an answer is kept, also when they say it after a restart', async () => {
    const { simulator, start, call, ours } = await open({
      simulator: free,
      teams: { unlimited: true },
      source: 'model',
    })
    const first = await start()
    call('hello')
    await expect.poll(() => ours()[0]?.feedback).toBe('default')
    await sleep(50)
    await first.stop()
    const { id } = ours()[0]!
    await start()
    await simulator.feedback({ user: BEN, conversation: GENERAL, message: id, reaction: 'dislike' })
    await expect.poll(() => ours().find(({ targeted_to }) => targeted_to === BEN)?.text).toMatch(/\w/)
  })
})

it('a message that is told of twice is answered once, and what a process left is answered by the next', async () => {
  const { simulator, start, say, texts } = await open({
    simulator: free,
    teams: { unlimited: true },
    think: async ({ utterance }, signal) => {
      if (utterance === 'slow' && gate) {
        await Promise.race([gate, untilAborted(signal)])
      }
      return `re: ${utterance}`
    },
  })
  let gate: Promise<never> | undefined = new Promise(() => {})
  const first = await start()
  say('one')
  await expect.poll(texts).toEqual(['re: one'])
  await simulator.deliver(simulator.deliveries[0]!.activity)
  say('slow')
  await expect.poll(first.utterances).toEqual(['one', 'slow'])
  await first.stop()
  gate = undefined
  await start()
  await expect.poll(texts).toEqual(['re: one', 're: slow'])
})

it('a channel that is deleted takes along what was kept of it', async () => {
  const { simulator, start } = await open()
  const { store, utterances } = await start()
  const me = simulator.mention(simulator.botId)
  simulator.say({ user: ANN, conversation: DIRECT, text: 'elsewhere' })
  simulator.say({ user: ANN, conversation: GENERAL, text: `${me} hello`, mentions: [simulator.botId] })
  await expect.poll(() => utterances()).toHaveLength(2)
  const kept = async () =>
    (await store.db.query.selectFrom('turn').select('answer').where('answer', 'is not', null).execute()).length
  await expect.poll(kept).toBe(2)
  simulator.removeChannel({ user: ANN, conversation: GENERAL })
  await expect.poll(kept).toBe(1)
})

describe('what waits in a channel or group chat', () => {
  it('of somebody who is in there no more ends, and nobody else’s does, nor theirs elsewhere', async () => {
    const { simulator, start } = await open({
      think: async ({ utterance }, signal) => (utterance === 'slow' ? untilAborted(signal) : `re: ${utterance}`),
    })
    const { store, utterances } = await start()
    const place = (conversation: string) => `teams:${simulator.tenantId}/${conversation}`
    const [ann, ben] = [ANN, BEN].map((id) => {
      const { aadObjectId } = PEOPLE.find((one) => one.id === id)!
      return orderKey(firstAccount, 'test', `teams_${simulator.tenantId}_${aadObjectId}`)
    }) as [string, string]
    const elsewhere = [
      [ann, place(GROUP)],
      [ben, place(DIRECT)],
    ] as const
    for (const [key, there] of [...elsewhere, [ben, place(GROUP)] as const]) await plantWaiting(store, key, there)
    const me = simulator.mention(simulator.botId)
    const ask = (user: string, text: string) =>
      simulator.say({ user, conversation: GROUP, text: `${me} ${text}`, mentions: [simulator.botId] })
    ask(BEN, 'slow')
    await expect.poll(() => utterances()).toEqual(['slow'])

    simulator.leave({ user: BEN, conversation: GROUP })
    await expect.poll(() => stillWaiting(store, ben, place(GROUP))).toEqual(['ask', 'withdrawn'])
    const openRows = store.db.query.selectFrom('inbox').select('key').where('status', '=', 'open')
    await expect.poll(() => openRows.execute()).toEqual([])
    for (const [key, there] of elsewhere) {
      expect(await stillWaiting(store, key, there)).toEqual(['ask', 'reminder', 'asked'])
    }
    ask(ANN, 'hello')
    const inGroup = () => ofOurs(simulator).filter(({ conversation }) => conversation === GROUP)
    await expect.poll(() => inGroup().map(({ text }) => text)).toEqual(['re: hello'])
  })

  it('ends when the app is taken out of there, but for what an admin has set', async () => {
    const { simulator, start } = await open()
    const { store } = await start()
    const key = orderKey(firstAccount, 'test', `teams_${simulator.tenantId}_${PEOPLE[0]!.aadObjectId}`)
    const [there, elsewhere] = [GROUP, DIRECT].map((one) => `teams:${simulator.tenantId}/${one}`) as [string, string]
    for (const one of [there, elsewhere]) await plantWaiting(store, key, one)
    simulator.install({ user: ANN, conversation: GROUP, on: false })
    await expect.poll(() => stillWaiting(store, key, there)).toEqual(['ask', 'withdrawn'])
    expect(await stillWaiting(store, key, elsewhere)).toEqual(['ask', 'reminder', 'asked'])
  })
})
