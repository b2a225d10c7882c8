import { randomUUID } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { CommandName } from '../../model/commands.ts'
import { type PlaceReads, readPlaceReads, sayPlaceReads } from '../../model/context.ts'
import type { Place } from '../../model/message.ts'
import type { View } from '../../model/view.ts'
import { type Binding, hearsAll } from '../../store/places.ts'
import type { Step } from '../../store/statement.ts'
import { toldBinding } from '../bindings.ts'
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
  const { place, isWorkspace } = placeOf(call)
  const mode = (textOf(call, 'mode') ?? 'mention') as Binding['mode']
  const context = (textOf(call, 'context') ?? null) as Binding['context']
  const reads = readsOf(call)
  const former = await parts.admin.bindings.at(caller.account, place)
  await refuseReach(call, 'use', { place, agent, mode, isWorkspace })
  // Who takes a place from an agent is an admin of that one too.
  if (former && !may(call.standing, 'admin', { agent: former.agent })) {
    throw await refusal(call, 'use', 'admin', { agent: former.agent })
  }
  const wanted = { agent, mode, context, reads: reads ? JSON.stringify(reads) : null }
  const told = announceSteps(call, { account: caller.account, ...wanted })
  const { after } = await parts.admin.bindings.bind({ place, isWorkspace }, wanted, call.actor, told)
  return {
    text: [
      say(call, sentences.used(agent, mode, isWorkspace, former?.agent)),
      ...(context ? [say(call, sentences.sees(context))] : []),
      ...(reads ? [say(call, sentences.reads(sayPlaceReads(reads)))] : []),
      ...(hearsAll(mode) ? [say(call, sentences.isTold(isWorkspace))] : []),
    ].join(' '),
    buttons: [await undo(call, agent, { place, isWorkspace }, former, after)],
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
  { place, agent, mode, isWorkspace }: Pick<Binding, 'agent' | 'mode'> & { place: Place; isWorkspace: boolean },
): Promise<void> {
  if (!isWorkspace && !hearsAll(mode)) return
  if (may(call.standing, 'admins', {})) return
  const isHere = call.place?.within[0] === place
  if (!isWorkspace && isHere && (await call.caller.managesPlace())) return
  const why = isWorkspace ? sentences.wholeWorkspace : sentences.hearingAll
  throw await refusal(call, command, 'admins', { agent, why })
}

async function unuse(call: CommandUse): Promise<View> {
  const { parts, caller } = call
  const { place, isWorkspace } = placeOf(call)
  const former = await parts.admin.bindings.at(caller.account, place)
  if (!former) throw new AppError('not_bound', sentences.notBound(isWorkspace), { status: 404 })
  const { agent } = former
  if (!may(call.standing, 'admin', { agent })) throw await refusal(call, 'unuse', 'admin', { agent })
  await parts.admin.bindings.unbind({ place, isWorkspace }, call.actor)
  const within = call.place!.within
  const around = await parts.store.places.bindingOf(within, caller.account)
  const now = around?.agent ?? (await parts.store.accounts.defaultAgent(caller.account))
  return {
    text: say(call, sentences.unused(agent, isWorkspace, now)),
    buttons: [await undo(call, agent, { place, isWorkspace }, former)],
  }
}

/** What an offer to undo keeps: the binding before, and the one that must still be there. */
interface BindingUndo {
  place: Place
  isWorkspace: boolean
  before: Binding | null
  after: Binding | null
}

async function undo(
  call: CommandUse,
  agent: string,
  where: Pick<BindingUndo, 'place' | 'isWorkspace'>,
  before?: Binding,
  after?: Binding,
) {
  const kept: BindingUndo = { ...where, before: before ?? null, after: after ?? null }
  return button(call, sentences.undo, 'binding restore', { agent, ...kept }, { ttlMs: undoMs })
}

async function restore(call: AgentCall): Promise<View> {
  const { parts, agent } = call
  const { place, isWorkspace, before, after } = call.kept as unknown as BindingUndo
  const now = await parts.admin.bindings.at(call.caller.account, place)
  const isStill = now?.agent === after?.agent && isSame(now, after)
  const isThere = !before || (await parts.store.agents.live(before.agent))?.account === call.caller.account
  if (!isStill || !isThere) throw new AppError('changed_since', sentences.changedSince, { status: 409 })
  if (before && !may(call.standing, 'admin', { agent: before.agent })) {
    throw await refusal(call, 'use', 'admin', { agent: before.agent })
  }
  if (before) await refuseReach(call, 'use', { ...before, place, isWorkspace })
  const steps = [before ? parts.store.places.bindStep(before) : parts.store.places.unbindStep(place)]
  const summary = `${place}: ${toldBinding(after)} → ${toldBinding(before)} (undone)`
  const action = before ? 'agent.use' : 'agent.unuse'
  await change(call, { action, agent: before?.agent ?? agent, summary }, steps)
  return { text: say(call, sentences.restored) }
}

function placeOf(call: CommandUse): { place: Place; isWorkspace: boolean } {
  const within = call.place?.within ?? []
  const isWorkspace = textOf(call, 'where') === 'workspace'
  const place = isWorkspace ? within.at(-1) : within[0]
  if (place !== undefined) return { place, isWorkspace: isWorkspace || within.length === 1 }
  throw new AppError('no_place', call.caller.door === 'cli' ? sentences.nowhereAtTerminal : sentences.nowhere)
}

const isSame = (one: Binding | undefined, other: Binding | null): boolean =>
  (['mode', 'context', 'reads'] as const).every((field) => one?.[field] === other?.[field])
