import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { type App, createApp } from '../../src/app/index.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { traces } from '../../src/store/traces.ts'
import { loadConfig } from '../support/config.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import {
  ANN,
  BEN,
  buttonsOf,
  type Card,
  CHANNEL,
  cardOf,
  GROUP,
  PARLEY,
  PERSONAL,
  type Playground,
  type Seen,
  startPlayground,
  TENANT,
} from './playground.ts'

// All of Parley with its real adapter, judged by a client of Teams that its makers wrote, not by one that we did.

const agent = {
  displayName: 'Guide',
  description: 'A guide',
  photoUrl: 'https://example.com/guide.png',
  providerName: 'Example',
  scope: 'private',
  llmSettings: { llm: 'gpt-4o-mini', temperature: 0.3, prompt: 'You are a guide.' },
  autoResponseSettings: { stream: true },
  knowledge: {
    knowledgeDataStore: {
      useKnowledgeDataStore: true,
      knowledgeDataStoreNumCandidates: 3,
      knowledgeDataStoreCandidateScoreThreshold: 0.5,
    },
  },
}
const teas = ['Green', 'Black', 'White', 'Herbal']
const rules = [
  { when: ['hello'], say: 'Good day, **Ann**.' },
  { when: ['tea please'], say: 'Which *tea* shall it be?', options: teas },
  { when: ['milk please'], say: 'With milk?', options: ['With milk', 'Without'] },
  {
    when: ['show me a map'],
    say: 'Here it is.',
    imageUrl: 'https://example.com/map.png',
    url: 'https://example.com/map',
  },
]
const handbook = '# Leave\n\n## Days of leave\n\nEverybody has thirty days of leave a year.\n'
const story = Array.from({ length: 12 }, (_, n) => `Sentence ${n + 1} of the story.`).join(' ')

let app: App
let data: string
let model: ModelServer
let playground: Playground
const folder = makeTempFolder()

beforeAll(async () => {
  const config = join(folder.path, 'config')
  // Who is asked where nobody else is named.
  const guide = join(config, 'agents/demo')
  mkdirSync(join(guide, 'knowledge'), { recursive: true })
  for (const file of ['models.yaml', 'plans.yaml', 'parley.yaml']) cpSync(join('config', file), join(config, file))
  const replies = { opening: 'Welcome.', openingOptions: ['Hello', 'Milk please'] }
  writeFileSync(join(guide, 'agent.yaml'), stringify({ agent, replies }))
  writeFileSync(join(guide, 'rules.yaml'), stringify(rules))
  writeFileSync(join(guide, 'knowledge/handbook.md'), handbook)

  model = await startModelServer()
  data = join(folder.path, 'data')
  await makeOwner(ANN)
  app = await createApp(
    loadConfig(
      { PORT: '0', PARLEY_DATA: data, LOG_LEVEL: 'silent', TEAMS_AUTH: 'none', PARLEY_LLM_BASE_URL: model.baseUrl },
      config,
    ),
  )
  playground = await startPlayground({ endpoint: `${app.url}/api/messages`, folder: folder.path })
  // As when the chat is opened for the first time.
  await playground.tell(await playground.template('install', PERSONAL))
  await playground.tell(await playground.template('botAdded', PERSONAL))
  await vi.waitFor(() => expect(playground.shown(PERSONAL)).toHaveLength(1), 10_000)
})

afterAll(async () => {
  await playground?.stop()
  await app?.close()
  await model?.stop()
  folder.remove()
})

/** Every request either way is one that its receiver takes. */
let judged = 0
afterEach(() => {
  const news = playground.exchanges.slice(judged)
  judged += news.length
  expect(news.filter(({ response }) => Math.trunc(response.statusCode / 100) !== 2)).toEqual([])
})

/** What the bot shows there from now on. */
function watch(conversation: string) {
  const before = playground.shown(conversation).length
  const news = () => playground.shown(conversation).slice(before)
  return {
    news,
    /** The first message, once it looks like that. */
    async until(is: (seen: Seen) => boolean): Promise<Seen> {
      const look = () => news().some(is) || JSON.stringify(news().map(({ now }) => now))
      await expect.poll(look).toBe(true)
      return news().find(is)!
    },
  }
}

/** Wherever its text stands. */
const textOf = ({ now }: Seen): string => (now.text ?? '') + textsIn(cardOf(now)?.body ?? []).join('')

function textsIn(within: unknown): string[] {
  if (typeof within !== 'object' || within === null) return []
  const { text } = within as { text?: unknown }
  return typeof text === 'string' ? [text] : Object.values(within).flatMap(textsIn)
}

