import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  FileUploadBuilder,
  type Interaction,
  InteractionContextType,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  PermissionFlagsBits,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js'
import { describe, expect, it } from 'vitest'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import { ANN, BEN, BOT, button, call, createClock, GENERAL, row, startBot, startSimulator, until } from './support.ts'

const ASK = {
  name: 'ask',
  description: 'Asks',
  options: [
    { type: ApplicationCommandOptionType.String, name: 'question', description: 'What', required: true },
    { type: ApplicationCommandOptionType.User, name: 'whom', description: 'Whom' },
    { type: ApplicationCommandOptionType.Attachment, name: 'file', description: 'A file' },
  ],
} as const

/** Everything that a bot is asked, in order. */
function asked(bot: Client): Interaction[] {
  const interactions: Interaction[] = []
  bot.on('interactionCreate', (interaction) => interactions.push(interaction))
  return interactions
}

async function once<T extends Interaction>(interactions: Interaction[], number = 1): Promise<T> {
  await until(() => interactions.length === number)
  return interactions[number - 1] as T
}

async function withButtons(simulator: DiscordSimulator, ...components: object[]): Promise<string> {
  const { body } = await call(simulator, 'POST', `/channels/${GENERAL}/messages`, { content: 'Choose', components })
  return body.id
}

describe('commands', () => {
  it('arrive with their options, people and files, and are answered at once', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    const file = { name: 'notes.txt', type: 'text/plain', base64: Buffer.from('Hello').toString('base64') }
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Why?', whom: BEN, file } })
    const interaction = await once<ChatInputCommandInteraction>(interactions)
    expect(interaction.options.getString('question')).toBe('Why?')
    expect(interaction.options.getUser('whom')?.username).toBe('ben')
    const url = interaction.options.getAttachment('file')!.url
    expect(await (await fetch(url)).text()).toBe('Hello')
    const { resource } = await interaction.reply({ content: 'Because', withResponse: true })
    expect(resource?.message?.content).toBe('Because')
    expect(simulator.messages(GENERAL)).toMatchObject([{ content: 'Because', command: { user: ANN, name: 'ask' } }])
  })

  it('can be put off, filled in, followed up and taken back', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Why?' } })
    const interaction = await once<ChatInputCommandInteraction>(interactions)
    await interaction.deferReply()
    expect(simulator.messages(GENERAL)).toMatchObject([{ loading: true, content: '' }])
    await interaction.editReply('Because')
    // What fills a message that waited is not an edit; what comes after is.
    expect(simulator.messages(GENERAL)).toMatchObject([{ loading: false, content: 'Because', edited: false }])
    await interaction.editReply('Because so')
    expect(simulator.messages(GENERAL)).toMatchObject([{ content: 'Because so', edited: true }])
    const more = await interaction.followUp({ content: 'For you', flags: MessageFlags.Ephemeral })
    expect(simulator.messages(GENERAL, { as: ANN })).toHaveLength(2)
    expect(simulator.messages(GENERAL, { as: BEN })).toHaveLength(1)
    await interaction.deleteReply(more)
    await interaction.deleteReply()
    expect(simulator.messages(GENERAL)).toEqual([])
    await expect(interaction.editReply('Gone')).rejects.toMatchObject({ code: 10008 })
  })

  it('must be answered within three seconds and only once', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    const run = (): string =>
      simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Why?' } }).id
    run()
    const first = await once<ChatInputCommandInteraction>(interactions)
    await first.reply('Because')
    const body = { type: 4, data: { content: 'Again' } }
    const twice = await call(simulator, 'POST', `/interactions/${first.id}/${first.token}/callback`, body)
    expect(twice).toMatchObject({ status: 400, body: { code: 40060 } })
    const id = run()
    const second = await once<ChatInputCommandInteraction>(interactions, 2)
    clock.pass(3001)
    await expect(second.reply('Too late')).rejects.toMatchObject({ code: 10062, status: 404 })
    simulator.expire()
    expect(simulator.interaction(id)?.state).toBe('failed')
  })

  it('fail at once when nobody listens', async () => {
    const simulator = await startSimulator()
    await call(simulator, 'PUT', `/applications/${BOT}/commands`, [ASK])
    const { state } = simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Why?' } })
    expect(state).toBe('failed')
  })

  it('have tokens that are good for fifteen minutes, and not before the first answer', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Why?' } })
    const { token } = await once<ChatInputCommandInteraction>(interactions)
    const early = await call(simulator, 'POST', `/webhooks/${BOT}/${token}`, { content: 'Early' })
    expect(early).toMatchObject({ status: 404, body: { code: 10015 } })
    await (interactions[0] as ChatInputCommandInteraction).deferReply()
    clock.pass(15 * 60_000)
    const late = await call(simulator, 'PATCH', `/webhooks/${BOT}/${token}/messages/@original`, { content: 'Late' })
    expect(late).toMatchObject({ status: 401, body: { code: 50027 } })
  })

  it('fill the message that waits with the first follow-up', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Why?' } })
    const interaction = await once<ChatInputCommandInteraction>(interactions)
    await interaction.deferReply()
    await interaction.followUp('Because')
    expect(simulator.messages(GENERAL)).toMatchObject([{ content: 'Because', loading: false }])
  })

  it('offer choices while an option is typed', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const option = { ...ASK.options[0], autocomplete: true }
    await bot.application.commands.set([{ ...ASK, options: [option] }])
    bot.on('interactionCreate', async (interaction) => {
      if (!interaction.isAutocomplete()) return
      const typed = interaction.options.getFocused()
      await interaction.respond([{ name: `${typed}…`, value: typed }])
    })
    const typed = { user: ANN, channel: GENERAL, name: 'ask', options: { question: 'Wh' }, focused: 'question' }
    expect(await simulator.autocomplete(typed)).toEqual([{ name: 'Wh…', value: 'Wh' }])
  })

  it('are shown to those who may use them', async () => {
    const simulator = await startSimulator()
    const admin = {
      ...ASK,
      name: 'manage',
      default_member_permissions: String(PermissionFlagsBits.ManageGuild),
      contexts: [InteractionContextType.Guild],
    }
    await call(simulator, 'PUT', `/applications/${BOT}/commands`, [ASK, admin])
    const names = (user: string, channel: string): string[] =>
      simulator.commands({ user, channel }).map(({ name }) => name)
    expect(names(ANN, GENERAL)).toEqual(['ask', 'manage'])
    expect(names(BEN, GENERAL)).toEqual(['ask'])
    expect(names(ANN, simulator.direct(ANN))).toEqual(['ask'])
  })

  it('have groups, whose names come before theirs', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const sub = { type: 1, name: 'create', description: 'Makes one', options: [ASK.options[0]] }
    await call(simulator, 'PUT', `/applications/${BOT}/commands`, [
      {
        name: 'agent',
        description: 'Agents',
        options: [{ type: 2, name: 'draft', description: 'Drafts', options: [sub] }],
      },
    ])
    const interactions = asked(bot)
    simulator.run({ user: ANN, channel: GENERAL, name: 'agent draft create', options: { question: 'x' } })
    const { options } = await once<ChatInputCommandInteraction>(interactions)
    expect([options.getSubcommandGroup(), options.getSubcommand(), options.getString('question')]).toEqual([
      'draft',
      'create',
      'x',
    ])
  })

  it('are in the menus of messages and people, and show the app what it could not read otherwise', async () => {
    const simulator = await startSimulator({ app: { intents: [] } })
    const { GatewayIntentBits: bit } = await import('discord.js')
    const bot = await startBot(simulator, { intents: [bit.Guilds, bit.GuildMessages] })
    await bot.application.commands.set([
      { type: ApplicationCommandType.Message, name: 'Explain this' },
      { type: ApplicationCommandType.User, name: 'Greet' },
    ])
    const interactions = asked(bot)
    const said = simulator.say({ user: BEN, channel: GENERAL, content: 'Nobody was called' })
    simulator.run({ user: ANN, channel: GENERAL, name: 'Explain this', target: said })
    simulator.run({ user: ANN, channel: GENERAL, name: 'Greet', target: BEN })
    await until(() => interactions.length === 2)
    const [message, person] = interactions
    if (!message?.isMessageContextMenuCommand() || !person?.isUserContextMenuCommand()) throw new Error('other kinds')
    expect(message.targetMessage.content).toBe('Nobody was called')
    expect(person.targetUser.username).toBe('ben')
    const { body } = await call(simulator, 'GET', `/channels/${GENERAL}/messages/${said}`)
    expect(body.content).toBe('')
  })
})

