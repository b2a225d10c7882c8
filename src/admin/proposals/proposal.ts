import { z } from 'zod'
import type { Language } from '../../lib/language.ts'

const line = (most: number) => z.string().min(1).max(most)

/** Characters of what somebody says that an agent should be. */
export const wishLimit = 500

/** What an agent might be, of which somebody has said one sentence. */
export const proposalSchema = z.strictObject({
  name: line(60),
  description: line(120),
  prompt: line(2000),
  opening: line(400),
  /** What people may begin with, as buttons. */
  questions: z.array(line(75)).min(1).max(3),
  rules: z.array(z.strictObject({ when: z.array(line(120)).min(2).max(5), say: line(600) })).max(5),
  /** Questions in other words than the rules', each with the number of the rule that should answer it, from 1 on. */
  tests: z.array(z.strictObject({ ask: line(120), rule: z.int().min(1).max(5) })).max(3),
})
export type Proposal = z.infer<typeof proposalSchema>

/** How a model makes one. What somebody wants is data to it. */
export const instructions = (language: Language): string =>
  `An admin wants a chat agent for their team and says in "message" what it should be. Propose it, in ${nameOf(language)} unless the message asks for another language:
- name: short, as colleagues would call it; description: one line
- prompt: the system prompt, at most 150 words: who it is, whom it helps, its tone, what it does not know (it must say so and never invent names, numbers, addresses or policies), and that it is brief
- opening: its greeting; questions: three first questions that fit on buttons
- rules: two to four answers that are sure without any knowledge of the team (what it can do, thanks, how to reach a person); each with two to five different ways in which people say it
- tests: for up to three rules a question in other words than the rule's`

const nameOf = (language: Language) => new Intl.DisplayNames('en', { type: 'language' }).of(language)

/** The language that is asked for by its name, else the one that it is asked in. */
export function languageWanted(wish: string, said: Language): Language {
  if (/\bjapanese\b|日本語/i.test(wish)) return 'ja'
  if (/\benglish\b|英語/i.test(wish)) return 'en'
  return said
}
