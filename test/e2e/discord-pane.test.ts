import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { Client, GatewayIntentBits, MessageFlags, Partials } from 'discord.js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiscordSimulator, type DiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { PNG } from '../console/stand-ins/discord/support.ts'
import { become, browserPath, openBrowser } from '../support/browser.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const console_ = join(import.meta.dirname, '../../dist/page')

const ANN = '1200000000000000011'
const BEN = '1200000000000000012'
const GENERAL = '1200000000000000101'

/** The built page with nothing behind it but the simulator, so that what is tested is the pane alone. */
function serve(simulator: DiscordSimulator) {
  return createServer((req, res) => {
    const url = req.url ?? '/'
    const prefix = '/playground/discord/'
    if (url === `${prefix}open`) return void res.end(JSON.stringify({ user: ANN }))
    if (url.startsWith(prefix)) return simulator.handleClient(req, res, url.slice(prefix.length))
    const file = join(console_, url === '/' ? 'index.html' : url)
    if (!existsSync(file)) return void res.writeHead(404).end()
    res.writeHead(200, { 'content-type': types[extname(file)] ?? 'image/svg+xml' }).end(readFileSync(file))
  })
}

/** An app that uses everything the pane draws. */
async function startBot(simulator: DiscordSimulator): Promise<Client<true>> {
  const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits
  const bot = new Client({
    intents: [Guilds, GuildMessages, DirectMessages, MessageContent],
    partials: [Partials.Channel],
    rest: { api: `${simulator.url}/api` },
  })
  bot.on('messageCreate', async (message) => {
    if (message.author.bot) return
    if (message.content === 'Card') {
      const files = [
        { attachment: Buffer.from(PNG, 'base64'), name: 'dot.png' },
        { attachment: Buffer.from('All of it'), name: 'all.txt' },
      ]
      const media = { url: 'attachment://dot.png' }
      await message.reply({
        flags: MessageFlags.IsComponentsV2,
        files,
        components: [
          {
            type: 17,
            accent_color: 0x58_65_f2,
            components: [
              { type: 10, content: '**Who** decides?' },
              { type: 14 },
              { type: 12, items: [{ media, description: 'A dot' }] },
              { type: 13, file: { url: 'attachment://all.txt' } },
              { type: 1, components: [{ type: 2, style: 4, custom_id: 'refuse', label: 'Refuse' }] },
            ],
          },
        ],
      })
    }
    if (message.content !== 'Choose') return
    const button = (custom_id: string, label: string) => ({ type: 2, style: 1, custom_id, label }) as const
    const options = ['First', 'Second'].map((label) => ({ label, value: label }))
    await message.reply({
      content: 'What **now**?',
      components: [
        { type: 1, components: [button('joke', 'A joke'), button('dead', 'Nothing')] },
        { type: 1, components: [{ type: 3, custom_id: 'pick', options }] },
      ],
    })
  })
  bot.on('interactionCreate', async (interaction) => {
    if (interaction.isButton() && interaction.customId === 'joke') {
      await interaction.update({ content: 'Knock, knock.', components: [] })
    }
    if (interaction.isButton() && interaction.customId === 'refuse') {
      await interaction.update({ components: [{ type: 10, content: 'Refused.' }] })
    }
    if (interaction.isStringSelectMenu())
      await interaction.reply({ content: `You chose ${interaction.values[0]}`, flags: 64 })
    // What comes too late is refused, and the page asks again with the next letter.
    if (interaction.isAutocomplete()) await interaction.respond([{ name: 'The sky', value: 'sky' }]).catch(() => {})
    if (interaction.isChatInputCommand() && interaction.commandName === 'ask') {
      await interaction.deferReply()
      await interaction.editReply(`About the ${interaction.options.getString('topic')}`)
    }
    if (interaction.isChatInputCommand() && interaction.commandName === 'form') {
      const component = { type: 4, custom_id: 'name', style: 1 } as const
      await interaction.showModal({
        custom_id: 'f',
        title: 'A form',
        components: [{ type: 18, label: 'Name', component }],
      })
    }
    if (interaction.isModalSubmit()) await interaction.reply(`Hello ${interaction.fields.getTextInputValue('name')}`)
  })
  const ready = new Promise<Client<true>>((resolve) => bot.once('clientReady', resolve))
  await bot.login(simulator.token)
  const client = await ready
  await client.application.commands.set([
    {
      name: 'ask',
      description: 'Asks',
      options: [{ type: 3, name: 'topic', description: 'What', required: true, autocomplete: true }],
    },
    { name: 'form', description: 'Opens a form' },
  ])
  return client
}

