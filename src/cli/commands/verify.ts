import { createAudit } from '../../admin/audit.ts'
import { createSecrets } from '../../admin/index.ts'
import type { Config } from '../../config/index.ts'
import { text } from '../../ports/command-line.ts'
import { lookInto } from '../../store/backup/index.ts'
import { type Checked, checkDatabase } from '../../store/check.ts'
import { countRows } from '../../store/counts.ts'
import { createStore } from '../../store/index.ts'
import { keyIds } from '../../store/key-ids.ts'
import { openDatabase } from '../../store/open.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { table } from '../table.ts'
import { keyFileOf, told } from './backup.ts'

export const verifyCommands: FileCommand[] = [
  {
    name: 'verify',
    summary:
      'Prove that what is kept is whole: the database, the chain of the log of changes, the key of the secrets, and how much there is.',
    options: {
      backup: { about: 'Read this backup from beginning to end instead. Nothing is changed.', value: 'FILE' },
      key: { about: 'What opens it: the file that `parley backup-key` made.', value: 'FILE' },
      json: jsonOption,
    },
    async look({ config, given, answer }) {
      const file = text(given['backup'])
      if (file !== undefined) {
        const backup = await lookInto(file, keyFileOf(given['key']))
        answer(`${file} is whole. ${told(backup)}.`, backup)
        return true
      }
      const kept = config()
      const checked = await checkDatabase(kept)
      const isWhole = checked.every(({ faults }) => faults.length === 0)
      const inside = isWhole ? await lookInside(kept) : { checked: [], counts: {} }
      const all = [...checked, ...inside.checked]
      const lines = all.flatMap(({ what, faults }) =>
        faults.length === 0 ? [`ok      ${what}`] : faults.map((fault) => `FAULT   ${what}: ${fault}`),
      )
      const rows = Object.entries(inside.counts).map(([name, count]) => [name, String(count)])
      const counts = rows.length > 0 ? `\n\n${table(['TABLE', 'ROWS'], rows)}` : ''
      answer(`${lines.join('\n')}${counts}`, { checked: all, counts: inside.counts })
      return all.every(({ faults }) => faults.length === 0)
    },
  },
]

const keyFault = (id: string): string =>
  `some are encrypted with the key ${id}, which is not here. Set the PARLEY_KEY of then, or put its parley.key into the data folder.`

async function lookInside(kept: Config): Promise<{ checked: Checked[]; counts: Record<string, number> }> {
  const db = await openDatabase(kept)
  try {
    const store = createStore(db)
    const chains = await createAudit({ store, now: Date.now }).verify()
    const broken = chains.flatMap(({ account, broken }) =>
      broken ? [`row ${broken.n} of ${account}: ${broken.why}`] : [],
    )
    const { keys } = createSecrets({ dataFolder: kept.dataFolder, keys: kept.secretKeys })
    const missing = (await keyIds(db).inUse()).filter((id) => !keys.all.has(id))
    return {
      checked: [
        { what: 'the chain of the log of changes', faults: broken },
        { what: 'the key of the secrets', faults: missing.map(keyFault) },
      ],
      counts: await countRows(db),
    }
  } finally {
    await db.close()
  }
}
