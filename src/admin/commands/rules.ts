import { AppError } from '../../lib/errors.ts'
import { normalise } from '../../lib/normalise.ts'
import { plain } from '../../lib/quoting.ts'
import type { Rule } from '../../model/rule.ts'
import type { View } from '../../model/view.ts'
import { type AgentCall, button, numberOf, say, textOf } from './call.ts'
import { changedView } from './changed.ts'
import { linesOf, listOf } from './parse.ts'
import { type Family, ofAgent } from './registry.ts'
import { rules as sentences } from './words/index.ts'

/** Answers that somebody wrote, by their numbers in the draft. */
export const rules: Family = {
  commands: {
    'rule add': ofAgent(add),
    'rule remove': ofAgent(remove),
    'rule list': ofAgent((call) => list(call, textOf(call, 'words'), 0)),
  },
  acts: {
    'rule list on': {
      may: 'admin',
      ...ofAgent((call) => list(call, call.kept['words'] as string | undefined, Number(call.kept['from']))),
    },
  },
}

async function add(call: AgentCall): Promise<View> {
  const when = texts(call, 'when', linesOf)
  // An answer may have lines of its own.
  const answers = texts(call, 'say', listOf)
  const options = textOf(call, 'options') === undefined ? undefined : texts(call, 'options', linesOf)
  const rule: Rule = { when, say: answers.length === 1 ? answers[0]! : answers, ...(options && { options }) }
  let number = 0
  const changed = await call.parts.admin.drafts.change(call.agent, call.actor, { action: 'rule.add' }, (document) => {
    number = document.rules.length + 1
    return { ...document, rules: [...document.rules, rule] }
  })
  return changedView(call, changed, sentences.added(number))
}

function texts(call: AgentCall, name: string, apart: (text: string) => string[]): string[] {
  const list = apart(textOf(call, name)!)
  if (list.length === 0) throw new AppError('invalid_value', sentences.nothingSaid(name))
  return list
}

async function remove(call: AgentCall): Promise<View> {
  const number = numberOf(call, 'number')
  let removed: Rule | undefined
  const changed = await call.parts.admin.drafts.change(
    call.agent,
    call.actor,
    { action: 'rule.remove' },
    (document) => {
      const { rules } = document
      removed = rules[number - 1]
      if (!removed) {
        const say = rules.length === 0 ? sentences.noRules : sentences.noSuch(number, rules.length)
        throw new AppError('rule_not_found', say, { status: 404 })
      }
      return { ...document, rules: rules.toSpliced(number - 1, 1) }
    },
  )
  return changedView(call, changed, sentences.removed(number, removed!.when[0]!))
}

const maxListed = 10

async function list(call: AgentCall, words: string | undefined, from: number): Promise<View> {
  const { document } = await call.parts.admin.drafts.current(call.agent, call.actor)
  if (document.rules.length === 0) return { text: say(call, sentences.none(call.agent)) }
  const wanted = normalise(words ?? '')
  const found = [...document.rules.entries()].filter(
    ([, rule]) => wanted === '' || normalise([rule.when, rule.say].flat().join(' ')).includes(wanted),
  )
  if (found.length === 0) return { text: say(call, sentences.noneWith(words ?? '')) }
  const page = found.slice(from, from + maxListed)
  const next = from + maxListed
  const kept = { agent: call.agent, from: next, ...(words !== undefined && { words }) }
  return {
    text: [say(call, sentences.listed(call.agent, found.length)), ...page.map(([i, rule]) => lineOf(i + 1, rule))].join(
      '\n',
    ),
    ...(found.length > next && { buttons: [await button(call, sentences.more, 'rule list on', kept)] }),
  }
}

function lineOf(number: number, { when, say, options = [] }: Rule): string {
  const answers = [say].flat()
  const others = when.length > 1 ? ` (+${when.length - 1})` : ''
  const variants = answers.length > 1 ? ` (+${answers.length - 1})` : ''
  const offered = options.length > 0 ? ` [${options.map((option) => plain(option, 20)).join(' | ')}]` : ''
  return `- **${number}** ${plain(when[0]!)}${others} → ${plain(answers[0]!)}${variants}${offered}`
}