describe.runIf(browserPath)('the Discord pane in a real browser', () => {
  const simulator = createDiscordSimulator({ limits: { responseMs: 1000 } })
  const server = serve(simulator)
  const complaints: string[] = []
  let bot: Client<true>
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await simulator.start()
    bot = await startBot(simulator)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#/discord`)
  })
  afterAll(async () => {
    await browser?.close()
    await bot?.destroy()
    server.close()
    server.closeAllConnections()
    await simulator.stop()
  })

  const messages = () => page.getByTestId('message')
  const say = async (text: string) => {
    await page.getByTestId('composer').fill(text)
    await page.getByTestId('composer').press('Enter')
  }
  const run = async (command: string) => {
    await page.getByTestId('composer').fill(command)
    await page.getByTestId('composer').press('Enter')
  }

  it('shows what is said, who is called, and what an answer replies to', async () => {
    await say('Hello @Ben!')
    await messages().first().waitFor()
    expect(simulator.messages(GENERAL)[0]).toMatchObject({ content: `Hello <@${BEN}>!`, mentions: [BEN] })
    await expect.poll(() => messages().first().innerText()).toContain('Hello @Ben')
    await say('Choose')
    const answer = messages().filter({ hasText: 'What now?' })
    await answer.waitFor()
    await expect.poll(() => answer.getByTestId('spine').innerText()).toContain('Choose')
    await expect.poll(() => answer.locator('strong', { hasText: 'now' }).count()).toBe(1)
  })

  it('draws a card with its words, picture, file and button, and what it says once that was pressed', async () => {
    await say('Card')
    const card = page.getByTestId('container')
    await card.locator('strong', { hasText: 'Who' }).waitFor()
    expect(await card.getAttribute('style')).toContain('rgb(88, 101, 242)')
    const picture = card.getByRole('img', { name: 'A dot' })
    await expect.poll(() => picture.evaluate((one: { naturalWidth?: number }) => one.naturalWidth)).toBe(1)
    const href = await card.getByTitle('all.txt').getAttribute('href')
    const file = await page.request.get(new URL(href!, page.url()).href)
    expect(await file.text()).toBe('All of it')
    await card.getByTestId('action').filter({ hasText: 'Refuse' }).click()
    await messages().filter({ hasText: 'Refused.' }).waitFor()
    expect(await card.count()).toBe(0)
  })

  it('presses buttons and chooses in selects; some answers only their person sees', async () => {
    await page.getByTestId('select').click()
    await page.getByTestId('option').filter({ hasText: 'Second' }).click()
    const note = messages().filter({ hasText: 'You chose Second' })
    await note.waitFor()
    await expect.poll(() => note.innerText()).toContain('Only you can see this')
    await page.getByTestId('action').filter({ hasText: 'Nothing' }).click()
    await messages().filter({ hasText: 'This interaction failed' }).waitFor()
    await page.getByTestId('action').filter({ hasText: 'A joke' }).click()
    await messages().filter({ hasText: 'Knock, knock.' }).waitFor()
    await expect.poll(() => page.getByTestId('action').count()).toBe(0)
    await become(page, BEN)
    await messages().filter({ hasText: 'Knock, knock.' }).waitFor()
    await expect.poll(() => note.count()).toBe(0)
    await become(page, ANN)
    await note.waitFor()
  })

  it('runs commands with choices the app offers, and forms', async () => {
    await run('/ask')
    await page.getByTestId('choice').click()
    await page.getByTestId('run').click()
    const answer = messages().filter({ hasText: 'About the sky' })
    await answer.waitFor()
    await expect.poll(() => answer.getByTestId('spine').innerText()).toContain('/ask')
    await run('/form')
    await page.getByTestId('run').click()
    await page.getByTestId('modal').locator('input').fill('Ann')
    await page.getByTestId('modal-submit').click()
    await messages().filter({ hasText: 'Hello Ann' }).waitFor()
    await expect.poll(() => page.getByTestId('modal').count()).toBe(0)
  })

  it('edits, replies, deletes, and starts threads', async () => {
    const first = messages().first()
    await first.hover()
    await first.getByRole('button', { name: 'Edit message' }).click()
    await page.getByTestId('editor').fill('Hello everybody')
    await page.getByTestId('editor').press('Enter')
    await expect.poll(() => first.innerText()).toContain('(edited)')
    await first.hover()
    await first.getByRole('button', { name: 'Create thread' }).click()
    await page.getByTestId('dialog-field').fill('Aside')
    await page.getByTestId('dialog-ok').click()
    await page.getByTestId('starter').waitFor()
    await say('In the thread')
    await messages().filter({ hasText: 'In the thread' }).waitFor()
    await page.getByTestId(`channel-${GENERAL}`).click()
    await page.getByTestId('thread-link').waitFor()
    await first.hover()
    await first.getByRole('button', { name: 'Reply' }).click()
    await page.getByTestId('reply-bar').waitFor()
    await say('A reply')
    await messages().filter({ hasText: 'A reply' }).getByTestId('spine').waitFor()
    await first.hover()
    await first.getByRole('button', { name: 'Delete message' }).click()
    await page.getByTestId('dialog-ok').click()
    await expect.poll(() => page.getByTestId('spine').last().innerText()).toContain('Original message was deleted')
  })

  it('shows that the app is typing, and breaks things on purpose', async () => {
    const channel = bot.channels.cache.get(GENERAL)
    if (!channel?.isSendable()) throw new Error('no channel')
    await channel.sendTyping()
    await expect.poll(() => page.getByTestId('typing').innerText()).toContain('Parley is typing')
    await page.getByTestId('faults-open').click()
    await page.getByTestId('faults-add').click()
    await expect.poll(() => simulator.faults.list).toMatchObject([{ kind: 'ratelimited', route: '*' }])
    await page.getByTestId('faults-clear').click()
    await expect.poll(() => simulator.faults.list).toEqual([])
    await page.getByTestId('gateway-hide').click()
    await expect.poll(() => bot.guilds.cache.first()?.available).toBe(false)
  })

  it('goes to other servers, and comes back', async () => {
    await page.getByTestId('add-server').click()
    await page.getByRole('heading', { name: "Ann's server" }).waitFor()
    await say('Hello @Ben in #general')
    await messages().filter({ hasText: 'Hello @Ben' }).waitFor()
    const { id } = simulator.channels().find(({ name }) => name === 'general')!
    expect(page.url()).not.toContain(id)
    const said = simulator.messages(page.url().split('/').at(-1)!).at(-1)!
    expect(said.content).toBe(`Hello <@${BEN}> in <#${said.channel}>`)
    await page.getByRole('button', { name: 'Parley HQ' }).click()
    await page.getByRole('heading', { name: 'Parley HQ' }).waitFor()
    simulator.say({ user: BEN, channel: said.channel, content: 'Are you there?' })
    const server = page.locator('li[data-unread="true"]')
    await server.waitFor()
    await server.getByRole('button').click()
    await messages().filter({ hasText: 'Are you there?' }).waitFor()
  })

  it('complained about nothing', () => {
    expect(complaints).toEqual([])
  })
})
