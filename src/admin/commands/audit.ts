import { moment } from '../../lib/moment.ts'
import { plain } from '../../lib/quoting.ts'
import type { View } from '../../model/view.ts'
import { deedIn, summaryIn } from '../log-lines.ts'
import { button, type CommandUse, say, textOf } from './call.ts'
import { person } from './changed.ts'
import type { Family } from './registry.ts'
import { agentOf } from './rights.ts'
import { audit as sentences } from './words/index.ts'

/** Who changed what. */
export const audit: Family = {
  commands: {
    audit: {
      async run(call) {
        const named = textOf(call, 'agent')
        const { parts, caller, standing } = call
        return list(call, named === undefined ? undefined : await agentOf(parts, caller, standing, named, undefined))
      },
    },
  },
  acts: {
    'audit on': {
      may: 'admins',
      run: (call) => list(call, call.kept['of'] as string | undefined, Number(call.kept['before'])),
    },
  },
}

const shownRows = 10

async function list(call: CommandUse, agent: string | undefined, before?: number): Promise<View> {
  const rows = await call.parts.admin.audit.list(call.caller.account, {
    limit: shownRows,
    ...(agent !== undefined && { agent }),
    ...(before !== undefined && { before }),
  })
  if (rows.length === 0) return { text: say(call, sentences.none) }
  const lines = rows.map(({ n, at, actor, door, action, agent: of, summary }) => {
    const about = [
      plain(deedIn(call.language, action), 100),
      ...(of === null ? [] : [`\`${of}\``]),
      plain(firstLine(summaryIn(call.language, { action, summary })), 100),
    ]
    return `- **${n}** ${moment(at)} · ${person(call, actor)} (${door}) · ${about.join(' ')}`
  })
  const last = rows.at(-1)!.n
  const kept = { before: last, ...(agent !== undefined && { of: agent }) }
  return {
    text: [say(call, sentences.title), ...lines].join('\n'),
    ...(rows.length === shownRows && last > 1 && { buttons: [await button(call, sentences.older, 'audit on', kept)] }),
  }
}

/** A summary may go on with a diff. */
function firstLine(summary: string): string {
  return summary.split('\n', 1)[0]!
}
