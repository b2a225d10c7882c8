import { AppError } from '../../lib/errors.ts'
import { moment } from '../../lib/moment.ts'
import type { View } from '../../model/view.ts'
import { everywhere, type Pause } from '../../store/pauses.ts'
import { logLine } from '../log-lines.ts'
import { type CommandUse, say, textOf, typed } from './call.ts'
import { person } from './changed.ts'
import { notInChat } from './handovers.ts'
import type { Family } from './registry.ts'
import { pausing as sentences } from './words/index.ts'

/** What ends answers: one's own here, and all of the account at once, wherever they run, until they may go on. */
export const pausing: Family = {
  commands: {
    stop: { run: stop },
    pause: { run: pause },
    resume: { run: resume },
  },
}

async function stop(call: CommandUse): Promise<View> {
  if (!call.place?.stop) throw notInChat()
  await call.place.stop()
  return { text: say(call, sentences.stopped) }
}

async function pause(call: CommandUse): Promise<View> {
  const { parts, caller, actor } = call
  const why = textOf(call, 'why') ?? null
  const entry = { action: 'account.pause', summary: why ?? logLine('account.pause') }
  const begin = parts.store.pauses.beginStep(caller.account, caller.person, why)
  if (!(await parts.admin.audit.commit(actor, entry, [begin]))) return { text: (await pauseText(call)) ?? '' }
  return { text: say(call, sentences.begun(typed(call, 'resume'))) }
}

async function resume(call: CommandUse): Promise<View> {
  const { parts, caller, actor } = call
  const steps = parts.store.pauses.endSteps(caller.account)
  const isDone = await parts.admin.audit.commit(
    actor,
    { action: 'account.resume', summary: logLine('account.resume') },
    steps,
  )
  const left = await parts.store.pauses.of(caller.account)
  // Who runs the server has stopped everything, which is not for an account to end.
  if (left?.scope === everywhere) throw new AppError('paused', sentences.byOperator(left.why), { status: 409 })
  return { text: say(call, isDone ? sentences.ended : sentences.notPaused) }
}

/** That all is paused, since when and by whom; undefined while it is not. */
export async function pauseText(call: Pick<CommandUse, 'parts' | 'caller' | 'language'>): Promise<string | undefined> {
  const row = await call.parts.store.pauses.of(call.caller.account)
  return row && say(call, sentences.isPaused(told(call, row)))
}

function told(call: Pick<CommandUse, 'parts'>, { scope, paused_by, began_at, why }: Pause) {
  return { since: moment(began_at), by: scope === everywhere ? undefined : person(call, paused_by), why }
}
