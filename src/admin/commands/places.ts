import { randomUUID } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { CommandName } from '../../model/commands.ts'
import { type PlaceReads, readPlaceReads, sayPlaceReads } from '../../model/context.ts'
import type { View } from '../../model/view.ts'
import { type Binding, hearsAll } from '../../store/places.ts'
import type { Step } from '../../store/statement.ts'
import { type BoundPlace, toldBinding } from '../bindings.ts'
import { may } from '../roles.ts'
import { type AgentCall, button, type CommandUse, say, textOf, undoMs } from './call.ts'
import { change } from './change.ts'
import { type Family, ofAgent } from './registry.ts'
import { refusal } from './rights.ts'
import { places as sentences } from './words/index.ts'

/** Which agent answers in a channel, or in the whole of where it is. */
export const places: Family = {
  commands: {
    use: ofAgent(use),
    unuse: { run: unuse },
  },
  acts: { 'binding restore': { may: 'admin', ...ofAgent(restore) } },
}

async function use(call: AgentCall): Promise<View> {
  const { agent, caller, parts } = call
  const { place, reach } = placeOf(call)
  const mode = (textOf(call, 'mode') ?? 'mention') as Binding['mode']
  const context = (textOf(call, 'context') ?? null) as Binding['context']
  const reads = readsOf(call)
  const former = await parts.admin.bindings.at(caller.account, place)
  await refuseReach(call, 'use', { place, agent, mode, reach })
  // Who takes a place from an agent is an admin of that one too.
  if (former && !may(call.standing, 'admin', { agent: former.agent })) {
    throw await refusal(call, 'use', 'admin', { agent: former.agent })
  }
  const wanted = { agent, mode, context, reads: reads ? JSON.stringify(reads) : null }
  const told = announceSteps(call, { account: caller.account, ...wanted })
  const { after } = await parts.admin.bindings.bind({ place, reach }, wanted, call.actor, told)
  return {
    text: [
      say(call, sentences.used(agent, mode, reach, former?.agent)),
      ...(context ? [say(call, sentences.sees(context))] : []),
      ...(reads ? [say(call, sentences.reads(sayPlaceReads(reads)))] : []),
      ...(hearsAll(mode) ? [say(call, sentences.isTold(reach))] : []),
    ].join(' '),
    buttons: [await undo(call, agent, { place, reach }, former, after)],
  }
}

/** What it reads there, where that is said. */
function readsOf(call: CommandUse): PlaceReads | undefined {
  const said = textOf(call, 'reads')
  const reads = said === undefined ? undefined : readPlaceReads(said)
  if (said !== undefined && !reads) throw new AppError('reads_unknown', sentences.readsUnknown(said))
  return reads
}

/** The channel it was said in is told at once that something hears it; others are when somebody writes there. */
function announceSteps(
  { parts, place, language }: CommandUse,
  { account, agent, mode }: Pick<Binding, 'account' | 'agent' | 'mode'>,
): Step[] {
  const { within = [], announce } = place ?? {}
  if (!hearsAll(mode) || !announce || within.length < 2) return []
  const { platform, installation, to } = announce
  const row = { place: within[0]!, account, platform, installation, post_to: to, within: JSON.stringify(within) }
  return [parts.store.listening.oweStep({ ...row, language, agent, mode, key: randomUUID() })]
}

/**
 * What reaches beyond one channel, or hears what is not said to it, is for admins of all agents to allow; in one channel also for
 * whoever manages the workspace or server it is in. That they may use the agent at all was asked before.
 */
async function refuseReach(
  call: CommandUse,
  command: CommandName,
  { place, agent, mode, reach }: Pick<Binding, 'agent' | 'mode'> & BoundPlace,
): Promise<void> {
  const isChannel = reach === 'channel'
  if (isChannel && !hearsAll(mode)) return
  if (may(call.standing, 'admins', {})) return
  const isHere = call.place?.within[0] === place
  if (isChannel && isHere && (await call.caller.managesPlace())) return
  const why = isChannel ? sentences.hearingAll : sentences.wholeWorkspace
  throw await refusal(call, command, 'admins', { agent, why })
}

async function unuse(call: CommandUse): Promise<View> {
  const { parts, caller } = call
  const { place, reach } = placeOf(call)
  const former = await parts.admin.bindings.at(caller.account, place)
  if (!former) throw new AppError('not_bound', sentences.notBound(reach), { status: 404 })
  const { agent } = former
  if (!may(call.standing, 'admin', { agent })) throw await refusal(call, 'unuse', 'admin', { agent })
  await parts.admin.bindings.unbind({ place, reach }, call.actor)
  const { within, whole } = call.place!
  const around = await parts.store.places.bindingOf(whole ? [...within, whole] : within, caller.account)
  const now = around?.agent ?? (await parts.store.accounts.defaultAgent(caller.account))
  return {
    text: say(call, sentences.unused(agent, reach, now)),
    buttons: [await undo(call, agent, { place, reach }, former)],
  }
}

/** What an offer to undo keeps: the binding before, and the one that must still be there. */
interface BindingUndo extends BoundPlace {
  before: Binding | null
  after: Binding | null
}

async function undo(call: CommandUse, agent: string, where: BoundPlace, before?: Binding, after?: Binding) {
  const kept: BindingUndo = { ...where, before: before ?? null, after: after ?? null }
  return button(call, sentences.undo, 'binding restore', { agent, ...kept }, { ttlMs: undoMs })
}

async function restore(call: AgentCall): Promise<View> {
  const { parts, agent } = call
  const { place, reach, before, after } = call.kept as unknown as BindingUndo
  const now = await parts.admin.bindings.at(call.caller.account, place)
  const isStill = now?.agent === after?.agent && isSame(now, after)
  const isThere = !before || (await parts.store.agents.live(before.agent))?.account === call.caller.account
  if (!isStill || !isThere) throw new AppError('changed_since', sentences.changedSince, { status: 409 })
  if (before && !may(call.standing, 'admin', { agent: before.agent })) {
    throw await refusal(call, 'use', 'admin', { agent: before.agent })
  }
  if (before) await refuseReach(call, 'use', { ...before, place, reach })
  const steps = [before ? parts.store.places.bindStep(before) : parts.store.places.unbindStep(place)]
  const summary = `${place}: ${toldBinding(after)} → ${toldBinding(before)} (undone)`
  const action = before ? 'agent.use' : 'agent.unuse'
  await change(call, { action, agent: before?.agent ?? agent, summary }, steps)
  return { text: say(call, sentences.restored) }
}

function placeOf(call: CommandUse): BoundPlace {
  const { within = [], whole = within.at(-1) } = call.place ?? {}
  const isOrganisation = whole !== undefined && call.parts.admin.platforms.isOrganisation(whole)
  const where = textOf(call, 'where')
  if (where === 'organisation' && within.length > 0 && !isOrganisation) {
    throw new AppError('no_organisation', sentences.noOrganisation)
  }
  const place = where === 'organisation' ? whole : where === 'workspace' ? within.at(-1) : within[0]
  if (place === undefined) {
    throw new AppError('no_place', call.caller.door === 'cli' ? sentences.nowhereAtTerminal : sentences.nowhere)
  }
  if (isOrganisation && place === whole) return { place, reach: 'organisation' }
  return { place, reach: where === 'workspace' || within.length === 1 ? 'workspace' : 'channel' }
}

const isSame = (one: Binding | undefined, other: Binding | null): boolean =>
  (['mode', 'context', 'reads'] as const).every((field) => one?.[field] === other?.[field])
