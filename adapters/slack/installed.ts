import type { Note, Welcome } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Channel, callLimitMs } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { createSender, type Sender } from './channel.ts'
import { type CommandDoor, createCommandDoor } from './commands.ts'
import { createGroups } from './groups.ts'
import { watched } from './health.ts'
import type { Unfurled } from './inbound.ts'
import type { Near } from './modal-meta.ts'
import { createNames } from './names.ts'
import { bare } from './people.ts'
import { createSteps, type Steps, withSteps } from './steps.ts'
import type { Bot } from './told.ts'
import type { Reply } from './web.ts'
import { closable, createWeb } from './web.ts'

/** Documented. */
const PROMPTS = 4

/** In which nothing can be mentioned, linked or formatted. */
const plainBlock = (text: string) => ({ type: 'section', text: { type: 'plain_text', text: bare(text), emoji: false } })

/** The app in one workspace or organisation. */
export interface Installed {
  readonly bot: Bot
  /** What Slack tells of it from before that time (ms since the epoch) is about an installation that is no more. */
  readonly since: number
  readonly channel: Channel
  readonly commands: CommandDoor
  asked: Sender['asked']
  settled: Sender['settled']
  found: Sender['reading']['found']
  /** Best effort, as all that follows. */
  suggest(channel: string, welcome: Welcome): Promise<void>
  /** What is shown below links of ours. */
  unfurl(of: Unfurled, notes: readonly { url: string; note: Note }[]): Promise<void>
  readonly steps: Steps
  /** What one person sees alone. */
  tell(near: Near, note: Note): Promise<void>
  /** Why Slack refuses it, its token or a right that answers need, as long as it does. */
  refusal(): string | undefined
  /** It was removed: nothing is sent any more. */
  close(): void
}

export interface InstalledParts {
  /** Of the installation. */
  id: string
  token: string
  bot: Bot
  since: number
  apiUrl: string
  /** Files are fetched, with our token, from here and from nowhere else. */
  fileHosts: readonly string[]
  /** Answers for one person are sent there and nowhere else. */
  responseHosts: readonly string[]
  unlimited?: boolean | undefined
  canvases?: boolean | undefined
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  notes: Notes
  secrets: Secrets
  clock?: ServerClock | undefined
  log: Log
  now: () => number
  /** Aborted when we stop. */
  stopping: () => AbortSignal
}

export function createInstalled(parts: InstalledParts): Installed {
  const { id, token, bot, since, apiUrl, clock, log, now, stopping } = parts
  const own = watched(createWeb({ token, apiUrl, limitMs: callLimitMs, clock, now }), id, log)
  const web = closable(own)
  let isRemoved = false
  const { asked, settled, shown, facing, ...sender } = createSender({ ...parts, installation: id, web, self: bot })
  const say = (reply: Reply, what: string): void => {
    if (!('ok' in reply)) log.warn({ reply: 'unknown' in reply ? reply.unknown.message : reply }, what)
  }
  const commands = createCommandDoor({ web, bot, shown, log, now, stopping })
  const steps = createSteps({ ...parts, web })
  const plain = {
    ...sender,
    platform: 'slack' as const,
    command: commands.command,
    names: createNames({ web, now }),
    isIn: createGroups(web, id),
  }
  return {
    bot,
    since,
    channel: { ...withSteps(plain, steps), as: (face) => withSteps({ ...plain, ...facing(face) }, steps) },
    steps,
    commands,
    asked,
    settled,
    found: sender.reading.found,
    async suggest(channel, { prompts }) {
      if (prompts.length === 0) return
      const offered = prompts.slice(0, PROMPTS).map((message) => ({ title: message, message }))
      // In an agent's Messages tab there is no thread to name: with one the call does nothing.
      const reply = await web.call('assistant.threads.setSuggestedPrompts', { channel_id: channel, prompts: offered })
      say(reply, 'prompts could not be suggested')
    },
    async unfurl(of, notes) {
      if (notes.length === 0) return
      const unfurls = Object.fromEntries(notes.map(({ url, note }) => [url, { blocks: [plainBlock(note.text)] }]))
      say(await web.call('chat.unfurl', { ...of, unfurls }), 'links could not be shown')
    },
    async tell(near, note) {
      say(await shown.tell(near, note), 'a person could not be told')
    },
    refusal: () => (isRemoved ? undefined : own.refusal()),
    close() {
      isRemoved = true
      web.close()
    },
  }
}
