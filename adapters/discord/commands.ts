import { createHash } from 'node:crypto'
import type { Notes } from '../../src/ports/notes.ts'
import { agentCommand, whyCommand } from './agent-command.ts'
import { ASK, ASK_ABOUT, QUESTION } from './called.ts'
import { sayOf } from './interactions.ts'
import type { Log } from './log.ts'
import { CommandType } from './payloads.ts'
import type { Web } from './web.ts'

const IN_SERVERS = 0
const WITH_THE_BOT = 1
const STRING = 3
const where = { integration_types: [IN_SERVERS], contexts: [IN_SERVERS, WITH_THE_BOT] }

/** The commands that people see, as Discord takes them. */
export const COMMANDS = [
  {
    type: CommandType.slash,
    name: ASK,
    description: 'Ask the agent something',
    description_localizations: { ja: 'エージェントに質問する' },
    options: [
      {
        type: STRING,
        name: QUESTION,
        description: 'What you would like to know',
        description_localizations: { ja: '質問の内容' },
        required: true,
        max_length: 6000,
      },
    ],
    ...where,
  },
  {
    type: CommandType.message,
    name: ASK_ABOUT,
    name_localizations: { ja: 'エージェントに質問する' },
    ...where,
  },
  { ...agentCommand(), ...where },
  { ...whyCommand(), ...where },
]

const NOTE = 'commands'

/** Discord takes only so many new commands a day, so it is told of them only when they have changed. */
export async function syncCommands(parts: {
  web: Web
  application: string
  notes: Notes
  log: Log
  signal: AbortSignal
}): Promise<void> {
  const { web, application, notes, log, signal } = parts
  const hash = createHash('sha256').update(JSON.stringify(COMMANDS)).digest('hex')
  const name = `${NOTE}:${application}`
  if ((await notes.get(name)) === hash) return
  const reply = await web.call({ method: 'PUT', path: `applications/${application}/commands`, body: COMMANDS }, signal)
  if ('ok' in reply) {
    await notes.set(name, hash)
    log.info({}, 'the commands of the Discord app were written')
  } else if (!signal.aborted) {
    log.warn({ reply: sayOf(reply) }, 'the commands of the Discord app could not be written')
  }
}