const says =
  (text: string) =>
  (seen: Seen): boolean =>
    textOf(seen).includes(text)
const isFinal = ({ now }: Seen): boolean => now.streamEntity?.streamType === 'final'
const labelOf = ({ now }: Seen): string[] | undefined => now.aiEntity?.additionalType

const whose = {
  personal: { conversation: { id: PERSONAL, conversationType: 'personal', tenantId: TENANT } },
  group: { conversation: { id: GROUP, conversationType: 'groupChat', isGroup: true, tenantId: TENANT } },
}
const from = ({ id, name, aadObjectId }: typeof ANN, where: keyof typeof whose = 'personal') => ({
  ...whose[where],
  from: { id, name, aadObjectId },
  recipient: PARLEY,
  channelData: { tenant: { id: TENANT } },
})

interface Dialog {
  task: { type: string; value: { card: { content: Card } } }
}

function inputsOf(within: unknown): { id: string; value?: unknown }[] {
  if (typeof within !== 'object' || within === null) return []
  const { type, id, value } = within as { type?: unknown; id?: string; value?: unknown }
  const isInput = typeof type === 'string' && type.startsWith('Input.')
  return isInput ? [{ id: id!, value }] : Object.values(within).flatMap(inputsOf)
}

async function makeOwner({ aadObjectId }: typeof ANN): Promise<void> {
  const db = await openSqlite(data)
  const store = createStore(db, Date.now)
  await store.accounts.ensureFirst()
  await db.batch(store.roles.firstOwnerSteps(firstAccount, `teams_${TENANT}_${aadObjectId}`))
  await db.close()
}

async function lastTurn() {
  const db = await openSqlite(data)
  try {
    return (await traces(db).last({ account: firstAccount, agent: 'demo', uid: undefined }, 1))[0]
  } finally {
    await db.close()
  }
}

const lastVotes = async () => (await lastTurn())?.votes

