import { describe, expect, it } from 'vitest'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import type { ClientEvent } from '../../../../console/stand-ins/discord/view.ts'
import { ANN, BEN, BOT, button, call, GENERAL, later, row, startBot, startSimulator, until } from './support.ts'

/** What a person's page is sent. */
async function look(simulator: DiscordSimulator, user: string): Promise<ClientEvent[]> {
  const controller = new AbortController()
  later(() => controller.abort())
  const response = await fetch(`${simulator.url}/client/events?user=${user}`, { signal: controller.signal })
  const events: ClientEvent[] = []
  const read = async (): Promise<void> => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop()!
      for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)))
    }
  }
  void read().catch(() => {})
  await until(() => events.length > 0)
  return events
}

async function send(
  simulator: DiscordSimulator,
  method: string,
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${simulator.url}/client/${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const types = (events: ClientEvent[]): string[] => events.map(({ type }) => type)

describe('a page', () => {
  it('begins with everything its person sees, and follows what happens', async () => {
    const simulator = await startSimulator()
    simulator.say({ user: BEN, channel: simulator.direct(BEN), content: 'Not for Ann' })
    simulator.say({ user: BEN, channel: GENERAL, content: 'For all' })
    const events = await look(simulator, ANN)
    const [snapshot] = events
    if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
    expect(snapshot.messages.map(({ content }) => content)).toEqual(['For all'])
    expect(snapshot.channels.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'text general',
      'text support',
      'dm Parley',
    ])
    const at = { user: BEN, channel: GENERAL }
    const { body } = await send(simulator, 'POST', 'messages', { ...at, content: 'New' })
    await send(simulator, 'PATCH', 'messages', { ...at, message: body['id'], content: 'Newer' })
    await send(simulator, 'POST', 'typing', at)
    await send(simulator, 'POST', 'reactions', { ...at, message: body['id'], emoji: '👍', on: true })
    await send(simulator, 'POST', 'threads', { ...at, message: body['id'], name: 'More' })
    await send(simulator, 'DELETE', 'messages', { ...at, message: body['id'] })
    await until(() => types(events).includes('messages_deleted'))
    expect(types(events)).toEqual([
      'snapshot',
      'message',
      'message_changed',
      'typing',
      'message_changed',
      'channel',
      'message_changed',
      'message',
      'messages_deleted',
    ])
  })

  it('shows all servers of its person, also one that is made or left meanwhile', async () => {
    const simulator = await startSimulator()
    const [ann, ben] = [await look(simulator, ANN), await look(simulator, BEN)]
    const { body } = await send(simulator, 'POST', 'guilds', { user: ANN })
    const last = (events: ClientEvent[]) => events.findLast((event) => event.type === 'snapshot')!
    const names = (events: ClientEvent[]) => last(events).guilds.map(({ name }) => name)
    await until(() => names(ben).length === 2)
    expect(names(ann)).toEqual(['Parley HQ', "Ann's server"])
    const channel = last(ann).channels.find(({ id }) => id === body['id'])!
    expect(channel).toMatchObject({ kind: 'text', name: 'general', writable: true })
    expect(last(ann).roles.filter(({ guild }) => guild === channel.guild)).toHaveLength(2)
    simulator.leave({ user: BEN, guild: channel.guild! })
    await until(() => names(ben).length === 1)
    await send(simulator, 'POST', 'messages', { user: ANN, channel: channel.id, content: 'Alone at last' })
    await until(() => types(ann).at(-1) === 'message')
    expect(types(ben)).not.toContain('message')
    simulator.removeGuild(channel.guild!)
    await until(() => names(ann).length === 1)
    expect((await send(simulator, 'POST', 'guilds', { user: 'nobody' })).status).toBe(404)
  })

  it('shows only its person what is for them alone: answers, forms, and how it stands', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    bot.on('interactionCreate', (interaction) => {
      if (interaction.isButton()) void interaction.reply({ content: 'For you', flags: 64 })
    })
    const { body } = await call(simulator, 'POST', `/channels/${GENERAL}/messages`, {
      content: 'Choose',
      components: [row(button('yes'))],
    })
    const [ann, ben] = [await look(simulator, ANN), await look(simulator, BEN)]
    await send(simulator, 'POST', 'components', { user: ANN, channel: GENERAL, message: body.id, custom_id: 'yes' })
    await until(() => types(ann).includes('message'))
    const states = ann.flatMap((event) => (event.type === 'interaction' ? [event.state] : []))
    expect(states[0]).toBe('pending')
    await until(() => ann.some((event) => event.type === 'interaction' && event.state === 'answered'))
    expect(types(ben)).toEqual(['snapshot'])
  })

  it('hears of apps that connect and leave, of commands and of faults', async () => {
    const simulator = await startSimulator()
    const events = await look(simulator, ANN)
    const bot = await startBot(simulator)
    await call(simulator, 'PUT', `/applications/${BOT}/commands`, [{ name: 'ask', description: 'Asks' }])
    await send(simulator, 'PUT', 'faults', { faults: [{ kind: 'error', route: '*' }] })
    await send(simulator, 'PUT', 'faults', { faults: [] })
    await bot.destroy()
    await until(() => events.length === 6)
    expect(types(events)).toEqual(['snapshot', 'connected', 'commands', 'faults', 'faults', 'connected'])
  })

  it('is told in a sentence what it cannot do', async () => {
    const simulator = await startSimulator()
    const at = { user: ANN, channel: GENERAL }
    expect(await send(simulator, 'POST', 'messages', at)).toEqual({
      status: 400,
      body: { error: 'content must be a string' },
    })
    expect((await send(simulator, 'POST', 'messages', { ...at, content: 'x'.repeat(2001) })).status).toBe(400)
    expect((await send(simulator, 'POST', 'messages', { ...at, user: BOT, content: 'Hi' })).status).toBe(404)
    expect((await send(simulator, 'POST', 'commands', { ...at, name: 'nothing' })).status).toBe(404)
    expect((await send(simulator, 'POST', 'gateway', { action: 'toString' })).status).toBe(400)
    expect((await send(simulator, 'PUT', 'faults', { faults: [{ kind: 'x' }] })).status).toBe(400)
    expect((await send(simulator, 'POST', 'nowhere', {})).status).toBe(404)
  })
})
