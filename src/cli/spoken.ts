import { resolve } from 'node:path'
import type { Environment } from '../config/index.ts'
import { AppError } from '../lib/errors.ts'
import { type Language, languageAt } from '../lib/language.ts'
import type { Platform } from '../ports/platform.ts'
import { words } from './words/index.ts'

/** Commands for whoever talks to an agent, or shapes one: they speak the language of the shell, refusals included. */
const speaking = ['agent', 'why', 'init']

/** In which language a command says what is wrong; all but a few are in English. */
export function languageOfCommand(argv: readonly string[], env: Environment, platforms: readonly Platform[]): Language {
  const [word = ''] = argv
  const speaks = speaking.includes(word) || platforms.some(({ foreground }) => foreground?.name === word)
  return speaks ? languageAt(env) : 'en'
}

/** An error in that language, what it was about kept. */
export function spoken(error: AppError, language: Language, env: Environment): AppError {
  const { code, say, faults, cause } = error
  const folder = resolve(env['PARLEY_DATA'] || 'data')
  const ofFolder = { data_folder_in_use: words.inUse(folder), no_database: words.noDatabase(folder) }[code]
  const told = ofFolder && language !== 'en' ? ofFolder : say
  return new AppError(code, typeof told === 'string' ? told : told[language], { faults, cause })
}