describe('a personal chat', () => {
  it('shows a written answer as one message', async () => {
    const { news, until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'hello')
    const { now } = await until(says('Good day, **Ann**.'))
    expect(now).toMatchObject({ textFormat: 'markdown', attachments: [] })
    expect(news()).toHaveLength(1)
  })

  it('shows that the model thinks, then its answer as it grows, then all of it with its label', async () => {
    model.answer('Tell me a story', story, { ttft: 1500, tps: 20, chunkSize: 5 })
    const { news, until } = watch(PERSONAL)
    // Right behind other messages Teams would not take a line that may as well be left out.
    await sleep(2000)
    await playground.say(PERSONAL, 'Tell me a story')
    const told = await until(isFinal)
    expect(news()).toEqual([told])
    const kinds = told.looks.map(({ streamEntity }) => streamEntity?.streamType)
    expect(kinds[0]).toBe('informative')
    expect(kinds.slice(1, -1).every((kind) => kind === 'streaming')).toBe(true)
    expect(kinds.length).toBeGreaterThanOrEqual(4)
    const numbers = told.looks.slice(0, -1).map(({ streamEntity }) => streamEntity?.streamSequence)
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
    const texts = told.looks.slice(1).map(({ text }) => text!)
    for (const [n, text] of texts.slice(1).entries()) expect(text.startsWith(texts[n]!)).toBe(true)
    expect(texts.at(-1)).toBe(story)
    expect(labelOf(told)).toEqual(['AIGeneratedContent'])
    expect(told.now.feedbackLoopEnabled).toBe(true)
  })

  it('begins with a greeting, which is said once', async () => {
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'hello')
    await until(says('Good day'))
    const [greeting, ...others] = playground.shown(PERSONAL)
    expect(textOf(greeting!)).toBe('Welcome.')
    expect(greeting!.now.suggestedActions?.actions.map(({ title }) => title)).toEqual(['Hello', 'Milk please'])
    expect(others.some(says('Welcome.'))).toBe(false)
  })

  it('suggests a few options, and the one that is chosen is the next thing said', async () => {
    model.answer('Without', 'None, then.')
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'milk please')
    const asked = await until(says('With milk?'))
    const [, without] = asked.now.suggestedActions!.actions
    await playground.say(PERSONAL, without!.value)
    await until(says('None, then.'))
    const chosenOf = playground.shown(PERSONAL).find(({ id }) => id === asked.id)!
    expect(textOf(chosenOf)).toContain('With milk?')
    expect(chosenOf.now.attachments ?? []).toEqual([])
  })

  it('offers many options as buttons of a card, and marks the one that is pressed', async () => {
    model.answer('White', 'White it is.')
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'tea please')
    const asked = await until(({ now }) => buttonsOf(now).length > 0)
    expect(buttonsOf(asked.now).map(({ title }) => title)).toEqual(teas)
    await playground.press(asked, 'White')
    await until(says('White it is.'))
    await until((seen) => seen.id === asked.id && JSON.stringify(cardOf(seen.now)).includes('✓ White'))
    const marked = playground.shown(PERSONAL).find(({ id }) => id === asked.id)!
    expect(buttonsOf(marked.now)).toEqual([])
  })

  it('ends a stream with a card, which is marked like any other', async () => {
    const options = ['North', 'East', 'South', 'West'].map((way) => `@{option:${way}}`).join('')
    model.answer('Where to', `Whichever way you like to go. ${options}`, { ttft: 400, tps: 20, chunkSize: 5 })
    model.answer('South', 'South it is.')
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'Where to?')
    const ended = await until(isFinal)
    expect(textOf(ended)).toContain('Whichever way you like to go.')
    const asked = await until(({ now }) => buttonsOf(now).length === 4)
    await playground.press(asked, 'South')
    await until(says('South it is.'))
    await until((seen) => JSON.stringify(seen.now).includes('✓ South'))
  })

  it('goes on in another message where one is full, and loses nothing', async () => {
    const long = Array.from({ length: 400 }, (_, n) => `Line ${n + 1} of a very long answer.`).join('\n\n')
    model.answer('at length', `${long}\n\nThe end.`, { tps: 100, chunkSize: 200 })
    const { news, until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'Tell it at length')
    await until(says('The end.'))
    const texts = news().map(textOf)
    expect(texts.length).toBeGreaterThan(1)
    const said = texts.join('\n\n').match(/Line \d+ of a very long answer\./g)
    expect(said).toEqual(long.split('\n\n'))
  })

  it('shows a picture and a link in the message that they belong to', async () => {
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'show me a map')
    const { now } = await until(({ now }) => cardOf(now) !== undefined)
    expect(JSON.stringify(cardOf(now)!.body)).toContain('https://example.com/map.png')
    expect(JSON.stringify(cardOf(now)!.actions)).toContain('https://example.com/map')
  })

  it('names the sources of an answer', async () => {
    model.answer('days of leave', 'Thirty days a year [1].')
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'How many days of leave does everybody have?')
    const { now } = await until((seen) => seen.now.aiEntity?.citation !== undefined)
    expect(now.text).toMatch(/^Thirty days a year \[1\]\.\s+\[1\] [^[\]]+$/)
    expect(now.aiEntity!.citation).toMatchObject([
      { position: 1, appearance: { name: expect.stringContaining('Days of leave') } },
    ])
  })

  it('takes what somebody thinks of an answer', async () => {
    model.answer('Sing a song', 'La la la.')
    const { news, until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'Sing a song')
    const sung = await until((seen) => says('La la la.')(seen) && seen.now.feedbackLoopEnabled === true)
    // The Playground's own thumbs do not tell which message they are about; those of Teams do.
    const vote = async (reaction: string) => {
      const value = { actionName: 'feedback', actionValue: { reaction, feedback: '{"feedbackText":"Lovely"}' } }
      const told = { ...from(ANN), type: 'invoke', name: 'message/submitAction', replyToId: sung.id, value }
      return (await playground.tell(told)).response
    }
    // Nobody is so quick that the answer is not settled yet.
    await expect.poll(async () => (await lastTurn())?.status).toBe('delivered')
    expect(await vote('like')).toEqual({ statusCode: 200, body: {} })
    expect(await lastVotes()).toEqual({ good: 1, bad: 0 })
    await vote('dislike')
    expect(await lastVotes()).toEqual({ good: 0, bad: 1 })
    await expect.poll(() => news().filter(says('Thank you')).length).toBe(2)
  })

  it('answers a waiting message as it was changed, and not at all once it was deleted', async () => {
    model.answer('A slow one', 'Slowly.', { ttft: 1500, tps: 50 })
    model.answer('the changed one', 'Changed.')
    model.answer('the last one', 'Last.')
    model.answer(/the (first|deleted) one/, 'It was heard.')
    const { news, until } = watch(PERSONAL)
    await playground.say(PERSONAL, 'A slow one')
    const first = await playground.say(PERSONAL, 'the first one')
    const deleted = await playground.say(PERSONAL, 'the deleted one')
    const changed = { id: first['id'], text: 'the changed one', channelData: { eventType: 'editMessage' } }
    const gone = { id: deleted['id'], channelData: { eventType: 'softDeleteMessage' } }
    for (const [type, what] of [['messageUpdate', changed] as const, ['messageDelete', gone] as const]) {
      const activity = from(ANN)
      await playground.tell({
        ...activity,
        ...what,
        type,
        channelData: { ...activity.channelData, ...what.channelData },
      })
    }
    await playground.say(PERSONAL, 'the last one')
    await until(says('Last.'))
    const answers = news().filter((seen) => labelOf(seen) !== undefined)
    expect(answers.map(textOf)).toEqual(['Slowly.', 'Changed.', 'Last.'])
  })
})

