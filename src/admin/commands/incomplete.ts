import { AppError } from '../../lib/errors.ts'
import type { View } from '../../model/view.ts'
import { type CommandUse, say } from './call.ts'
import { formOf } from './forms.ts'
import { usageOf } from './help.ts'
import type { CommandIntent } from './read.ts'
import { general, parse } from './words/index.ts'

/** What is wrong or lacking: a form to put it right in where there are forms, else how the command is used. */
export async function incomplete(
  call: CommandUse,
  { command, values, faults, missing: lacking }: CommandIntent,
): Promise<View> {
  const wrong = [
    ...faults.map(({ say: texts }) => say(call, texts)),
    ...lacking.map(({ name, about }) => say(call, parse.missing(name, about))),
  ]
  const usage = usageOf(command!, call)
  // What was typed wrongly is better told than asked for; what was not typed at all is asked for.
  const isTypedWrongly = faults.some(({ parameter }) => !command!.parameters.some(({ name }) => name === parameter))
  if (call.caller.door === 'cli' || isTypedWrongly) throw new AppError('wrong_usage', [...wrong, usage].join('\n'))
  const text = faults.length > 0 ? [...wrong, usage].join('\n') : `${say(call, general.fillIn)}\n${usage}`
  return { text, form: await formOf(call, command!, values, faults) }
}
