import { counted } from '../../../../lib/counts.ts'
import { writersOf } from '../../../../lib/person-state.ts'
import { shown } from '../../../../lib/quoting.ts'
import type { StateDeclaration, StateLimits, StateRefusal, StateWriter } from '../../../../model/state.ts'

/** Whose it is: the caller's own, or somebody's. */
const whose = (person: string | undefined): string => (person === undefined ? 'you' : `<@${person}>`)

const writers: Readonly<Record<StateWriter, string>> = {
  scenario: 'a scenario',
  webhook: 'a webhook',
  admin: 'an admin',
  caller: 'the API',
  model: 'the model',
}

export const state = {
  none: (agent: string, person: string | undefined) => `\`${agent}\` keeps nothing of ${whose(person)}.`,
  listed: (agent: string, person: string | undefined) => `What \`${agent}\` keeps of ${whose(person)}:`,
  set: (agent: string, person: string | undefined, key: string, value: string) =>
    `\`${agent}\` keeps \`${shown(key)}\` = \`${shown(value)}\` of ${whose(person)} from now on.`,
  cleared: (agent: string, person: string | undefined) =>
    `\`${agent}\` has forgotten what it kept of ${whose(person)}. What was said is still remembered: \`reset\` takes that away too.`,
  begunAnew: (agent: string, person: string | undefined) =>
    `\`${agent}\` begins anew with ${whose(person)}: memory, scenario, state, facts and files are gone. Why it answered as it did is kept for at most 30 days, and what was said in channels as long as memory; \`me\` has all of it forgotten.`,
  noted: 'Noted from what was said (say so to have one forgotten, or use `reset`):',
  keyTooLong: (max: number) =>
    `\`key\` must have at most ${counted('en', max, { one: '# character', other: '# characters' })}.`,
  /** Behind a value: who wrote it, and what the agent says the key is for. */
  written: (writer: StateWriter | null, about: string | undefined) => {
    const by = writer ? `by ${writers[writer]}` : 'from before it was noted who writes'
    return `(${by})${about ? ` ${about}` : ''}`
  },
  /** Why an admin cannot set a value. */
  refused: (
    why: StateRefusal,
    key: string,
    declaration: StateDeclaration = {},
    { maxBytes, maxKeys, maxValueBytes }: StateLimits,
  ) => {
    const name = `\`${shown(key)}\``
    const { type = 'text', values = [], maxLength } = declaration
    if (why === 'not_writable' || why === 'held') {
      const may = writersOf(declaration)
      return `The agent lets only these write ${name}: ${may.map((by) => writers[by]).join(', ')}. Its settings say so, under \`state\`.`
    }
    if (why === 'not_of_type') {
      if (type === 'number') return `${name} must be a number.`
      const choices = type === 'boolean' ? ['true', 'false'] : values
      return `${name} must be one of these: ${choices.join(', ')}.`
    }
    if (why === 'ill_formed') {
      return 'The value holds characters that cannot be kept.'
    }
    const most =
      maxLength === undefined ? '' : `${counted('en', maxLength, { one: '# character', other: '# characters' })}, `
    return `That is too much to keep. ${name} may have ${most}${counted('en', maxValueBytes, { one: '# byte', other: '# bytes' })}; all of a person ${counted('en', maxBytes, { one: '# byte', other: '# bytes' })} and ${counted('en', maxKeys, { one: '# key', other: '# keys' })}.`
  },
}
