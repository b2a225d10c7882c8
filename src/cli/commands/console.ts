import { atTerminal } from '../../admin/actor.ts'
import { AppError } from '../../lib/errors.ts'
import { inUtc } from '../../lib/moment.ts'
import { accountOf, accountOption, type Command, jsonOption } from '../command.ts'
import { table } from '../table.ts'

/** Whoever holds the machine owns the account that they name. */
export const consoleCommands: Command[] = [
  {
    name: 'console',
    summary: 'Print a link that opens the console in a browser, once and within five minutes.',
    options: { account: accountOption, json: jsonOption },
    async run({ store, admin, given, answer }) {
      const account = accountOf(given)
      if (!(await store.accounts.get(account)))
        throw new AppError('account_not_found', `There is no account ${account}. \`parley account list\` shows them.`)
      const url = await admin.console.link(account, 'cli')
      answer(`Open this within five minutes; it works once:\n  ${url}`, { url })
    },
  },
  {
    name: 'console sessions',
    summary: 'List who is signed in to the console.',
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const sessions = await admin.console.list(accountOf(given))
      const rows = sessions.map((one) => [one.id, one.person, inUtc(one.lastUsedAt), inUtc(one.expiresAt)])
      answer(rows.length === 0 ? 'Nobody is signed in.' : table(['ID', 'PERSON', 'LAST USED', 'UNTIL'], rows), sessions)
    },
  },
  {
    name: 'console revoke',
    summary: 'End a session of the console at once.',
    arguments: [{ name: 'session', about: 'Its id, as `parley console sessions` shows it.' }],
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const id = String(given['session'])
      await admin.console.revoke(id, { ...atTerminal, account: accountOf(given) })
      answer(`The session ${id} has ended.`, { ended: id })
    },
  },
]
