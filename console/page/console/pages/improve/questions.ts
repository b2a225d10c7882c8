import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'

/** What several people asked, and nobody answered well. */
export interface Question {
  text: string
  others: string[]
  weight: number
  people: number
  unanswered: number
  disliked: number
  meant: { phrase: string; times: number }[]
  turns: { id: string; at: string }[]
}

interface Rule {
  when: string[]
  say: string | string[]
}

const ofAgent = (agent: string) => `/v1/agents/${encodeURIComponent(agent)}`

export const useQuestions = (agent: string | undefined) =>
  useQuery({
    queryKey: ['questions', agent],
    queryFn: async () => (await ask<{ items: Question[] }>(`${ofAgent(agent!)}/questions?limit=100`)).items,
    enabled: agent !== undefined,
  })

/** What the draft has by now: rules by their first phrase, and scenarios. */
export const useDraftParts = (agent: string | undefined) =>
  useQuery({
    queryKey: ['draft parts', agent],
    queryFn: async () => {
      const [{ rules }, { scenarios }] = await Promise.all([
        ask<{ rules: Rule[] }>(`${ofAgent(agent!)}/rules`),
        ask<{ scenarios: { id: string }[] }>(`${ofAgent(agent!)}/scenarios`),
      ])
      return { phrases: rules.map(({ when }) => when[0]!), scenarios: scenarios.map(({ id }) => id) }
    },
    enabled: agent !== undefined,
  })

/** One press. */
export type Press =
  | { to: 'rule'; text: string; answer: string }
  | { to: 'phrase'; text: string; beside: string }
  | { to: 'scenario'; text: string; scenario: string }
  | { to: 'knowledge'; text: string; answer: string }
  | { to: 'test'; text: string; answer: string }

const post = (path: string, body: unknown) => ask(path, { method: 'POST', body })

function press(agent: string, { text, ...what }: Press): Promise<unknown> {
  const at = ofAgent(agent)
  switch (what.to) {
    case 'rule':
      return post(`${at}/rules`, { when: [text], say: what.answer })
    case 'phrase':
      return post(`${at}/rules/phrases`, { phrase: text, beside: what.beside })
    case 'scenario':
      return post(`${at}/scenarios/${encodeURIComponent(what.scenario)}/phrases`, { phrase: text })
    case 'knowledge':
      return post(`${at}/knowledge`, { name: `${nameOf(text)}.md`, text: `# ${text}\n\n${what.answer}\n` })
    case 'test':
      return post(`${at}/tests`, { said: text, says: what.answer })
  }
}

/** A file's name that the question can be known by again. */
const nameOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'question'

export function usePress(agent: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (what: Press) => press(agent, what),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['draft parts', agent] }),
  })
}
