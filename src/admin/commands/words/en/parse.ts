import { counted } from '../../../../lib/counts.ts'
import type { Texts } from '../../../../lib/language.ts'
import { shown } from '../../../../lib/quoting.ts'

const meant = (near: string | undefined): string => (near === undefined ? '' : ` Did you mean \`${near}\`?`)

export const parse = {
  meant,
  twice: (name: string) => `\`${name}\` is given twice; give it once.`,
  openMark: (word: string) =>
    `The quotation mark before \`${shown(word.replace(/^--[a-z]+=/, '').slice(1))}\` is not closed.`,
  needsValue: (name: string) => `\`--${name}\` needs a value after it.`,
  unknownOption: (name: string, near: string | undefined) => {
    const hint = meant(near === undefined ? undefined : `--${near}`)
    return `\`--${name}\` is not known here.${hint}`
  },
  tooMuch: (word: string) => `\`${shown(word)}\` is more than it takes. Put what has spaces in it in quotation marks.`,
  notAFile: (name: string) => `\`${name}\` must be a file: attach one to the command.`,
  notText: (name: string) => `\`${name}\` must be text, not a file.`,
  tooLong: (name: string, max: number) =>
    `\`${name}\` must have at most ${counted('en', max, { one: '# character', other: '# characters' })}.`,
  notANumber: (name: string, given: string) => `\`${name}\` must be a whole number like 3, not \`${shown(given)}\`.`,
  notAChoice: (name: string, given: string, choices: readonly string[], near: string | undefined) => {
    const list = choices.map((choice) => `\`${choice}\``).join(', ')
    const hint = meant(near)
    return `\`${name}\` must be one of ${list}, not \`${shown(given)}\`.${hint}`
  },
  notAPerson: (name: string) => `\`${name}\` must be a person: type @ and choose them.`,
  /** `help` is how help is asked for where they are. */
  unknownCommand: (typed: string, near: string | undefined, help: string) => {
    const hint = meant(near) || ` \`${help}\` lists the commands.`
    return `\`${shown(typed)}\` is not a command.${hint}`
  },
  missing: (name: string, about: Texts) => `\`${name}\` is missing: ${about.en}.`,
}