describe('a command', () => {
  it('opens its form as a dialog, and takes what is sent with that', async () => {
    const { until } = watch(PERSONAL)
    await playground.say(PERSONAL, '/agent edit demo')
    const asked = await until(({ now }) => buttonsOf(now).length > 0)
    const [open] = buttonsOf(asked.now)
    // The page of the Playground opens no dialogs, so this is what Teams itself sends.
    const invoke = async (name: string, data: object) => {
      const value = { data, context: { theme: 'default' } }
      return (await playground.tell({ ...from(ANN), type: 'invoke', name, replyToId: asked.id, value })).response
    }
    const opened = (await invoke('task/fetch', open!.data as object)) as { statusCode: number; body: Dialog }
    expect(opened).toMatchObject({ statusCode: 200, body: { task: { type: 'continue' } } })
    const { body, actions } = opened.body.task.value.card.content
    const filled = inputsOf(body).map(({ id, value }) => [id, id.endsWith('name') ? 'Better' : value])
    const sent = await invoke('task/submit', { ...(actions![0]!.data as object), ...Object.fromEntries(filled) })
    expect(sent.statusCode).toBe(200)
    await until(says('Saved to the draft'))
  })
})

describe('a group chat', () => {
  it('shows an answer as it grows by editing one message, labelled as a model’s from its first words on', async () => {
    model.answer('Tell us a story', story, { ttft: 600, tps: 20, chunkSize: 5 })
    const { news, until } = watch(GROUP)
    const typed = playground.typing.length
    await playground.say(GROUP, 'Tell us a story')
    const told = await until((seen) => seen.looks.at(-1)?.text === story)
    expect(news()).toEqual([told])
    expect(playground.typing.slice(typed)).toContain(GROUP)
    const texts = told.looks.map(({ text }) => text!)
    expect(texts.length).toBeGreaterThanOrEqual(3)
    for (const [n, text] of texts.slice(1).entries()) expect(text.startsWith(texts[n]!)).toBe(true)
    expect(texts.at(-1)).toBe(story)
    expect(texts[0]).toMatch(/^Sentence 1 of the story\./)
    expect(told.looks.every(({ streamEntity }) => streamEntity === undefined)).toBe(true)
    const labels = told.looks.map(({ aiEntity }) => aiEntity?.additionalType)
    expect(labels).toEqual(texts.map(() => ['AIGeneratedContent']))
  })

  it('is left alone unless the bot is mentioned', async () => {
    const { news, until } = watch(GROUP)
    await playground.tell({ ...from(ANN, 'group'), type: 'message', text: 'hello' })
    await playground.say(GROUP, 'hello')
    await until(says('Good day'))
    expect(news()).toHaveLength(1)
  })

  it('lets nobody but whoever asked press a button, and marks it for all', async () => {
    model.answer('Green', 'Green it is.')
    model.answer('Black', 'Black it is.')
    const { news, until } = watch(GROUP)
    await playground.say(GROUP, 'tea please')
    const asked = await until(({ now }) => buttonsOf(now).length > 0)
    const [green] = buttonsOf(asked.now)
    await playground.tell({ ...from(BEN, 'group'), type: 'message', replyToId: asked.id, value: green!.data })
    await playground.press(asked, 'Black')
    await until(says('Black it is.'))
    await until((seen) => seen.id === asked.id && JSON.stringify(cardOf(seen.now)).includes('✓ Black'))
    expect(news().some(says('Green it is.'))).toBe(false)
  })
})

describe('a channel', () => {
  it('is answered in the thread that the question begins', async () => {
    model.answer('And then?', 'The end.')
    const { conversation } = (await playground.say(CHANNEL, 'hello')) as { conversation: { id: string } }
    expect(conversation.id).toMatch(/;messageid=\d+$/)
    const thread = watch(conversation.id)
    await expect.poll(() => playground.shown(conversation.id).map(textOf)).toEqual(['Good day, **Ann**.'])
    await playground.say(conversation.id, 'And then?')
    await thread.until(says('The end.'))
    expect(playground.shown(CHANNEL)).toEqual([])
  })
})
