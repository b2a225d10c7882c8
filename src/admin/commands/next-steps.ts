import type { Button } from '../../model/view.ts'
import { may } from '../roles.ts'
import { button, type CommandUse } from './call.ts'
import { administers } from './rights.ts'
import { nextSteps as sentences } from './words/index.ts'

const most = 4
/** Agents of which it is looked at what they want. */
const mostLookedAt = 20

/** What this person would do next, the most pressing first. Nobody reads buttons at a terminal. */
export async function nextSteps(call: CommandUse): Promise<Button[]> {
  const { caller, standing } = call
  if (caller.door === 'cli' || !may(standing, 'anyone', { mine: true })) return []
  const steps = [...(await forAdmins(call)), ...forEverybody(call)]
  return Promise.all(steps.slice(0, most).map((make) => make()))
}

type Step = () => Promise<Button>

async function forAdmins(call: CommandUse): Promise<Step[]> {
  const { parts, standing, actor, caller } = call
  if (!may(standing, 'admin', {})) return []
  const { admin } = parts
  const waiting = standing.owner ? await admin.approvals.waiting(caller.account) : 0
  const own = (await admin.agents.list(actor)).filter(({ id }) => administers(standing, id)).slice(0, mostLookedAt)
  const drafts = await Promise.all(own.map(({ id }) => admin.drafts.get(id, actor)))
  const drafted = own.find((_, i) => drafts[i] !== undefined)
  const about = own.find(({ id }) => id === call.place?.agent) ?? own[0]
  const knows = about !== undefined && (await admin.knowledge.list(about.id, actor)).length > 0
  const primary = { style: 'primary' as const }
  const step = (label: Parameters<typeof button>[1], command: string, values = {}, more = {}): Step => {
    return () => button(call, label, command, values, more)
  }
  return [
    ...(waiting > 0 ? [step(sentences.letIn, 'installations', {}, primary)] : []),
    ...(own.length === 0 && may(standing, 'admins', {}) ? [step(sentences.create, 'create', {}, primary)] : []),
    ...(drafted ? [step(sentences.review, 'diff', { agent: drafted.id }, primary)] : []),
    ...(about && !knows ? [step(sentences.teach, 'knowledge add', { agent: about.id })] : []),
    ...(about ? [step(sentences.tryIt, 'test', { agent: about.id })] : []),
  ]
}

const forEverybody = (call: CommandUse): Step[] => [
  () => button(call, sentences.why, 'why', {}),
  () => button(call, sentences.me, 'me', {}),
]
