import { randomUUID } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import { inZone } from '../../lib/moment.ts'
import { plain } from '../../lib/quoting.ts'
import { zoneFor } from '../../lib/zone.ts'
import { orderKey } from '../../model/key.ts'
import type { TimerTask } from '../../model/timer.ts'
import type { View } from '../../model/view.ts'
import type { TimerRow } from '../../store/timers.ts'
import { programPlace } from '../program-places.ts'
import { type ScheduleAsker, scheduleConversation } from '../schedules.ts'
import { type AgentCall, button, say, textOf, typed } from './call.ts'
import { type Family, ofAgent } from './registry.ts'
import { schedules as sentences } from './words/index.ts'

/** What an agent is asked again and again, and answers in a channel. */
export const schedules: Family = {
  commands: {
    'schedule add': ofAgent(add),
    'schedule list': ofAgent(list),
    'schedule run': ofAgent(runNow),
    'schedule pause': ofAgent(pause),
    'schedule remove': ofAgent(remove),
  },
  acts: { 'schedule save': { may: 'admin', ...ofAgent(save) } },
}

/** Shows when it would come before anything is kept. */
async function add(call: AgentCall): Promise<View> {
  const zone = textOf(call, 'zone') ?? (await zoneOf(call))
  const given = { time: textOf(call, 'time') ?? '', zone, text: textOf(call, 'words') ?? '' }
  const { rule, text } = call.parts.admin.schedules.read(given)
  await askerOf(call, scheduleConversation('shown'))
  const shown = inZone(call.language, zone)
  const times = call.parts.admin.schedules.times({ rule, zone }).map((at) => `- ${shown(at, false)}`)
  return {
    text: say(call, sentences.preview(plain(text, 300), times.join('\n'), zone)),
    buttons: [await button(call, sentences.save, 'schedule save', { rule, zone, text, agent: call.agent })],
  }
}

/** As reminders go by it. */
async function zoneOf({ agent, caller: { account, person }, parts: { store }, place }: AgentCall): Promise<string> {
  const key = orderKey(account, agent, await store.personLinks.personOf(account, person))
  return zoneFor((await store.people.stateWithWriters(key))['timeZone']?.value, place?.timeZone)
}

async function save(call: AgentCall): Promise<View> {
  const { agent, parts, kept, language } = call
  const { rule, zone, text } = kept as Record<'rule' | 'zone' | 'text', string>
  const id = randomUUID().slice(0, 8)
  const asker = await askerOf(call, scheduleConversation(id))
  const due = await parts.admin.schedules.add(agent, id, { rule, zone, text }, asker, call.actor)
  return {
    text: say(call, sentences.saved(id, inZone(language, zone)(due, false), typed(call, `schedule remove ${id}`))),
  }
}

/** Whoever sets it asks in the channel they are in. The terminal is in none: a program speaks in the one that it names. */
async function askerOf(call: AgentCall, conversation: string): Promise<ScheduleAsker> {
  const { agent, caller, parts, place, language } = call
  const { announce, within = [] } = place ?? {}
  if (caller.door === 'cli') {
    if (!place) throw new AppError('invalid_value', sentences.noneNamed)
    const { admin, store } = parts
    const of = { account: caller.account, agent }
    return programPlace({ store, platforms: admin.platforms }, of, within[0]!, conversation)
  }
  if (!announce) throw new AppError('invalid_value', sentences.noChannel)
  const { platform, installation, to } = announce
  const where = { platform, installation, conversation, place: within[0]!, channel: within[0]!, talk: within[0]! }
  const author = { uid: caller.person, id: platformId(caller.person, platform, installation) }
  const context = { ...where, replyTo: to, author, language }
  return { uid: caller.person, platform, installation, context }
}

/** As the platform calls them: a uid ends with it. */
function platformId(uid: string, platform: string, installation: string): string {
  const prefix = `${platform}_${installation}_`
  return uid.startsWith(prefix) ? uid.slice(prefix.length) : uid.slice(uid.lastIndexOf('_') + 1)
}

async function list(call: AgentCall): Promise<View> {
  const all = await call.parts.admin.schedules.list(call.agent, call.caller.account)
  if (all.length === 0) return { text: say(call, sentences.none(typed(call, 'schedule add'))) }
  return { text: [say(call, sentences.all(call.agent)), ...all.map((row) => line(call, row))].join('\n') }
}

function line(call: AgentCall, { id, due, zone, state, task, rule }: TimerRow): string {
  const what: TimerTask = JSON.parse(task)
  const when = state === 'paused' ? say(call, sentences.paused) : `${inZone(call.language, zone)(due, false)} (${zone})`
  return `- \`${id}\` \`${rule}\` → ${when}: ${plain('text' in what ? what.text : '', 120)}`
}

/** Has it come now, besides when it comes by itself, and however that is paused. */
async function runNow(call: AgentCall): Promise<View> {
  const row = await named(call)
  await call.parts.admin.schedules.run(call.agent, row, call.actor)
  return { text: say(call, sentences.runs(row.id)) }
}

/** Holds it back, or lets it go on where it was held back. */
async function pause(call: AgentCall): Promise<View> {
  const row = await named(call)
  const isPaused = row.state === 'paused'
  await call.parts.admin.schedules.hold(call.agent, row, !isPaused, call.actor)
  return {
    text: say(call, isPaused ? sentences.goesOn(row.id) : sentences.held(row.id, typed(call, 'schedule pause'))),
  }
}

async function remove(call: AgentCall): Promise<View> {
  const row = await named(call)
  await call.parts.admin.schedules.remove(call.agent, row, call.actor)
  return { text: say(call, sentences.removed(row.id)) }
}

async function named(call: AgentCall): Promise<TimerRow> {
  const id = textOf(call, 'schedule')?.trim() ?? ''
  const row = await call.parts.admin.schedules.find(call.agent, call.caller.account, id)
  if (!row) throw new AppError('not_found', sentences.unknown(typed(call, 'schedule list')), { status: 404 })
  return row
}
