import { hostname } from 'node:os'
import type { Readable } from 'node:stream'
import { createDesk } from '../../src/lib/shell/desk.ts'
import { createScreen } from '../../src/lib/shell/screen.ts'
import type { Place } from '../../src/model/message.ts'
import type { Adapter, Inbox } from '../../src/ports/channel.ts'
import type { AdapterParts, At } from '../../src/ports/platform.ts'
import { createChannel } from './channel.ts'
import { createTalk } from './talk.ts'
import { words } from './words/index.ts'

export interface TerminalSettings {
  /** Whom they talk to; without it the agent that is bound here, else that of the account. */
  agent: string | undefined
  /** Whom the machine takes for its user, and the language of their shell. */
  user: string
  locale: string
  input: Readable
  output: At['output']
  /** Whoever is there wants to go. */
  leave(): void
}

const [platform, installation] = ['terminal', 'here']
const machine = 'terminal:here' as Place

export function createTerminal(
  options: TerminalSettings & Pick<AdapterParts, 'installations' | 'log' | 'now'>,
): Adapter {
  const { agent, user, locale, input, output, leave, installations, log, now } = options
  const author = { uid: `terminal_${user}`, id: user, name: user, locale }
  const place = (agent === undefined ? machine : `terminal:here:${agent}`) as Place
  const within: [Place, ...Place[]] = agent === undefined ? [machine] : [place, machine]
  const where = { platform, installation, within, conversation: `${place}:${user}`, author }
  const isTyped = 'isTTY' in input && input.isTTY === true
  let inbox: Inbox | undefined
  let listening: Promise<void> | undefined
  const screen = createScreen(input, output, interrupt)
  const desk = createDesk(screen, locale)
  const talk = createTalk({ desk, where, inbox: () => inbox!, log, now })
  const channel = createChannel(desk, screen, talk)

  /** Ctrl-C. */
  function interrupt(): void {
    if (desk.isAsking()) screen.interrupt()
    else if (desk.isOwed()) void inbox?.control({ kind: 'stopped', platform, place, person: user })
    else screen.close()
  }

  async function listen(): Promise<void> {
    for (let line = await screen.next(); line !== undefined && inbox; line = await screen.next()) {
      screen.hide()
      // What was piped in was written before any of the answers: a number or a command is about the one before it.
      if (!isTyped) await desk.idle()
      if (line.trim() === '') screen.prompt('> ')
      else await talk.take(line.trim())
    }
    // What was piped in is answered to its end.
    if (inbox) await desk.idle()
    leave()
  }

  return {
    platform,
    open: async () => void (await installations.add({ id: installation, name: hostname(), own: 'always' })),
    ready: () => true,
    connected: () => inbox !== undefined,
    channel: (id) => (id === installation ? channel : undefined),
    async start(given) {
      await this.open()
      inbox = given
      if (output.isTTY) {
        desk.tell(desk.say(words.intro(agent ?? desk.say(words.yourAgent))))
        await inbox.opened({ ...where, replyTo: place, openedAt: now() })
      }
      listening = listen()
    },
    async stop() {
      inbox = undefined
      desk.owes(Number.NEGATIVE_INFINITY)
      screen.hide()
      screen.close()
      await listening
    },
  }
}
