import { randomUUID } from 'node:crypto'
import { cut } from '../cut.ts'
import { type Language, languageOf } from '../language.ts'
import type { createScreen } from './screen.ts'
import { words } from './words/index.ts'

/** What stands before somebody: what was said, what the numbers do that were shown last, and the line they type. */
export function createDesk(screen: ReturnType<typeof createScreen>, locale: string) {
  let choices: readonly (() => Promise<void>)[] = []
  /** Answers that are still to come. */
  let owed = 0
  let isAsking = false
  let onIdle: (() => void) | undefined

  const desk = {
    language: languageOf(locale),
    say: (texts: Record<Language, string>): string => texts[languageOf(locale)],
    numbered: (labels: readonly string[]): string =>
      labels.map((label, i) => `\n  ${i + 1}) ${cut(label, 100)}`).join(''),
    /** Whether a form is being asked, and whether an answer is to come. */
    isAsking: () => isAsking,
    isOwed: () => owed > 0,

    show(key: string, text: string): void {
      screen.show(key, text)
      if (owed === 0 && !isAsking) screen.prompt('> ')
    },
    /** To be read once. */
    tell: (text: string): void => desk.show(randomUUID(), `◇ ${text}`),
    owes(more: number): void {
      owed = Math.max(0, owed + more)
      if (owed > 0) return
      onIdle?.()
      if (!isAsking) screen.prompt('> ')
    },
    /** Nothing else comes of what was said or pressed. */
    unanswered(text: string): void {
      desk.tell(text)
      desk.owes(-1)
    },
    /** Resolves when no answer is to come any more. */
    idle: async (): Promise<void> =>
      owed === 0
        ? undefined
        : new Promise((resolve) => {
            onIdle = resolve
          }),

    offer(given: readonly (() => Promise<void>)[]): void {
      choices = given
    },
    /** False where a number is no more than something said. */
    async choose(line: string): Promise<boolean> {
      // Full-width digits, as Japanese keyboards write them, are as good.
      const number = line.normalize('NFKC')
      if (!/^\d{1,2}$/.test(number) || choices.length === 0) return false
      const choice = choices[Number(number) - 1]
      if (choice) await choice()
      else desk.tell(desk.say(words.upTo(choices.length)))
      return true
    },

    /** While `asking` goes on nothing else is prompted for. */
    async during<T>(asking: () => Promise<T>): Promise<T> {
      isAsking = true
      return asking().finally(() => {
        isAsking = false
      })
    },
    /** Undefined: they would rather not. */
    async ask(text: string): Promise<string | undefined> {
      screen.prompt(text)
      return (await screen.next())?.trim()
    },
  }
  return desk
}

export type Desk = ReturnType<typeof createDesk>
