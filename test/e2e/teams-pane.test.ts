import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeamsSimulator, type TeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { become, browserPath, openBrowser } from '../support/browser.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const console_ = join(import.meta.dirname, '../../dist/page')

const ANN = '29:1ann'
const BEN = '29:1ben'
const LUNCH = '19:lunch@thread.v2'
const GENERAL = '19:general@thread.tacv2'
const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR4nGP4z8CAFWEXHbQSDAwAD8gfwYI9v28AAAAASUVORK5CYII='

type Json = Record<string, unknown>

/** The built page with nothing behind it but the simulator, so that what is tested is the pane alone. */
function serve(simulator: TeamsSimulator): Server {
  return createServer((req, res) => {
    const url = req.url ?? '/'
    const prefix = '/playground/teams/'
    if (url === `${prefix}open`) return void res.end(JSON.stringify({ user: ANN }))
    if (url.startsWith(prefix)) return simulator.handleClient(req, res, url.slice(prefix.length))
    const file = join(console_, url === '/' ? 'index.html' : url)
    if (!existsSync(file)) return void res.writeHead(404).end()
    const type = types[extname(file)] ?? 'image/svg+xml'
    // What the product allows the page: no script and no style but from files of its own.
    const policy = "default-src 'self'; img-src 'self' https: data: blob:"
    res.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(readFileSync(file))
  })
}

const ADAPTIVE = 'application/vnd.microsoft.card.adaptive'
const adaptive = (body: Json[], actions: Json[] = []): Json => ({
  contentType: ADAPTIVE,
  content: { type: 'AdaptiveCard', version: '1.5', body, actions },
})
const order = adaptive(
  [
    { type: 'TextBlock', text: 'Order **#7**', size: 'large' },
    { type: 'FactSet', facts: [{ title: 'Status', value: 'Shipped' }] },
    { type: 'Input.Text', id: 'name', label: 'Name', isRequired: true, errorMessage: 'Please tell your name' },
    { type: 'Input.ChoiceSet', id: 'size', label: 'Size', choices: [{ title: 'Large', value: 'l' }] },
  ],
  [
    { type: 'Action.Submit', title: 'Send', data: { k: 'order' } },
    { type: 'Action.Execute', title: 'Approve', verb: 'approve' },
    {
      type: 'Action.ShowCard',
      title: 'Comment',
      card: { type: 'AdaptiveCard', body: [{ type: 'Input.Text', id: 'comment', label: 'Comment' }] },
    },
  ],
)
const survey = adaptive(
  [
    { type: 'Input.Number', id: 'count', label: 'Count', min: 1, max: 5, value: 9 },
    { type: 'Input.Toggle', id: 'agree', title: 'I agree', isRequired: true, errorMessage: 'Please agree' },
    {
      type: 'Input.ChoiceSet',
      id: 'days',
      label: 'Days',
      isMultiSelect: true,
      choices: ['Monday', 'Tuesday', 'Friday'].map((title) => ({ title, value: title.slice(0, 3) })),
    },
    { type: 'TextBlock', id: 'more', text: '**Small** [print](https://example.com)', isVisible: false },
    { type: 'CodeBlock', codeSnippet: 'let x = 1', language: 'JavaScript' },
  ],
  [
    { type: 'Action.ToggleVisibility', title: 'Details', targetElements: ['more'] },
    { type: 'Action.Submit', title: 'Vote' },
  ],
)
const hero: Json = {
  contentType: 'application/vnd.microsoft.card.hero',
  content: { title: 'Sure?', buttons: [{ type: 'imBack', title: 'Certainly', value: 'Certainly' }] },
}
const door = adaptive(
  [{ type: 'TextBlock', text: 'What may be set' }],
  [{ type: 'Action.Submit', title: 'Settings', data: { msteams: { type: 'task/fetch' } } }],
)
const form = adaptive(
  [{ type: 'Input.Text', id: 'greeting', label: 'Greeting', value: 'Hello' }],
  [{ type: 'Action.Submit', title: 'Save' }],
)

