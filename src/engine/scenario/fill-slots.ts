import type { SlotValue, SlotValues } from '../../model/slot.ts'
import type { SlotTrace } from '../../model/trace.ts'
import type { AnswerDraft } from '../draft.ts'
import { type SlotFault, slotFault } from '../slots/bounds.ts'
import { type Filled, fillSlots } from '../slots/index.ts'
import type { Wanted } from '../slots/wanted.ts'
import type { Groups } from './fill.ts'
import { findText } from './regex.ts'
import type { RunningScenario } from './running.ts'
import { settingOf, slotOf } from './slots-known.ts'

/** What was read of slots in what somebody said. */
export interface ReadSlots {
  values: SlotValues
  /** Values that will not do. */
  faults: { name: string; fault: SlotFault }[]
  /** Days of moments whose time is to come. */
  days: Readonly<Record<string, string>>
  filled: readonly Filled[]
}

export const noSlots: ReadSlots = { values: {}, faults: [], days: {}, filled: [] }

/** Reads slots in a text, and checks them, whatever it is that says so. */
export async function readSlots(
  running: RunningScenario,
  draft: AnswerDraft,
  text: string,
  wanted: readonly Wanted[],
  by: SlotValue['by'],
): Promise<ReadSlots> {
  if (wanted.length === 0) return noSlots
  const setting = settingOf(running, draft)
  const filled = await fillSlots(text, wanted, { ...setting, findRegex: findText, files: filesOf(draft) })
  const values: Record<string, SlotValue> = {}
  const days: Record<string, string> = {}
  const faults: ReadSlots['faults'] = []
  for (const { name, value, currency, isHalf } of filled) {
    const slot = slotOf(running, name)!
    const held = {
      value,
      ...(currency && { currency }),
      ...(!currency && slot.currency && { currency: slot.currency }),
      ...(slot.type === 'file' && (await textOfFiles(draft, value))),
      by,
    }
    if (isHalf) {
      const isOver = slot.future && slotFault({ ...slot, type: 'date' }, held, setting) !== undefined
      if (isOver) faults.push({ name, fault: 'past' })
      else days[name] = value
      continue
    }
    const fault = slotFault(slot, held, setting)
    if (fault) faults.push({ name, fault })
    else values[name] = held
  }
  return { values, faults, days, filled }
}

/** Of the text of a file that a slot keeps, in UTF-16 units: the rest can be asked about, but is no value. */
const maxFileText = 4000

/** The names of what came with the message, whatever kinds of files they are. Over HTTP pictures have none. */
function filesOf({ request: { attachments, images = [] } }: AnswerDraft): readonly string[] {
  return attachments ?? images.map((_, i) => `image ${i + 1}`)
}

/** What the files say that a slot holds, as far as they can be read: that is done once they are asked for. */
async function textOfFiles({ request }: AnswerDraft, value: string): Promise<{ text: string } | undefined> {
  const names: string[] = value.startsWith('[') ? JSON.parse(value) : [value]
  const { files = [] } = (await request.context?.()) ?? {}
  const own = files.filter(({ from, text }) => from === undefined && text !== undefined)
  // One that is called as an earlier one has got another name.
  const named = own.filter(({ name }) => names.includes(name))
  const texts = (named.length > 0 ? named : own).map(({ text }) => text)
  const text = texts.join('\n\n').slice(0, maxFileText)
  return text === '' ? undefined : { text }
}

/** What is known of slots from the sentence that starts a scenario: named groups of its expression first, then the rest of it. */
export async function slotsOfStart(
  running: RunningScenario,
  draft: AnswerDraft,
  text: string,
  groups: Groups,
): Promise<ReadSlots> {
  const slots = Object.entries(running.scenario.slots ?? {})
  let read: ReadSlots = noSlots
  for (const [name, slot] of slots) {
    const said = Object.hasOwn(groups, name) ? groups[name]!.trim() : ''
    if (said === '') continue
    read = together(read, await readSlots(running, draft, said, [{ name, slot, isAsked: true }], 'start'))
  }
  const known = { ...read.values, ...read.days }
  const open = slots.filter(([name]) => !Object.hasOwn(known, name) && !Object.hasOwn(running.run.slots, name))
  // What a group has taken fills nothing else.
  const rest = Object.entries(groups).reduce(
    (left, [name, said]) => (Object.hasOwn(known, name) && said !== '' ? left.replace(said, ' ') : left),
    text,
  )
  const wanted = open.map(([name, slot]) => ({ name, slot, isAsked: false }))
  return together(read, await readSlots(running, draft, rest, wanted, 'start'))
}

const together = (a: ReadSlots, b: ReadSlots): ReadSlots => ({
  values: { ...a.values, ...b.values },
  faults: [...a.faults, ...b.faults],
  days: { ...a.days, ...b.days },
  filled: [...a.filled, ...b.filled],
})

/** The scenario with what was read, and, at the place where it was said, what is filled there. */
export function withSlots(
  running: RunningScenario,
  { values, days }: Pick<ReadSlots, 'values' | 'days'>,
): RunningScenario {
  const { run } = running
  const fresh = Object.keys(values).filter((name) => !Object.hasOwn(run.slots, name))
  const last = run.trail.at(-1)
  const trail =
    last && fresh.length > 0
      ? [...run.trail.slice(0, -1), { ...last, filled: [...(last.filled ?? []), ...fresh] }]
      : run.trail
  const open = Object.fromEntries(
    Object.entries({ ...run.days, ...days }).filter(([name]) => !Object.hasOwn(values, name)),
  )
  const { days: _, ...kept } = run
  return {
    ...running,
    run: { ...kept, ...(Object.keys(open).length > 0 && { days: open }), slots: { ...run.slots, ...values }, trail },
  }
}

/** Notes where each value comes from. */
export function traceSlots(draft: AnswerDraft, { values, faults, filled }: ReadSlots, before: SlotValues): void {
  const { scenario } = draft.trace
  if (!scenario) return
  const lines = filled.map(({ name, start, end }): SlotTrace => {
    const fault = faults.find((one) => one.name === name)?.fault
    const isNew = Object.hasOwn(values, name) && Object.hasOwn(before, name)
    return {
      name,
      by: values[name]?.by ?? 'said',
      at: [start, end],
      ...(isNew && { corrected: true as const }),
      ...(fault && { fault }),
    }
  })
  if (lines.length > 0) scenario.slots = [...(scenario.slots ?? []), ...lines]
}
