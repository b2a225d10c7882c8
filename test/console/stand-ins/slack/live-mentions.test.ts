import { describe, expect, it } from 'vitest'
import { call, startSimulator } from './support.ts'

const channel = 'C0GENERAL'

describe('live mentions', () => {
  it.each<[string, object, string[]]>([
    ['text', { text: 'Hi <!channel> and <@U0BEN>' }, ['<!channel>', '<@U0BEN>']],
    ['text that is code', { text: '`<!here>`' }, ['<!here>']],
    ['Markdown', { markdown_text: '**<!everyone>**' }, ['<!everyone>']],
    ['Markdown blocks', { blocks: [{ type: 'markdown', text: 'Hi <@U0ANN>' }] }, ['<@U0ANN>']],
    ['sections', { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '<!subteam^S1>' } }] }, ['<!subteam^S1>']],
    ['linked names', { text: 'Hi @here', link_names: true }, ['<!here>']],
    ['no Markdown code', { markdown_text: '`<!channel>`\n```\n<!here>\n```\n' }, []],
    ['no escaped text', { text: '&lt;!channel&gt; @here' }, []],
    ['no plain text', { blocks: [{ type: 'section', text: { type: 'plain_text', text: '<!channel>' } }] }, []],
  ])('are found in %s', async (_, content, mentions) => {
    const simulator = await startSimulator()
    const { ts } = await call(simulator, 'chat.postMessage', { channel, ...content })
    expect(simulator.liveMentions).toEqual(mentions.map((mention) => ({ channel, ts, mention })))
  })

  it('are found in streams, also when they come in pieces', async () => {
    const simulator = await startSimulator()
    const thread_ts = simulator.say({ user: 'U0ANN', channel, text: '@channel, I may' })
    const recipient = { recipient_user_id: 'U0ANN', recipient_team_id: 'T0PARLEY' }
    const { ts } = await call(simulator, 'chat.startStream', {
      channel,
      thread_ts,
      ...recipient,
      markdown_text: 'See `<!here',
    })
    const append = (markdown_text: string): Promise<object> =>
      call(simulator, 'chat.appendStream', { channel, ts, markdown_text })
    await append('>` and <!chan')
    expect(simulator.liveMentions).toEqual([])
    await append('nel>')
    await append('!')
    expect(simulator.liveMentions).toEqual([{ channel, ts, mention: '<!channel>' }])
  })
})
