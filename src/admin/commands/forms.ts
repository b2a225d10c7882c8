import type { Texts } from '../../lib/language.ts'
import type { Parameter } from '../../model/command.ts'
import type { Field, Form } from '../../model/view.ts'
import { type CommandUse, offer, say, typed } from './call.ts'
import { choicesOf } from './complete.ts'
import type { Described, ParameterFault } from './parse.ts'
import type { SentValues } from './request.ts'
import { general, parameters } from './words/index.ts'

/** More are not looked through in a list: they are typed. */
const maxChoices = 100
/** Of a value of a command. */
const maxText = 3000

/** The parameters of a command as a form, for what was not given with it. Files have to be given anew. */
export async function formOf(
  call: CommandUse,
  command: Described,
  given: SentValues,
  faults: readonly ParameterFault[],
): Promise<Form> {
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string'))
  const fields = await Promise.all(command.parameters.map((parameter) => fieldOf(call, command, parameter, given)))
  return {
    offer: await offer(call, command.name, kept),
    title: title(typed(call, command.name)),
    submit: say(call, general.submit),
    sections: [{ title: title(command.name), fields }],
    ...(faults.length > 0 && {
      faults: faults.map(({ parameter, say: texts }) => ({ field: parameter, message: say(call, texts) })),
    }),
  }
}

export const title = (text: string): string => text.slice(0, 24)

const labels: Readonly<Record<string, Texts>> = parameters.parameterLabels

async function fieldOf(call: CommandUse, command: Described, parameter: Parameter, given: SentValues): Promise<Field> {
  const { name, kind, optional, completes, rest } = parameter
  const value = typeof given[name] === 'string' ? given[name] : undefined
  const base = {
    name,
    label: say(call, labels[name]!),
    hint: say(call, parameter.about),
    ...(optional && { optional }),
  }
  const withValue = value === undefined ? {} : { value }
  if (kind === 'file') return { ...base, kind, many: true }
  const choices = parameter.choices?.map((choice) => ({ value: choice, label: choice }))
  const offered = choices ?? (completes ? await choicesOf(call, command.name, name, given) : [])
  if (offered.length > 0 && offered.length <= maxChoices) {
    const isThere = offered.some((choice) => choice.value === value)
    return { ...base, kind: 'choice', choices: offered, ...(isThere && withValue) }
  }
  const lines = kind === 'text' && (rest || command.name === 'rule add')
  return { ...base, kind: 'text', max: kind === 'text' ? maxText : 200, ...(lines && { lines }), ...withValue }
}
