import type { AnswerDraft } from '../draft.ts'
import type { Functions } from '../model/rounds.ts'

/** With the functions of the caller's own program. Where the agent has one of the same name, that is called. */
export function withCallerTools({ request }: AnswerDraft, functions: Functions): Functions {
  const own = new Set(functions.tools.map(({ name }) => name))
  const theirs = (request.callerTools?.tools ?? []).filter(({ name }) => !own.has(name))
  if (theirs.length === 0) return functions
  return {
    tools: [...functions.tools, ...theirs],
    outside: new Set(theirs.map(({ name }) => name)),
    call: (call) => functions.call(call),
  }
}
