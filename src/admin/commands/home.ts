import { readOrderKey } from '../../model/key.ts'
import type { View } from '../../model/view.ts'
import { may } from '../roles.ts'
import { listText } from './agents.ts'
import { budgetLine } from './budgets.ts'
import { button, type CommandUse, say } from './call.ts'
import { handoverLine } from './handovers.ts'
import { keptLines, personOf } from './me.ts'
import type { Family } from './registry.ts'
import { administers } from './rights.ts'
import { home as sentences } from './words/index.ts'

/**
 * What somebody finds on the app's own page, where a platform has one: who answers them, what is kept of them, their limits, and what
 * waits for them; of admins, their agents. It says what commands would, and changes nothing.
 */
export const home: Family = { commands: {}, acts: { home: { may: 'anyone', run: overview } } }

const maxHandovers = 10

async function overview(call: CommandUse): Promise<View> {
  const { standing, place } = call
  const isAdmin = may(standing, 'admin', {})
  const sections = [
    [say(call, sentences.answers(place?.agent))],
    titled(say(call, sentences.handovers), await handovers(call)),
    titled(say(call, sentences.agents), isAdmin ? [await listText(call)] : []),
    titled(say(call, sentences.kept), await kept(call)),
    titled(say(call, sentences.limits), await limits(call)),
  ]
  return {
    text: sections
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
    isSecret: true,
    buttons: [
      await button(call, sentences.help, 'help', {}),
      await button(call, sentences.me, 'me', {}),
      ...(may(standing, 'admins', {})
        ? [await button(call, sentences.create, 'create', {}), await button(call, sentences.usage, 'usage', {})]
        : []),
    ],
  }
}

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, ...lines] : []

async function kept(call: CommandUse): Promise<string[]> {
  const person = personOf(call)
  const lines = await keptLines(call, await call.parts.admin.people.export(person))
  return lines.length > 0 ? lines : [say(call, sentences.nothingKept)]
}

/** Those that are theirs alone, and those of each person. */
async function limits(call: CommandUse): Promise<string[]> {
  const { parts, caller } = call
  const uids = await parts.store.personLinks.uidsOf(caller.account, caller.person)
  const own = (await parts.admin.budgets.list(caller.account)).filter(
    ({ scope, subject }) => scope === 'person' && (subject === '' || uids.includes(subject)),
  )
  return own.map((budget) => budgetLine(call, budget))
}

/** Conversations that people have now: of the agents that somebody administers, and those that they have taken. Never what was said. */
async function handovers(call: CommandUse): Promise<string[]> {
  const { parts, caller, standing } = call
  const open = await parts.store.handovers.openOf(caller.account)
  const theirs = open.filter(
    ({ key, taken_by: by }) => by === caller.person || administers(standing, readOrderKey(key).agent),
  )
  return theirs.slice(0, maxHandovers).map((row) => handoverLine(call, row))
}
