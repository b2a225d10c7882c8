import type { Language } from '../../lib/language.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { Slot } from '../../model/slot.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Lent } from '../draft-state.ts'
import type { Setting } from '../slots/found.ts'
import { shownValue } from '../slots/shown.ts'
import { inLanguage } from './language.ts'
import type { RunningScenario } from './running.ts'

/** A slot of the running scenario; own keys only. */
export function slotOf(
  { scenario: { slots = {} } }: Pick<RunningScenario, 'scenario'>,
  name: string,
): Slot | undefined {
  return Object.hasOwn(slots, name) ? slots[name] : undefined
}

/** What people call a slot. */
export function labelOf(running: RunningScenario, name: string, draft: AnswerDraft): string {
  const label = slotOf(running, name)?.label
  if (label === undefined) return name.replaceAll('_', ' ')
  const said = inLanguage(label, draft.request.locale, running.language)
  return typeof said === 'string' ? said : said[0]!
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** When and where the person speaks. */
export function settingOf(
  { scenario, language }: { scenario: { timeZone?: string | undefined }; language: Language },
  draft: AnswerDraft,
): Setting {
  return { now: draft.now(), timeZone: scenario.timeZone ?? here, language, locale: draft.request.locale }
}

/** What texts and guards see of what a scenario knows. */
export function lentOf(running: RunningScenario): Lent | undefined {
  const known = Object.entries(running.run.slots)
  if (known.length === 0) return undefined
  const parts = known.flatMap(([name, { currency, text }]): [string, string][] => [
    ...(currency ? [[`${name}.currency`, currency] as [string, string]] : []),
    ...(text !== undefined ? [[`${name}.text`, text] as [string, string]] : []),
  ])
  const shown = known.flatMap(([name, value]): [string, string][] => {
    const slot = slotOf(running, name)
    return slot ? [[name, shownValue(slot, value, running.language)]] : []
  })
  return {
    values: Object.fromEntries([...known.map(([name, { value }]) => [name, value] as const), ...parts]),
    shown: Object.fromEntries([...shown, ...parts]),
  }
}

export const filledAt = (fill: string | readonly string[] | undefined): readonly string[] =>
  fill === undefined ? [] : typeof fill === 'string' ? [fill] : fill

/** Slots that are unset are empty, and asked for where they are wanted. */
export function emptied(running: RunningScenario, unset: string | readonly string[] = []): RunningScenario {
  const names = filledAt(unset)
  if (!names.some((name) => Object.hasOwn(running.run.slots, name))) return running
  const slots = Object.fromEntries(Object.entries(running.run.slots).filter(([name]) => !names.includes(name)))
  return { ...running, run: { ...running.run, slots } }
}

/** The first slot of a node that nobody has filled. */
export function missingAt({ run }: RunningScenario, { fill }: ScenarioNode): string | undefined {
  return filledAt(fill).find((name) => !Object.hasOwn(run.slots, name))
}

/** The same scenario, asking for a slot. */
export const asks = (running: RunningScenario, asking: string): RunningScenario => ({
  ...running,
  run: { ...running.run, asking },
})