const looking: Json = { type: 'Action.Execute', verb: 'look' }
/** It says something else to Ann, for whom her client asks. */
const approval: Json = {
  contentType: ADAPTIVE,
  content: {
    ...{ type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Somebody is asked' }] },
    refresh: { action: looking, userIds: [ANN] },
  },
}

/** Pages of two of what there is. */
function found(parameters: Json[], { skip }: { skip: number }): Json {
  const [{ name, value } = {}] = parameters
  if (name === 'initialRun') return { composeExtension: { type: 'message', text: 'Type what you look for.' } }
  const all = [1, 2, 3].map((n) => {
    const preview = {
      contentType: 'application/vnd.microsoft.card.thumbnail',
      content: { title: `${value} ${n}`, text: 'Free' },
    }
    return { ...adaptive([{ type: 'TextBlock', text: `About ${value}, ${n}` }]), preview }
  })
  return { composeExtension: { type: 'result', attachmentLayout: 'list', attachments: all.slice(skip, skip + 2) } }
}

const claim = (position: number, name: string, abstract: string): Json => ({
  '@type': 'Claim',
  position,
  appearance: { '@type': 'DigitalDocument', name, url: 'https://example.com/leave', abstract },
})
const marks = (citation: Json[] = []): Json => ({
  type: 'https://schema.org/Message',
  '@type': 'Message',
  '@context': 'https://schema.org',
  additionalType: ['AIGeneratedContent'],
  citation,
})
const streaminfo = (streamType: string, streamSequence?: number, streamId?: string): Json => ({
  type: 'streaminfo',
  streamType,
  ...(streamSequence && { streamSequence }),
  ...(streamId && { streamId }),
})

/** An app that uses everything the pane draws. */
async function startBot(simulator: TeamsSimulator): Promise<Server> {
  const form_ = { grant_type: 'client_credentials', scope: 'https://api.botframework.com/.default' }
  const body = new URLSearchParams({ ...form_, client_id: simulator.appId, client_secret: simulator.appPassword })
  const { access_token } = (await (await fetch(simulator.tokenUrl, { method: 'POST', body })).json()) as Json
  const post = async (conversation: string, activity: Json, query = ''): Promise<string> => {
    const url = `${simulator.serviceUrl}v3/conversations/${encodeURIComponent(conversation)}/activities${query}`
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const from = { id: simulator.botId }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ from, ...activity }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return (JSON.parse(text || '{}') as { id: string }).id
  }
  const message = (conversation: string, more: Json) =>
    post(conversation, { type: 'message', textFormat: 'markdown', ...more })

  async function hear(activity: Json): Promise<void> {
    const { id } = activity['conversation'] as { id: string }
    const { value, recipient, from } = activity as Record<string, Json | undefined>
    const said = String(activity['text'] ?? '')
      .replace(/<at>.*?<\/at>/g, '')
      .trim()
    if (activity['type'] !== 'message') return
    if (value) return void (await message(id, { text: `Got ${JSON.stringify(value)}` }))
    if (recipient?.['isTargeted']) {
      const whom = { id: from?.['id'], isTargeted: true }
      const whisper = { type: 'message', text: `Only for you: ${said}`, recipient: whom }
      return void (await post(id, whisper, '?isTargetedActivity=true'))
    }
    if (said === 'Order') return void (await message(id, { attachments: [order] }))
    if (said === 'Survey') return void (await message(id, { attachments: [survey] }))
    if (said === 'Approval') return void (await message(id, { attachments: [approval] }))
    if (said === 'Hero') return void (await message(id, { attachments: [hero] }))
    if (said === 'Set up') return void (await message(id, { attachments: [door] }))
    if (said === 'Leave') {
      const entities = [marks([claim(1, 'Handbook', 'Everybody has 30 days.')])]
      const channelData = { feedbackLoop: { type: 'default' } }
      return void (await message(id, { text: '**30 days** [1].', entities, channelData }))
    }
    if (said === 'Stream') {
      const stream = await post(id, { type: 'typing', text: 'Searching…', entities: [streaminfo('informative', 1)] })
      await simulator.idle()
      streams.push(async (text) => {
        await post(id, { type: 'typing', text, entities: [streaminfo('streaming', streams.length + 1, stream)] })
      })
      return
    }
    const actions = ['Tell me a joke', 'Goodbye'].map((title) => ({ type: 'imBack', title, value: title }))
    await message(id, { text: `You said ${said}`, suggestedActions: { to: [from?.['id']], actions } })
  }

  function answer({ name, value }: Json): Json {
    if (name === 'composeExtension/query') {
      const { parameters, queryOptions } = value as { parameters: Json[]; queryOptions: { skip: number } }
      return found(parameters, queryOptions)
    }
    if (name === 'task/fetch') return { task: { type: 'continue', value: { title: 'Settings', card: form } } }
    if (name === 'task/submit') return { task: { type: 'message', value: 'Saved.' } }
    const isLook = JSON.stringify(value).includes('"look"')
    const card = adaptive([{ type: 'TextBlock', text: isLook ? 'You are asked' : '✓ Approved' }])
    if (isLook) Object.assign(card['content'] as Json, { refresh: { action: looking, userIds: [ANN] } })
    return { statusCode: 200, type: ADAPTIVE, value: card['content'] }
  }

  const bot = createServer(async (req, res) => {
    const activity = JSON.parse(Buffer.concat(await req.toArray()).toString()) as Json
    const isInvoke = activity['type'] === 'invoke'
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(isInvoke ? JSON.stringify(answer(activity)) : '')
    if (!isInvoke) hear(activity).catch((error: Error) => failures.push(error.message))
  })
  bot.listen(0, '127.0.0.1')
  await once(bot, 'listening')
  simulator.connect(`http://127.0.0.1:${(bot.address() as AddressInfo).port}/api/messages`)
  return bot
}

