import type { Note, Welcome } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Channel, callLimitMs } from '../../src/ports/channel.ts'
import { createSender, type Sender } from './channel.ts'
import { type CommandDoor, createCommandDoor } from './commands.ts'
import type { Bot } from './inbound.ts'
import type { Log } from './log.ts'
import { createNames } from './names.ts'
import { renderPart } from './outbound.ts'
import type { Reply } from './web.ts'
import { closable, createWeb } from './web.ts'

/** Documented. */
const PROMPTS = 4

/** The app in one workspace or organisation. */
export interface Installed {
  readonly bot: Bot
  /** What Slack tells of it from before that time (ms since the epoch) is about an installation that is no more. */
  readonly since: number
  readonly channel: Channel
  readonly commands: CommandDoor
  whisper: Sender['whisper']
  settled: Sender['settled']
  /** Best effort, as all that follows. */
  suggest(channel: string, welcome: Welcome): Promise<void>
  /** Writes to a person first, in their direct conversation. */
  write(user: string, note: Note): Promise<void>
  /** It was removed: nothing is sent any more. */
  close(): void
}

export interface InstalledParts {
  token: string
  bot: Bot
  since: number
  apiUrl: string
  /** Files are fetched, with our token, from here and from nowhere else. */
  fileHosts: readonly string[]
  /** Answers for one person are sent there and nowhere else. */
  responseHosts: readonly string[]
  unlimited?: boolean | undefined
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  log: Log
  now: () => number
  /** Aborted when we stop. */
  stopping: () => AbortSignal
}

export function createInstalled(parts: InstalledParts): Installed {
  const { token, bot, since, apiUrl, log, now, stopping } = parts
  const web = closable(createWeb({ token, apiUrl, limitMs: callLimitMs, now }))
  const { whisper, settled, ...sender } = createSender({ ...parts, web, self: bot })
  const say = (reply: Reply, what: string): void => {
    if (!('ok' in reply)) log.warn({ reply: 'unknown' in reply ? reply.unknown.message : reply }, what)
  }
  return {
    bot,
    since,
    channel: { ...sender, platform: 'slack', names: createNames({ web, now }) },
    commands: createCommandDoor({ web, bot, attach: sender.attach, hosts: parts.responseHosts, log, now, stopping }),
    whisper,
    settled,
    async suggest(channel, { prompts }) {
      if (prompts.length === 0) return
      const offered = prompts.slice(0, PROMPTS).map((message) => ({ title: message, message }))
      // In an agent's Messages tab there is no thread to name: with one the call does nothing.
      const reply = await web.call('assistant.threads.setSuggestedPrompts', { channel_id: channel, prompts: offered })
      say(reply, 'prompts could not be suggested')
    },
    async write(user, note) {
      const message = { channel: user, ...renderPart(note), unfurl_links: false, unfurl_media: false }
      say(await web.call('chat.postMessage', message), 'a person could not be written to')
    },
    close: () => web.close(),
  }
}
