import { AppError } from '../../lib/errors.ts'
import { text, usage } from '../../ports/command-line.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'
import { moment, table } from '../table.ts'

const shown = 20
const atMost = 1000

export const auditCommands: Command[] = [
  {
    name: 'audit list',
    summary: 'Show who changed what, the last first.',
    options: {
      agent: { about: 'Of this agent only, also one that was deleted.', value: 'ID' },
      limit: { about: `How many; ${shown} without it, at most ${atMost}.`, value: 'N' },
      before: { about: 'Only those before the change of this number.', value: 'N' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const agent = agentOf(given)
      const before = numberOf('before', given['before'], Number.MAX_SAFE_INTEGER)
      const rows = await admin.audit.list(accountOf(given), {
        ...(agent !== undefined && { agent }),
        ...(before !== undefined && { before }),
        limit: numberOf('limit', given['limit'], atMost) ?? shown,
      })
      const lines = rows.map(({ n, at, actor, door, action, agent, summary }) => {
        const [first = '', ...more] = summary.split('\n')
        return [String(n), moment(at), actor, door, action, agent ?? '', more.length > 0 ? `${first} …` : first]
      })
      const head = ['N', 'AT', 'WHO', 'DOOR', 'WHAT', 'AGENT', 'SUMMARY']
      answer(rows.length === 0 ? 'Nothing was changed yet.' : table(head, lines), rows)
    },
  },
  {
    name: 'audit verify',
    summary: 'Check that nobody has changed the log of changes: every row carries the hash of the one before.',
    options: {
      account: { about: 'Of this account only; without it of all.', value: 'UID' },
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const verified = await admin.audit.verify(text(given['account']))
      const broken = verified.flatMap(({ account, broken }) =>
        broken ? [{ path: `row ${broken.n} of ${account}`, message: broken.why }] : [],
      )
      if (broken.length > 0) {
        throw new AppError(
          'audit_broken',
          'The log of changes is not as it was written. The first row of each account that is not:',
          { status: 500, faults: broken },
        )
      }
      const rows = verified.map(({ account, rows, head }) => [account, String(rows), head])
      const lines = rows.length === 0 ? 'There is nothing in it yet.' : table(['ACCOUNT', 'ROWS', 'LAST HASH'], rows)
      answer(`The log of changes is as it was written.\n${lines}`, verified)
    },
  },
]

function numberOf(name: string, given: string | true | undefined, max: number): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw usage(`--${name} must be a whole number, 1 or more.`)
  return number
}
