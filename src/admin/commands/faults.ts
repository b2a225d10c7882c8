import { AppError, type Fault } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { namedAt } from '../../model/commands.ts'
import type { View } from '../../model/view.ts'
import type { Caller } from './request.ts'
import { inLanguage } from './words/faults.ts'
import { general } from './words/index.ts'

const maxFaults = 15

/** An error as its sentence, then a line for each fault. What is not for the person is thrown on. */
export function faultView(error: unknown, { language, spelling }: Pick<Caller, 'language' | 'spelling'>): View {
  if (!(error instanceof AppError)) throw error
  const sentence = namedAt(spelling, sentenceOf(error, language))
  return { text: [sentence, ...faultLines(error.faults, language)].join('\n'), aside: true }
}

/** The sentence of requests speaks to programs. */
export function sentenceOf({ code, say }: AppError, language: Language): string {
  if (code === 'invalid_request') return general.notSo[language]
  return typeof say === 'string' ? say : say[language]
}

export function faultLines(faults: readonly Fault[], language: Language): string[] {
  const lines = faults.slice(0, maxFaults).map(({ path, message }) => {
    const told = inLanguage(message, language)
    return path === '' ? `- ${told}` : `- \`${path.replaceAll('`', '')}\` ${told}`
  })
  return faults.length > maxFaults ? [...lines, general.more(faults.length - maxFaults)[language]] : lines
}