const failures: string[] = []
/** Streams that have begun: each takes the text so far. */
const streams: ((text: string) => Promise<void>)[] = []

describe.runIf(browserPath)('the Teams pane in a real browser', () => {
  const commands = [{ title: 'agent', description: 'Sets up the agent' }]
  const search = {
    ...{ id: 'find', type: 'query' as const, title: 'Search', description: 'Finds', context: ['compose' as const] },
    ...{ initialRun: true, parameters: [{ name: 'q', title: 'Words', description: 'What to find' }] },
  }
  const simulator = createTeamsSimulator({
    limits: { enforceRates: false, streamIntervalMs: 0 },
    manifest: {
      supportsFiles: true,
      supportsTargetedMessages: true,
      commandLists: [{ scopes: ['team', 'groupChat'], triggers: ['slash', 'mention'], commands }],
      composeExtensions: [{ commands: [search] }],
    },
  })
  const server = serve(simulator)
  let bot: Server
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await simulator.start()
    bot = await startBot(simulator)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('pageerror', (error) => failures.push(error.message))
    page.on('console', (said) => {
      if (said.text().includes('Content Security Policy')) failures.push(said.text())
    })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#/teams`)
  })
  afterAll(async () => {
    await browser?.close()
    for (const each of [bot, server]) {
      each?.close()
      each?.closeAllConnections()
    }
    await simulator.stop()
  })

  const messages = () => page.getByTestId('message')
  const say = async (text: string, box = 'composer') => {
    await page.getByTestId(box).fill(text)
    await page.getByTestId(box).press('Enter')
  }

  it('says again what a suggested action proposes, once', async () => {
    await say('Hello')
    await page.getByTestId('suggested-action').filter({ hasText: 'Tell me a joke' }).click()
    await messages().filter({ hasText: 'You said Tell me a joke' }).waitFor()
    const said = simulator.messages('a:1ann').filter(({ author }) => author.id === ANN)
    expect(said.map(({ text }) => text)).toEqual(['Hello', 'Tell me a joke'])
    await expect.poll(() => messages().nth(2).getAttribute('data-own')).toBe('true')
  })

  it('labels what AI wrote, shows what it refers to, and takes a thumb with words', async () => {
    await say('Leave')
    const answer = messages().filter({ hasText: '30 days' })
    await answer.getByTestId('citation').hover()
    await expect.poll(() => answer.getByTestId('citation-card').innerText()).toContain('Everybody has 30 days.')
    await expect.poll(() => answer.getByTestId('reference').innerText()).toContain('Handbook')
    await expect.poll(() => answer.getByTestId('ai-label').innerText()).toBe('AI generated')
    await answer.getByTestId('feedback-like').click()
    await page.getByTestId('feedback-dialog').locator('textarea').fill('Short')
    await page.getByTestId('feedback-submit').click()
    await expect.poll(() => answer.getByTestId('feedback-like').getAttribute('aria-pressed')).toBe('true')
    const told = simulator.deliveries.findLast(({ name }) => name === 'message/submitAction')
    expect(JSON.stringify(told?.activity)).toContain('Short')
  })

  it('draws cards, asks for what must be filled in, and sends it', async () => {
    await say('Order')
    const card = page.getByTestId('card')
    await card.getByTestId('action').filter({ hasText: 'Send' }).click()
    await expect.poll(() => card.innerText()).toContain('Please tell your name')
    await card.getByLabel('Name').fill('Ann')
    await card.getByLabel('Size').selectOption('Large')
    await card.getByTestId('action').filter({ hasText: 'Comment' }).click()
    await card.getByRole('textbox', { name: 'Comment' }).fill('Hurry')
    await card.getByTestId('action').filter({ hasText: 'Send' }).click()
    await messages().filter({ hasText: '"name":"Ann"' }).waitFor()
    await card.getByTestId('action').filter({ hasText: 'Approve' }).click()
    await expect.poll(() => card.innerText()).toBe('✓ Approved')
  })

  it('shows and hides, checks and collects what a card asks for, by keys alone', async () => {
    await say('Survey')
    const card = page.getByTestId('card').last()
    const button = (title: string) => card.getByTestId('action').filter({ hasText: title })
    await button('Details').press('Enter')
    await card.locator('strong', { hasText: 'Small' }).waitFor()
    await button('Details').press('Enter')
    await card.locator('strong', { hasText: 'Small' }).waitFor({ state: 'hidden' })
    await expect.poll(() => card.locator('code').innerText()).toBe('let x = 1')
    await button('Vote').press('Enter')
    await card.getByText('Please agree').waitFor()
    await card.getByText('Fill this in as it is asked for.').waitFor()
    await card.getByLabel('Count').fill('3')
    await card.getByLabel('I agree').press('Space')
    await card.getByLabel('Monday').press('Space')
    await card.getByLabel('Friday').press('Space')
    await button('Vote').press('Enter')
    const told = messages().filter({ hasText: '"count":"3"' })
    await told.waitFor()
    await expect.poll(() => told.innerText()).toContain('"agree":"true","days":"Mon,Fri"')
  })

  it('draws older cards with the same hand', async () => {
    await say('Hero')
    const card = page.getByTestId('card').last()
    await card.getByTestId('action').filter({ hasText: 'Certainly' }).click()
    await messages().filter({ hasText: 'You said Certainly' }).waitFor()
  })

  it('opens dialogs and says how they ended', async () => {
    await say('Set up')
    await page.getByTestId('action').filter({ hasText: 'Settings' }).click()
    const dialog = page.getByTestId('dialog')
    await dialog.getByLabel('Greeting').fill('Good day')
    await dialog.getByTestId('action').click()
    await page.getByRole('alert').filter({ hasText: 'Saved.' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
  })

  it('searches from the compose box, page by page, and puts what was found into a message', async () => {
    await page.getByTestId('search').first().click()
    await expect.poll(() => page.getByTestId('search-said').innerText()).toBe('Type what you look for.')
    await page.getByTestId('search-words').fill('parking')
    const results = page.getByTestId('search-found')
    await expect.poll(() => results.allInnerTexts()).toEqual(['parking 1\nFree', 'parking 2\nFree'])
    await page.getByTestId('search-more').click()
    await expect.poll(() => results.count()).toBe(3)
    await results.nth(2).click()
    await messages().filter({ hasText: 'About parking, 3' }).waitFor()
    await expect.poll(() => page.getByTestId('search-dialog').count()).toBe(0)
    const said = simulator.messages('a:1ann').findLast(({ author }) => author.id === ANN)
    expect(said).toMatchObject({ attachments: [{ kind: 'card' }] })
  })

  it('shows each person a card as the app shows it to them, and asks anew', async () => {
    await say('Approval')
    const card = messages().filter({ hasText: 'You are asked' })
    await card.waitFor()
    const looks = () => simulator.deliveries.filter(({ name }) => name === 'adaptiveCard/action').length
    const before = looks()
    await card.hover()
    await card.getByRole('button', { name: 'Refresh card' }).click()
    await expect.poll(looks).toBe(before + 1)
  })

  it('shows a stream from its first line to where it is stopped', async () => {
    await say('Stream')
    await expect.poll(() => page.getByTestId('informative').innerText()).toBe('Searching…')
    await expect.poll(() => streams.length).toBe(1)
    await streams[0]!('The **light')
    const text = messages().last().getByTestId('message-text')
    await expect.poll(() => text.innerText()).toBe('The light')
    await expect.poll(() => text.locator('strong').innerText()).toBe('light')
    await page.getByTestId('stop').click()
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await expect.poll(() => page.getByTestId('composer-send').count()).toBe(1)
  })

  it('edits, deletes and brings back, and sends pictures', async () => {
    const first = messages().first()
    await first.hover()
    await first.getByRole('button', { name: 'Edit' }).click()
    await page.getByTestId('editor').fill('Hello everybody')
    await page.getByTestId('editor').press('Enter')
    await first.getByTestId('edited').waitFor()
    await first.hover()
    await first.getByRole('button', { name: 'Delete' }).click()
    await first.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => first.innerText()).toContain('Hello everybody')
    const buffer = Buffer.from(square, 'base64')
    await page.getByTestId('composer-file').setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer })
    await say('Look')
    const picture = messages().filter({ hasText: 'Look' }).first().getByRole('img', { name: 'square.png' })
    await expect
      .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(8)
  })

  it('in a group chat, what a slash command says and hears only its person sees', async () => {
    await page.getByTestId(`conversation-${LUNCH}`).click()
    await page.getByTestId('composer').fill('/ag')
    await page.getByTestId('commands').getByText('Sets up the agent').waitFor()
    await page.getByTestId('composer').press('Enter')
    await page.getByTestId('composer').press('Enter')
    const whispers = messages().filter({ hasText: 'Only you can see this message' })
    await expect.poll(() => whispers.count()).toBe(2)
    await page.getByTestId('beside').click()
    await expect.poll(() => page.getByTestId('composer').count()).toBe(2)
    await page.getByTestId('composer').nth(1).fill('Soup today?')
    await page.getByTestId('composer').nth(1).press('Enter')
    await expect.poll(() => messages().filter({ hasText: 'Soup today?' }).count()).toBe(2)
    await expect.poll(() => whispers.count()).toBe(2)
    await page.getByTestId('beside').click()
    await expect.poll(() => page.getByTestId('composer').count()).toBe(1)
  })

  it('answers a post of a channel in its thread', async () => {
    await page.getByTestId('rail-teams').click()
    await page.getByTestId(`conversation-${GENERAL}`).click()
    await page.getByTestId('composer').fill('@Pa')
    await page.getByTestId('mentions').getByText('Parley').waitFor()
    await page.getByTestId('composer').press('Enter')
    await page.getByTestId('composer').pressSequentially('Hi')
    await page.getByTestId('composer').press('Enter')
    const thread = page.getByTestId('post')
    await thread.getByTestId('message').filter({ hasText: 'You said Hi' }).waitFor()
    await thread.getByTestId('reply').click()
    await say('@Parley And now?', 'reply-composer')
    await thread.getByTestId('message').filter({ hasText: 'You said And now?' }).waitFor()
    await expect.poll(() => page.getByTestId('post').count()).toBe(1)
    await become(page, BEN)
    await expect.poll(() => thread.getByTestId('message').count()).toBe(4)
  })

  it('breaks things on purpose, and takes the app away', async () => {
    await page.getByTestId('faults-open').click()
    await page.getByTestId('faults-add').click()
    await expect.poll(() => simulator.faults.list).toMatchObject([{ kind: 'ratelimited', route: '*', retryAfter: 3 }])
    await page.getByTestId('faults-clear').click()
    await expect.poll(() => simulator.faults.list).toEqual([])
    await page.getByTestId('install').click()
    await page.getByTestId('not-installed').getByRole('button').click()
    await expect.poll(() => page.getByTestId('not-installed').count()).toBe(0)
  })

  it('complained about nothing', () => {
    expect(failures).toEqual([])
  })
})

