import { AppError, type Fault } from '../lib/errors.ts'
import { pathText } from '../lib/faults.ts'
import { createPersonState, declarationOf, guardedKeys } from '../lib/person-state.ts'
import type { AgentDocument } from '../model/agent.ts'
import type { Effects, State } from '../model/conversation.ts'
import type { StateLimits, StateRefusal, StateValue, StateWriter } from '../model/state.ts'
import type { Trace } from '../model/trace.ts'
import { stateFault } from './state-fault.ts'
import { sentences } from './words/index.ts'

export interface DraftStateParts {
  document: AgentDocument
  known: Readonly<Record<string, StateValue>>
  limits: StateLimits
  /** What changes is put here, */
  effects: Pick<Effects, 'set' | 'unset'>
  /** and who wrote what, or was refused, here. */
  trace: Pick<Trace, 'state'>
}

/** What a scenario knows, as programs and as people read it. */
export interface Lent {
  values: State
  shown: State
}

/** Of one trace. */
const maxTraced = 50

export function createDraftState({ document, known, limits, effects, trace }: DraftStateParts) {
  const person = createPersonState(document, known, limits)

  function note(name: string, by: StateWriter, refused?: StateRefusal): void {
    const key = nameInTrace(document, name, by)
    const { state: lines = [] } = trace
    const isNew = !lines.some((one) => one.key === key && one.by === by && one.refused === refused)
    if (!isNew || lines.length === maxTraced) return
    trace.state = [...lines, { ...(key !== undefined && { key }), by, ...(refused && { refused }) }]
  }

  /** Why it may not be written. */
  function refusal(name: string, value: string, by: StateWriter): StateRefusal | undefined {
    const refused = person.refusal(name, value, by)
    if (refused) note(name, by, refused)
    return refused
  }

  /** Writes what may be written; returns why something was not. */
  function set(values: Readonly<State>, by: StateWriter): StateRefusal | undefined {
    let refused: StateRefusal | undefined
    for (const [name, value] of Object.entries(values)) {
      const why = refusal(name, value, by)
      refused ??= why
      // Many callers send all they know with each request.
      if (why || person.isAsWritten(name, { value, writer: by })) continue
      note(name, by)
      person.put(name, { value, writer: by })
      put(effects.set, name, { value, writer: by })
      effects.unset = effects.unset.filter((one) => one !== name)
    }
    return refused
  }

  /** What the running scenario knows: it stands before the person's state, and is none of it. */
  let lent: Lent | undefined

  return {
    /** As it is at this point of the turn. */
    get values(): State {
      return lent ? { ...person.values, ...lent.values } : person.values
    },
    /** The same for people to read. */
    get shown(): State {
      return lent ? { ...person.values, ...lent.shown } : person.values
    },
    /** What is the person's own, and kept. */
    kept: person.values,
    /** The same as guards see it: without what only a model says. */
    trusted: (): State => (lent ? { ...person.trusted(), ...lent.values } : person.trusted()),
    /** From now on texts and guards see what a running scenario knows; undefined: none runs. */
    lend(what: Lent | undefined): void {
      lent = what
    },
    refusal,
    set,

    /** What a caller wants kept: all of it, or an `AppError` that names each key that cannot be. */
    setAsked(values: Readonly<State>): void {
      const faults: (Fault & { code: string })[] = []
      for (const [name, value] of Object.entries(values)) {
        const refused = set({ [name]: value }, 'caller')
        if (refused) faults.push({ path: pathText(['state', name]), ...stateFault(refused, limits) })
      }
      const [first] = faults
      if (!first) return
      const code = faults.every((fault) => fault.code === first.code) ? first.code : 'invalid_request'
      const told = faults.map(({ path, message }) => ({ path, message }))
      throw new AppError(code, sentences.stateRefused, { faults: told })
    },

    unset(names: readonly string[], by: StateWriter): void {
      for (const name of names) {
        if (!Object.hasOwn(person.values, name)) continue
        if (!person.mayRemove(name, by)) {
          note(name, by, 'not_writable')
          continue
        }
        person.remove(name)
        delete effects.set[name]
        effects.unset.push(name)
      }
    },

    /** Whose word a text is that somebody made of the values of these keys: what is copied stays a model's. */
    authorOf: (keys: readonly string[], by: StateWriter): StateWriter => (keys.every(person.isTrusted) ? by : 'model'),
  }
}

/**
 * A key as a trace may name it. A model may make one of what a person said, which no trace holds: only what the agent itself
 * speaks of is named.
 */
function nameInTrace(document: AgentDocument, key: string, by: StateWriter): string | undefined {
  const { state = {}, llmSettings } = document.agent
  if (by !== 'model' || declarationOf(state, key) || guardedKeys(document).has(key)) return key
  return llmSettings?.prompt?.includes(`#{${key}`) ? key : undefined
}

/** Keys are whatever people write: an assignment to `__proto__` would not make one. */
function put<Value>(to: Record<string, Value>, name: string, value: Value): void {
  Object.defineProperty(to, name, { value, enumerable: true, writable: true, configurable: true })
}