describe('components', () => {
  it('are pressed; the message is changed in the same call', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const interactions = asked(bot)
    const message = await withButtons(simulator, row(button('yes', 'Yes'), button('no', 'No')))
    simulator.use({ user: BEN, channel: GENERAL, message, custom_id: 'yes' })
    const [interaction] = await until(() => interactions.length === 1).then(() => interactions)
    if (!interaction?.isButton()) throw new Error('no button')
    expect(interaction.message.content).toBe('Choose')
    const off = ButtonBuilder.from(interaction.component as never)
      .setDisabled(true)
      .setStyle(ButtonStyle.Success)
    await interaction.update({ components: [new ActionRowBuilder<ButtonBuilder>().addComponents(off)] })
    expect(simulator.messages(GENERAL)[0]!.components[0]!['components']).toMatchObject([{ disabled: true, style: 3 }])
    expect(() => simulator.use({ user: ANN, channel: GENERAL, message, custom_id: 'yes' })).toThrow('switched off')
    expect(() => simulator.use({ user: ANN, channel: GENERAL, message, custom_id: 'no' })).toThrow('nothing no to use')
  })

  it('can be acknowledged silently, and answered to one person alone', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const interactions = asked(bot)
    const message = await withButtons(simulator, row(button('yes')))
    simulator.use({ user: BEN, channel: GENERAL, message, custom_id: 'yes' })
    simulator.use({ user: ANN, channel: GENERAL, message, custom_id: 'yes' })
    await until(() => interactions.length === 2)
    const [first, second] = interactions
    if (!first?.isButton() || !second?.isButton()) throw new Error('no buttons')
    await first.deferUpdate()
    await first.editReply({ content: 'Chosen', components: [] })
    expect(simulator.messages(GENERAL)).toMatchObject([{ id: message, content: 'Chosen' }])
    await second.reply({ content: 'Somebody was faster', flags: MessageFlags.Ephemeral })
    expect(simulator.messages(GENERAL, { as: ANN }).at(-1)).toMatchObject({ ephemeral: true })
    expect(simulator.messages(GENERAL, { as: BEN })).toHaveLength(1)
  })

  it('are selects, whose values are among their options', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const interactions = asked(bot)
    const options = Array.from({ length: 25 }, (_, i) => ({ label: `Option ${i}`, value: `${i}` }))
    const message = await withButtons(simulator, row({ type: 3, custom_id: 'pick', options }))
    const at = { user: ANN, channel: GENERAL, message, custom_id: 'pick' }
    expect(() => simulator.use({ ...at, values: ['25'] })).toThrow('not among the options')
    expect(() => simulator.use({ ...at, values: ['1', '2'] })).toThrow('Choose 1 to 1')
    simulator.use({ ...at, values: ['7'] })
    await until(() => interactions.length === 1)
    if (!interactions[0]?.isStringSelectMenu()) throw new Error('no select')
    expect(interactions[0].values).toEqual(['7'])
    await interactions[0].deferUpdate()
  })
})

