import { budgetPeriods, budgetScopes, budgetUnits } from '../budget.ts'
import type { Parameter } from '../command.ts'
import { parameters } from '../words/index.ts'

/** What several commands take. */

export const agent: Parameter = { name: 'agent', about: parameters.agent, kind: 'text', completes: true }
/** Of what is done in a place that has an agent: without it, that one. */
export const ofAgent: Parameter = { ...agent, about: parameters.ofAgent, optional: true, named: true }
export const person: Parameter = { name: 'person', about: parameters.person, kind: 'person', optional: true }

export const handover: Parameter = { name: 'handover', about: parameters.handover, kind: 'text', optional: true }

/** What a limit is of: that of the place's agent by day, in money, where nothing else is said. */
export const ofLimit: readonly Parameter[] = [
  { name: 'unit', about: parameters.unit, kind: 'choice', choices: budgetUnits, optional: true },
  { name: 'period', about: parameters.period, kind: 'choice', choices: budgetPeriods, optional: true },
  { name: 'whose', about: parameters.whose, kind: 'choice', choices: budgetScopes, optional: true },
  { name: 'which', about: parameters.which, kind: 'text', optional: true, named: true },
  { ...person, about: parameters.limitPerson, named: true },
  ofAgent,
]
