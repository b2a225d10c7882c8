import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Admin } from '../../admin/index.ts'
import { AppError } from '../../lib/errors.ts'
import { text, usage } from '../../ports/command-line.ts'
import { writeDurably } from '../../store/durable-file.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'
import { moment, table } from '../table.ts'

const shown = 20
const atMost = 1000

export const auditCommands: Command[] = [
  {
    name: 'audit list',
    onlyExisting: true,
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
    name: 'audit export',
    onlyExisting: true,
    summary: 'Write the log of changes as lines of JSON, the oldest first, for a SIEM.',
    options: {
      cursor: {
        about: 'Begin behind what was written with this file before, and keep in it how far it came.',
        value: 'FILE',
      },
      account: { about: 'Of this account only; without it of all.', value: 'UID' },
    },
    async run({ store, given, answer }) {
      const file = text(given['cursor'])
      const came = file === undefined ? {} : readCursor(file)
      const account = text(given['account'])
      for (const one of account === undefined ? await store.audit.accounts() : [account]) {
        for (let page = await store.audit.next(one, came[one], atMost); page.length > 0; ) {
          for (const row of page) {
            const line = { time: new Date(row.at).toISOString(), ...row }
            answer(JSON.stringify(line), line)
          }
          came[one] = page.at(-1)!.n
          page = await store.audit.next(one, came[one], atMost)
        }
      }
      // Last, so that what could not be written is written again.
      if (file !== undefined) writeDurably(file, `${JSON.stringify(came)}\n`)
    },
  },
  {
    name: 'audit verify',
    onlyExisting: true,
    summary: 'Check that nobody has changed the log of changes: every row carries the hash of the one before.',
    options: {
      witness: { about: 'That this row is still there: as a daily message to the owners says it.', value: 'N:HASH' },
      account: { about: 'Of this account only; without it of all, and of a witness the first.', value: 'UID' },
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
      const witness = text(given['witness'])
      if (witness !== undefined) await hold(admin, accountOf(given), witness)
      const rows = verified.map(({ account, rows, head }) => [account, String(rows), head])
      const lines = rows.length === 0 ? 'There is nothing in it yet.' : table(['ACCOUNT', 'ROWS', 'LAST HASH'], rows)
      answer(`The log of changes is as it was written.\n${lines}`, verified)
    },
  },
]

/** That the log still holds what its owners were told of it. */
async function hold(admin: Admin, account: string, witness: string): Promise<void> {
  const [, n, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(witness) ?? []
  if (n === undefined)
    throw usage('--witness must be the number of a row, a colon and its hash, as the message to the owners says it.')
  const [row] = await admin.audit.list(account, { before: Number(n) + 1, limit: 1 })
  if (row?.n === Number(n) && row.hash === hash) return
  const path = `row ${n} of ${account}`
  const message = row?.n === Number(n) ? `it has the hash ${row.hash} now` : 'it is not there any more'
  throw new AppError('audit_broken', 'The log of changes is not what its owners were told.', {
    status: 500,
    faults: [{ path, message }],
  })
}

const cursorSchema = z.record(z.string(), z.int().min(1))

/** By account, the number of the last row that was written. */
function readCursor(file: string): Record<string, number> {
  if (!existsSync(file)) return {}
  try {
    return cursorSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new AppError(
      'cursor_damaged',
      `${file} is no cursor of \`parley audit export\`. Name another file, or remove it to begin anew.`,
      {
        cause,
      },
    )
  }
}

function numberOf(name: string, given: string | true | undefined, max: number): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw usage(`--${name} must be a whole number, 1 or more.`)
  return number
}