describe('forms', () => {
  it('open as the answer to a command, and are sent with texts and files', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'x' } })
    const command = await once<ChatInputCommandInteraction>(interactions)
    const text = new TextInputBuilder().setCustomId('name').setStyle(TextInputStyle.Short).setMinLength(2)
    await command.showModal(
      new ModalBuilder()
        .setCustomId('agent')
        .setTitle('A new agent')
        .addLabelComponents(new LabelBuilder().setLabel('Name').setTextInputComponent(text))
        .addLabelComponents(
          new LabelBuilder().setLabel('Prompt').setFileUploadComponent(new FileUploadBuilder().setCustomId('prompt')),
        ),
    )
    expect(simulator.modal(ANN)).toMatchObject({ title: 'A new agent' })
    expect(simulator.modal(BEN)).toBeUndefined()
    const prompt = [{ name: 'prompt.md', type: 'text/markdown', base64: Buffer.from('Be kind').toString('base64') }]
    expect(() => simulator.submit({ user: ANN, fields: { name: 'x', prompt } })).toThrow('2 to 4000 characters')
    simulator.submit({ user: ANN, fields: { name: 'Kind', prompt } })
    await until(() => interactions.length === 2)
    const sent = interactions[1]
    if (!sent?.isModalSubmit()) throw new Error('no form')
    expect(sent.fields.getTextInputValue('name')).toBe('Kind')
    const file = sent.fields.getUploadedFiles('prompt')!.first()!
    expect(await (await fetch(file.url)).text()).toBe('Be kind')
    await sent.reply({ content: 'Made', flags: MessageFlags.Ephemeral })
    expect(simulator.modal(ANN)).toBeUndefined()
  })

  it('cannot be answered with a form', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    await bot.application.commands.set([ASK])
    const interactions = asked(bot)
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'x' } })
    const { id, token } = await once<ChatInputCommandInteraction>(interactions)
    const modal = {
      type: 9,
      data: { custom_id: 'm', title: 'M', components: [row({ type: 4, custom_id: 't', style: 1, label: 'T' })] },
    }
    await call(simulator, 'POST', `/interactions/${id}/${token}/callback`, modal)
    const sent = simulator.submit({ user: ANN, fields: { t: 'text' } })
    const answer = await call(simulator, 'POST', `/interactions/${sent.id}/${sent.token}/callback`, modal)
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors: { type: {} } } })
  })
})
