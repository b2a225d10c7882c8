import { atTerminal } from '../../admin/actor.ts'
import { text } from '../../ports/command-line.ts'
import { accountOf, accountOption, type Command, jsonOption } from '../command.ts'
import { table } from '../table.ts'

export const eventCommands: Command[] = [
  {
    name: 'event subscribe',
    summary: 'Have events of an account sent to a URL. The signing secret is shown this once.',
    arguments: [{ name: 'url', about: 'Where they are posted to, as signed webhooks.' }],
    options: {
      types: { about: 'Only these, with commas between them, e.g. turn.failed,budget.reached.', value: 'TYPES' },
      include: { about: 'words: what people said and were answered too.', value: 'WHAT', choices: ['words'] },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const types = text(given['types'])?.split(',') ?? []
      const include = text(given['include'])
      const wanted = { url: text(given['url']), types, include: include ? [include] : [] }
      const added = await admin.events.add(wanted, { ...atTerminal, account: accountOf(given) })
      const { id, url, secret } = added
      answer(`Events go to ${url} as ${id}. This secret signs them; it is shown this once:\n${secret}`, added)
    },
  },
  {
    name: 'event endpoints',
    summary: 'List where the events of an account are sent.',
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const endpoints = await admin.events.endpoints(accountOf(given))
      const rows = endpoints.map(({ id, url, types, include }) => [id, url, types.join(',') || 'all', include.join()])
      const none = 'Events are sent nowhere. `parley event subscribe` begins it.'
      answer(endpoints.length === 0 ? none : table(['ID', 'URL', 'TYPES', 'INCLUDES'], rows), endpoints)
    },
  },
  {
    name: 'event unsubscribe',
    summary: 'Send no more events there.',
    arguments: [{ name: 'id', about: 'As `parley event endpoints` shows it.' }],
    options: { account: accountOption, json: jsonOption },
    async run({ admin, given, answer }) {
      const id = text(given['id'])!
      await admin.events.remove(id, { ...atTerminal, account: accountOf(given) })
      answer(`Nothing goes to ${id} any more.`, { id })
    },
  },
]