describe.runIf(browserPath)('the Teams pane with the whole product behind it', () => {
  const story = Array.from({ length: 60 }, (_, i) => `Wave ${i + 1} rolls in.`).join(' ')
  const folder = makeTempFolder()
  const complaints: string[] = []
  let models: ModelServer
  let parley: ParleyProcess
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    models = await startModelServer()
    models.answer('lighthouse', story, { tps: 20, chunkSize: 16 })
    models.answer('joke', 'Knock, knock.')
    parley = await startProcess({ PARLEY_DATA: folder.path, PARLEY_LLM_BASE_URL: models.baseUrl })
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${parley.address}#/teams`)
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    await models?.stop()
    folder.remove()
  })

  const messages = () => page.getByTestId('message')
  const say = async (text: string) => {
    await page.getByTestId('composer').fill(text)
    await page.getByTestId('composer').press('Enter')
  }

  it('greets with quick replies, and one that is pressed is answered', async () => {
    await say('Hello')
    await page.getByTestId('action').filter({ hasText: 'Tell me a joke' }).click()
    const greeting = messages().filter({ hasText: '✓ Tell me a joke' })
    await greeting.waitFor()
    await expect.poll(() => greeting.getByTestId('action').count()).toBe(0)
    await expect.poll(() => messages().count()).toBe(3)
  })

  it('shows an answer while it grows, in one message, and takes a thumb', async () => {
    const before = await messages().count()
    await say('Write a short story about a lighthouse')
    const text = () =>
      messages()
        .nth(before + 1)
        .getByTestId('message-text')
        .innerText()
    await expect.poll(text).toContain('Wave 1 ')
    expect((await text()).length).toBeLessThan(story.length)
    await expect.poll(text).toBe(story)
    expect(await messages().count()).toBe(before + 2)
    const answer = messages().nth(before + 1)
    await expect.poll(() => answer.getByTestId('ai-label').count()).toBe(1)
    await answer.getByTestId('feedback-like').click()
    await page.getByTestId('feedback-submit').click()
    await messages().filter({ hasText: 'Thank you' }).waitFor()
    await expect.poll(() => answer.getByTestId('feedback-like').getAttribute('aria-pressed')).toBe('true')
  })

  it('gives the whole answer though Teams refuses calls for a while', async () => {
    await page.getByTestId('faults-open').click()
    const drawer = page.getByTestId('faults')
    await drawer.locator('[name=times]').fill('2')
    await drawer.locator('[name=retryAfter]').fill('1')
    await page.getByTestId('faults-add').click()
    await drawer.locator('li').waitFor()
    const before = await messages().count()
    await say('Another story about a lighthouse')
    const text = () =>
      messages()
        .nth(before + 1)
        .getByTestId('message-text')
        .innerText()
    await expect.poll(text).toBe(story)
    // Used up, and still there to be seen.
    await expect.poll(() => drawer.locator('li').count()).toBe(1)
    expect(await drawer.getByTestId('faults-hit').locator('li').count()).toBe(1)
  })

  it('survives a kill in the middle of an answer: the same message is completed', async () => {
    const before = await messages().count()
    await say('One more story about a lighthouse')
    const text = () =>
      messages()
        .nth(before + 1)
        .getByTestId('message-text')
        .innerText()
    await expect.poll(text).toContain('Wave 3')
    const { port } = new URL(parley.url)
    await parley.kill('SIGKILL')
    parley = await startProcess({ PARLEY_DATA: folder.path, PARLEY_LLM_BASE_URL: models.baseUrl, PORT: port })
    await page.getByText('use the whole address that Parley printed').waitFor({ timeout: 30_000 })
    await page.goto(`${parley.address}#/teams`)
    await expect.poll(text).toBe(story)
    expect(await messages().count()).toBe(before + 2)
  })

  it('complained about nothing', () => {
    expect(complaints).toEqual([])
  })
})
