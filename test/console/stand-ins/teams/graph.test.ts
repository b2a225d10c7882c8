import { describe, expect, it } from 'vitest'
import type { TeamsSimulatorOptions } from '../../../../console/stand-ins/teams/index.ts'
import { ANN, BEN, BOT, connectorOf, errorOf, GENERAL, graphOf, type Json, LUNCH, startSimulator } from './support.ts'

const GROUP = '7a11e500-0000-4000-8000-0000000000c0'
const CHANNEL = `teams/${GROUP}/channels/${encodeURIComponent(GENERAL)}`

async function setUp(options: TeamsSimulatorOptions = {}) {
  const simulator = await startSimulator({ app: { hearsAll: true }, ...options })
  return { simulator, graph: await graphOf(simulator) }
}

const idsOf = ({ json }: { json: Json }) => (json['value'] as Json[]).map(({ id }) => id)

describe('Graph', () => {
  it('tells a thread in two calls: its root, and its replies, newest first and a page at a time', async () => {
    const { simulator, graph } = await setUp()
    const root = simulator.say({ user: ANN, conversation: GENERAL, text: 'launch' })
    const ids = Array.from({ length: 5 }, (_, n) =>
      simulator.say({ user: BEN, conversation: GENERAL, root, text: `${n}` }),
    )
    expect((await graph(`${CHANNEL}/messages/${root}`)).json).toMatchObject({
      id: root,
      messageType: 'message',
      body: { contentType: 'html', content: 'launch' },
      from: { user: { displayName: 'Ann', id: '7a11e500-0000-4000-8000-0000000000a1' } },
    })
    const first = await graph(`${CHANNEL}/messages/${root}/replies?$top=3`)
    expect(idsOf(first)).toEqual(ids.toReversed().slice(0, 3))
    const rest = await graph(String(first.json['@odata.nextLink']))
    expect(idsOf(rest)).toEqual(ids.toReversed().slice(3))
    expect(rest.json).not.toHaveProperty('@odata.nextLink')
    expect(idsOf(await graph(`${CHANNEL}/messages`))).toEqual([root])
  })

  it('tells what stands in cards, quotations and forwards, and that something was deleted', async () => {
    const { simulator, graph } = await setUp()
    const cards = [{ type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Disk full' }] }]
    const program = { id: 'alerts', name: 'Alerts' }
    const alert = simulator.post({ program, conversation: LUNCH, text: '', cards })
    const about = { quotes: alert, forwards: { conversation: LUNCH, message: alert } }
    const me = simulator.mention(BOT)
    simulator.say({ user: ANN, conversation: LUNCH, text: `${me} why?`, mentions: [BOT], ...about })
    const gone = simulator.say({ user: ANN, conversation: LUNCH, text: 'a secret' })
    simulator.remove({ user: ANN, conversation: LUNCH, message: gone })
    const { json } = await graph(`chats/${LUNCH}/messages?$top=50&$orderby=createdDateTime desc`)
    const [deleted, asked, posted] = json['value'] as Json[]
    expect(deleted).toMatchObject({ id: gone, deletedDateTime: expect.any(String), body: { content: '' } })
    expect(asked).toMatchObject({
      attachments: [
        { id: alert, contentType: 'messageReference', content: expect.stringContaining('"messageId"') },
        { contentType: 'forwardedMessageReference', content: expect.stringContaining('originalMessageContent') },
      ],
      mentions: [{ id: 0, mentionText: 'Parley', mentioned: { application: { displayName: 'Parley' } } }],
    })
    expect((asked!['body'] as Json)['content']).toContain('<at id="0">Parley</at> why?')
    expect(posted).toMatchObject({
      from: { application: { id: 'alerts', displayName: 'Alerts' }, user: null },
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: JSON.stringify(cards[0]) }],
    })
  })

  it('refuses what is not documented, and whom nobody let read', async () => {
    const { simulator, graph } = await setUp({ app: { hearsAll: false } })
    const root = simulator.say({ user: ANN, conversation: GENERAL, text: 'launch' })
    const message = `${CHANNEL}/messages/${root}`
    expect(errorOf(await graph(message))).toMatch(
      /^403 Forbidden: Missing role permissions .*ChannelMessage.Read.Group/,
    )
    expect(errorOf(await graph(`chats/${LUNCH}/messages`))).toMatch(/^403 Forbidden/)
    expect((await graph('shares/u!aHR0cHM/driveItem/content')).status).toBe(403)
    const free = await setUp({ app: { readsTenant: true }, limits: { enforceRates: false } })
    const said = free.simulator.say({ user: ANN, conversation: GENERAL, text: 'launch' })
    const at = `${CHANNEL}/messages/${said}`
    expect((await free.graph(at)).status).toBe(200)
    for (const path of [`${at}?$select=id`, `${at}/replies?$orderby=createdDateTime`, `${at}/replies?$top=51`])
      expect((await free.graph(path)).status).toBe(400)
    expect((await free.graph(`teams/${GENERAL}/channels/${GENERAL}/messages`)).status).toBe(404)
    expect((await free.graph(at.replace(said, '1'))).status).toBe(404)
  })

  it('takes no token of the connector, nor that one Graph’s', async () => {
    const { simulator } = await setUp()
    const api = await connectorOf(simulator)
    const graph = await graphOf(simulator)
    const address = `${simulator.graphUrl}/v1.0/chats/${LUNCH}/messages`
    expect((await api.call('GET', `conversations/${encodeURIComponent(LUNCH)}`)).status).toBe(200)
    expect((await fetch(address)).status).toBe(401)
    expect((await graph(`${simulator.serviceUrl}v3/conversations/${LUNCH}`)).status).toBe(401)
  })

  it('takes four calls a second about a team or chat', async () => {
    const { graph } = await setUp()
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await graph(`chats/${LUNCH}/messages`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  it('gives files of channels to whom the tenant lets read them, and pictures to whom the team does', async () => {
    const { simulator, graph } = await setUp({ app: { hearsAll: true, readsFiles: true } })
    const files = [
      { name: 'plan.txt', type: 'text/plain', base64: Buffer.from('plan').toString('base64') },
      { name: 'chart', type: 'image/png', base64: '' },
    ]
    const id = simulator.say({ user: ANN, conversation: GENERAL, text: 'see', files })
    const { json } = await graph(`${CHANNEL}/messages/${id}`)
    const [file] = json['attachments'] as { contentType: string; contentUrl: string; name: string }[]
    expect(file).toMatchObject({ contentType: 'reference', name: 'plan.txt' })
    const share = Buffer.from(file!.contentUrl).toString('base64url')
    const shared = await graph(`shares/u!${share}/driveItem/content`)
    expect(shared.status).toBe(302)
    expect(await (await fetch(shared.headers.get('location')!)).text()).toBe('plan')
    const [, src] = /<img [^>]*src="([^"]+)"/.exec((json['body'] as { content: string }).content)!
    expect((await graph(src!)).status).toBe(200)
  })
})
