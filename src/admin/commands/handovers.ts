import { AppError } from '../../lib/errors.ts'
import { plain } from '../../lib/quoting.ts'
import type { HandoverChoice } from '../../model/handover.ts'
import { readOrderKey } from '../../model/key.ts'
import type { View } from '../../model/view.ts'
import type { Handover } from '../../store/handovers.ts'
import { may } from '../roles.ts'
import { type AgentCall, type CommandUse, say, textOf, typed } from './call.ts'
import { type Family, ofAgent } from './registry.ts'
import { handovers as sentences } from './words/index.ts'

/** Conversations that are handed to people, for teams that press no buttons. */
export const handovers: Family = {
  commands: {
    'handover list': ofAgent(list),
    'handover take': { run: (call) => act(call, 'take') },
    'handover back': { run: (call) => act(call, 'back') },
    'handover close': { run: (call) => act(call, 'close') },
  },
}

/** At the terminal nobody can be written to. */
export const notInChat = () => new AppError('not_in_chat', sentences.notHere)

const shown = 20
type Choice = Extract<HandoverChoice, 'take' | 'back' | 'close'>

async function list(call: AgentCall): Promise<View> {
  const { agent, caller, parts } = call
  const all = await parts.store.handovers.list(caller.account, agent, shown)
  if (all.length === 0) return { text: say(call, sentences.none) }
  return { text: [say(call, sentences.all(agent)), ...all.map((row) => handoverLine(call, row))].join('\n') }
}

/** Never what was said. */
export function handoverLine(
  call: CommandUse,
  { id, state, ended, why, asked_at, taken_name: name }: Handover,
): string {
  const standing = state === 'closed' ? sentences.ended[ended ?? 'solved'] : sentences.standing[state]
  const by = name === null ? '' : ` (${plain(name)})`
  return `- \`${id.slice(0, 8)}\` ${say(call, standing)}${by}, ${say(call, sentences.since(asked_at))}: ${say(call, sentences.why[why])}`
}

/** By whoever is where the card is, and by the agent's admins wherever they are. */
async function act(call: CommandUse, choice: Choice): Promise<View> {
  const { caller, parts } = call
  const row = await found(call, choice)
  const { account, agent } = readOrderKey(row.key)
  const isHere = account === caller.account && isIn(row, call)
  if (!isHere && !(account === caller.account && may(call.standing, 'admin', { agent }))) throw unknown(call)
  const note = await parts.handOver({ id: row.id, choice, person: caller.person, door: caller.door, name: caller.name })
  return { text: note ?? say(call, sentences.done[choice](row.id.slice(0, 8))) }
}

const isIn = ({ thread }: Handover, { place }: CommandUse): boolean =>
  thread !== null &&
  (place?.within ?? []).slice(0, 1).some((one) => thread.startsWith(`${one}:`) || thread.startsWith(`${one};`))

/** The one that is named, else the oldest of the channel that it can be done to. */
async function found(call: CommandUse, choice: Choice): Promise<Handover> {
  const { store } = call.parts
  const named = textOf(call, 'handover')?.trim() ?? ''
  const open = await store.handovers.openOf(call.caller.account)
  const state = choice === 'take' ? ['waiting'] : choice === 'back' ? ['taken'] : ['waiting', 'taken']
  const row =
    named === ''
      ? open.find((one) => isIn(one, call) && state.includes(one.state) && isOwn(one, call, choice))
      : open.find(({ id }) => id.startsWith(named) && named.length >= 8)
  if (!row) throw unknown(call)
  return row
}

/** Of those that somebody has taken, theirs. */
const isOwn = ({ taken_by: by, state }: Handover, { caller }: CommandUse, choice: Choice): boolean =>
  choice === 'take' || state !== 'taken' || by === caller.person

const unknown = (call: CommandUse) =>
  new AppError('not_found', sentences.unknown(typed(call, 'handover list')), { status: 404 })
