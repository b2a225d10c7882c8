import type { SeededRows } from '../../store/seeding.ts'
import { model, moneyOf, uidOf } from './rows.ts'
import type { DemoTurn } from './week.ts'

/** What the ledgers say of the week: as each turn would have added to them. */
export function createCounts(account: string) {
  const usage = new Map<string, { turns: number; input_tokens: number; output_tokens: number }>()
  const spending = new Map<string, { answers: number; tokens: number; money: number }>()
  const cost = new Map<string, { calls: number; input_tokens: number; output_tokens: number; money: number }>()
  const people = new Set<string>()

  return {
    add(turn: DemoTurn): void {
      const { agent, person, at, inputTokens, outputTokens } = turn
      const day = new Date(at).toISOString().slice(0, 10)
      const money = moneyOf(turn)
      people.add(uidOf(person))
      sum(usage, [day, agent.id, person.platform], {
        turns: 1,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
      })
      const answered = { answers: 1, tokens: inputTokens + outputTokens, money }
      for (const start of [day, day.slice(0, 7)]) {
        sum(spending, ['account', '', start], answered)
        sum(spending, ['agent', agent.id, start], answered)
      }
      if (inputTokens > 0) {
        sum(cost, [day, agent.id], { calls: 1, input_tokens: inputTokens, output_tokens: outputTokens, money })
      }
    },

    people: (): number => people.size,

    rows(): SeededRows {
      return {
        usage: listOf(usage, ([day, agent, door], sums) => ({ account, day, agent, door, ...sums })),
        spending: listOf(spending, ([scope, subject, start], sums) => ({
          ...{ account, scope, subject, start, messages: 0, held_tokens: 0, held_money: 0, told: 0 },
          ...sums,
        })),
        model_cost: listOf(cost, ([day, agent], sums) => ({
          ...{ account, day, agent, model, unpriced: 0, cached_tokens: 0 },
          ...sums,
        })),
      }
    },
  }
}

function sum<Sums extends Record<string, number>>(all: Map<string, Sums>, of: readonly string[], more: Sums): void {
  const name = JSON.stringify(of)
  const before = all.get(name)
  const added = Object.entries(more).map(([key, value]) => [key, (before?.[key] ?? 0) + value])
  all.set(name, Object.fromEntries(added))
}

const listOf = <Sums, Row>(all: ReadonlyMap<string, Sums>, row: (of: string[], sums: Sums) => Row): Row[] =>
  [...all].map(([name, sums]) => row(JSON.parse(name), sums))
