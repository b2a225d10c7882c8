import { atTerminal } from '../../admin/actor.ts'
import { logLine } from '../../admin/log-lines.ts'
import { text } from '../../ports/command-line.ts'
import { firstAccount } from '../../store/accounts.ts'
import { everywhere } from '../../store/pauses.ts'
import { type Command, jsonOption } from '../command.ts'

const actor = { ...atTerminal, account: firstAccount }

/** Of the whole deployment, also while a server runs; `parley agent pause` is that of one account. */
export const pauseCommands: Command[] = [
  {
    name: 'pause',
    onlyExisting: true,
    summary: 'Stop every answer, call and post of all agents at once, until `parley resume`.',
    options: { why: { about: 'Told to people whose messages wait.', value: 'TEXT' }, json: jsonOption },
    async run({ store, admin, given, answer }) {
      const why = text(given['why']) ?? null
      const entry = { action: 'deployment.pause', summary: why ?? logLine('deployment.pause') }
      const begin = store.pauses.beginStep(everywhere, actor.author, why)
      const began = (await admin.audit.commit(actor, entry, [begin])) !== undefined
      answer(
        began
          ? 'Everything is paused: no agent answers, calls or posts until `parley resume`. What people write meanwhile is kept.'
          : `Everything is paused already.${why === null ? '' : ' Its reason stays as it was: `parley resume` first, to give another.'}`,
        { paused: true, began },
      )
    },
  },
  {
    name: 'resume',
    onlyExisting: true,
    summary: 'Let everything go on that `parley pause` has stopped.',
    options: { json: jsonOption },
    async run({ store, admin, answer }) {
      const entry = { action: 'deployment.resume', summary: logLine('deployment.resume') }
      const ended = (await admin.audit.commit(actor, entry, store.pauses.endSteps(everywhere))) !== undefined
      const left = (await store.pauses.current()).map(({ scope }) => scope)
      const accounts = left.length === 0 ? '' : ` These accounts have paused their own: ${left.join(', ')}.`
      answer(`${ended ? 'It goes on.' : 'Nothing was paused.'}${accounts}`, { ended, accounts: left })
    },
  },
]
