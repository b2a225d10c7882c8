import { AppError } from '../../lib/errors.ts'
import { inEach, languages, type Texts } from '../../lib/language.ts'
import { amountOf, millionths } from '../../lib/price.ts'
import type { Budget, BudgetPeriod, BudgetScope, BudgetUnit } from '../../model/budget.ts'
import type { View } from '../../model/view.ts'
import type { BudgetView } from '../budgets.ts'
import type { Admin } from '../index.ts'
import { type CommandUse, say, textOf, typed } from './call.ts'
import { person } from './changed.ts'
import type { Family } from './registry.ts'
import { agentOf } from './rights.ts'
import { general, budgets as sentences } from './words/index.ts'

/** How much may be used, and what models have cost. */
export const budgets: Family = {
  commands: {
    limit: { run: limit },
    cost: { run: cost },
  },
}

const maxListed = 20

async function limit(call: CommandUse): Promise<View> {
  const most = textOf(call, 'most')
  if (most === undefined) return { text: await listed(call) }
  const { budgets: admin } = call.parts.admin
  const budget = await budgetOf(call)
  if (/^(none|off|-)$/i.test(most.trim())) {
    await admin.remove(budget, call.actor)
    return { text: say(call, sentences.removed(...described(call, budget))) }
  }
  const set = { ...budget, most: amountIn(most, budget.unit) }
  await admin.set(set, call.actor)
  const [whose, period] = described(call, set)
  return { text: say(call, sentences.set(whose, amount(call, set.unit, set.most), period, typed(call, 'limit'))) }
}

async function cost(call: CommandUse): Promise<View> {
  const { budgets: admin } = call.parts.admin
  const { account } = call.caller
  const most = textOf(call, 'most')
  if (most !== undefined) {
    const budget = await budgetOf(call)
    const asked = { ...budget, most: amountIn(most, budget.unit) }
    const found = await admin.whatIf(account, asked)
    const [whose, period] = described(call, asked)
    const told = (money: number) => amount(call, asked.unit, money)
    return {
      text: say(
        call,
        sentences.whatIf(
          { whose, period, most: told(asked.most) },
          {
            was: told(found.was),
            wouldHaveBeen: told(found.wouldHaveBeen),
            reached: found.reached,
            of: found.subjects,
          },
        ),
      ),
    }
  }
  const report = await admin.costs(account)
  const dearest = report.lines.toSorted((a, b) => b.money - a.money)
  const lines = dearest.slice(0, maxListed).map((line) => {
    const money = line.unpriced === line.calls ? undefined : amount(call, 'money', line.money)
    return say(call, sentences.line(line.agent, line.model, line.calls, money))
  })
  const rest = dearest.length - lines.length
  return {
    text: [
      say(call, sentences.thisMonth(amount(call, 'money', report.total.money), report.total.calls)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
      ...(report.unpriced.length > 0 ? [say(call, sentences.unpriced(report.unpriced))] : []),
      await listed(call),
    ].join('\n'),
  }
}

async function listed(call: CommandUse): Promise<string> {
  const all = await call.parts.admin.budgets.list(call.caller.account)
  if (all.length === 0) return say(call, sentences.none(typed(call, 'limit')))
  const rest = all.length - maxListed
  return [
    say(call, sentences.all),
    ...all.slice(0, maxListed).map((budget) => budgetLine(call, budget)),
    ...(rest > 0 ? [say(call, general.more(rest))] : []),
  ].join('\n')
}

export function budgetLine(call: CommandUse, budget: BudgetView): string {
  const [whose, period] = described(call, budget)
  const { unit, most, used } = budget
  const now = used === null ? undefined : amount(call, unit, used)
  return say(call, sentences.budget(whose, amount(call, unit, most), period, now))
}

/** What is asked about: of the agent of the place by day, where nothing else is said. */
async function budgetOf(call: CommandUse): Promise<Omit<Budget, 'most'>> {
  const who = textOf(call, 'person')
  const named = textOf(call, 'agent')
  const scope = (textOf(call, 'whose') ?? (who ? 'person' : 'agent')) as BudgetScope
  const unit = (textOf(call, 'unit') ?? 'money') as BudgetUnit
  const period = (textOf(call, 'period') ?? 'day') as BudgetPeriod
  return { scope, subject: await subjectOf(call, scope, { who, named }), unit, period }
}

async function subjectOf(
  call: CommandUse,
  scope: BudgetScope,
  { who, named }: { who: string | undefined; named: string | undefined },
): Promise<string> {
  const which = textOf(call, 'which')?.trim()
  const { parts, caller, standing, place } = call
  if (scope === 'account') return ''
  if (scope === 'agent') return which === 'each' ? '' : agentOf(parts, caller, standing, named ?? which, place)
  if (scope === 'person') return who ?? which ?? ''
  if (which === undefined || which === 'each') return ''
  if (scope === 'role' && !['admin', 'member', 'guest'].includes(which)) {
    throw new AppError('invalid_value', sentences.roles)
  }
  if (which !== 'here') return which
  const here = scope === 'channel' ? (place?.within.at(-2) ?? place?.within[0]) : place?.server
  if (here === undefined) throw new AppError('invalid_value', sentences.nowhere)
  return here
}

const maxAmount = 1_000_000_000

function amountIn(text: string, unit: BudgetUnit): number {
  const value = Number(text.trim().replaceAll('_', ''))
  const isWhole = unit === 'money' || Number.isInteger(value)
  if (text.trim() === '' || !(value >= 0) || value > maxAmount || !isWhole) {
    throw new AppError('invalid_value', sentences.amount(maxAmount))
  }
  return unit === 'money' ? millionths(value) : value
}

const amount = ({ parts, language }: CommandUse, unit: BudgetUnit, value: number): string =>
  amounts(parts.admin.budgets.currency, unit, value)[language]

function amounts(currency: string, unit: BudgetUnit, value: number): Texts {
  if (unit === 'money') return inEach(() => `${amountOf(value)} ${currency}`)
  return unit === 'tokens' ? sentences.tokens(value) : sentences.answers(value)
}

/** What owners are told when a budget is nearly used up, or wholly. Nobody knows their language, so it is said in both. */
export function nearNote(
  { budgets: { currency }, platforms }: Pick<Admin, 'budgets' | 'platforms'>,
  { scope, subject, unit, period, most, ofPlan }: Budget & { ofPlan?: boolean },
  used: number,
): View {
  const name = scope === 'person' && platforms.isPerson(subject) ? `<@${subject}>` : subject
  const whose = scope === 'account' ? sentences.each.account : sentences.one[scope](name)
  const [now, all] = [used, most].map((value) => amounts(currency, unit, value)) as [Texts, Texts]
  const changes = ofPlan ? sentences.planSaysSo : sentences.limitChanges('/agent limit')
  const text = languages
    .map((one) => sentences.near(whose[one], now[one], all[one], sentences.period[period][one])[one] + changes[one])
    .join('\n\n')
  return { text }
}

/** Whose a budget is, and for what time. */
function described(call: CommandUse, { scope, subject, period }: Omit<Budget, 'most'>): [string, string] {
  const name = scope === 'person' && subject !== '' ? person(call, subject) : subject
  const whose = subject === '' ? sentences.each[scope] : sentences.one[scope](name)
  return [say(call, whose), say(call, sentences.period[period])]
}
