import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { runCommand } from '../support/command.ts'

/** Runs it until it has said all, and then ends it as Ctrl-C does. */
async function standIn(...argv: string[]) {
  let [out, err] = ['', '']
  const stdout = {
    write(text: string) {
      out += text
      setImmediate(() => process.emit('SIGINT'))
    },
  }
  const stderr = { write: (text: string) => (err += text) }
  const code = await runCommand(['stand-in', ...argv], { stdout, stderr, env: {} })
  return { code, out, err }
}

describe('stand-in', () => {
  it.each([
    ['slack', [/SLACK_API_URL=http:\/\/127\.0\.0\.1:\d+\/api\/$/m, /SLACK_APP_TOKEN=/, /"text":"@parley hello"/]],
    ['discord', [/DISCORD_API_URL=http:\/\/127\.0\.0\.1:\d+\/api$/m, /DISCORD_BOT_TOKEN=/, /"content":"<@\d+> hello"/]],
    ['teams', [/TEAMS_LOGIN_URL=http/, /TEAMS_OPENID_URL=http/, /"conversation":"a:1ann"/]],
  ])('for %s says what to set in the environment of a bot, and how to talk to it', async (platform, lines) => {
    const { code, out } = await standIn(platform)
    expect(code).toBe(0)
    for (const line of lines) expect(out).toMatch(line)
  })

  it('of Slack calls a bot over HTTP that says where it is', async () => {
    const { out } = await standIn('slack', '--bot', 'http://127.0.0.1:3978/slack/events', '--json')
    const { environment } = JSON.parse(out)
    expect(Object.keys(environment)).toEqual(['SLACK_API_URL', 'SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET'])
  })

  it('says what is wrong', async () => {
    const taken = createSlackSimulator()
    await taken.start()
    onTestFinished(() => taken.stop())
    const { port } = new URL(taken.url)
    expect(await standIn('discord', '--port', port)).toMatchObject({ code: 1, err: expect.stringContaining(port) })
    for (const wrong of [['irc'], ['slack', '--port', 'x'], ['teams', '--bot', 'here']]) {
      expect(await standIn(...wrong)).toMatchObject({ code: 2, out: '' })
    }
  })
})
