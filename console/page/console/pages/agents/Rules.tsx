import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask } from '../../shared/api.ts'
import { Sure } from '../../shared/Sure.tsx'
import { useSettled } from '../../shared/useSettled.ts'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { type Draft, keyOf, pathOf, type Rule, useChange } from './agents.ts'
import { Saving } from './Saving.tsx'
import { words } from './words.ts'

/** More are found by their words. */
const mostShown = 100

/** What somebody wrote for the agent to say, and which of it a sentence would meet. */
export default function RulesRoom({ agent, draft }: RoomProps) {
  const { rules } = draft.document
  const [wanted, setWanted] = useState('')
  const [open, setOpen] = useState<number | 'new'>()
  const [seen, setSeen] = useState(draft)
  const save = useChange<Draft>(agent)
  const begin = (which: number | 'new') => {
    setSeen(draft)
    setOpen(which)
    save.reset()
  }
  const put = (upon: Draft, change: (rules: readonly Rule[]) => Rule[]) =>
    save.mutate(
      { method: 'PUT', path: '/rules', body: { rules: change(upon.document.rules) }, upon: upon.revision },
      { onSuccess: () => setOpen(undefined) },
    )
  const [kept, setKept] = useState<Rule>()
  const write = (upon: Draft, rule: Rule) =>
    put(upon, (all) => {
      if (open === 'new') return [...all, rule]
      // Others may have moved it since: it is the one that says what this one said.
      const before = JSON.stringify(seen.document.rules[open!])
      const at = JSON.stringify(all[open!]) === before ? open! : all.findIndex((one) => JSON.stringify(one) === before)
      return at === -1 ? [...all, rule] : all.with(at, rule)
    })
  const found = [...rules.entries()].filter(([, rule]) => isAbout(rule, wanted))

  return (
    <section>
      <Likeness agent={agent} rules={rules} onOpen={begin} />
      <div className={styles.acts}>
        <label>
          {words.findRule}{' '}
          <input type="search" value={wanted} onChange={(event) => setWanted(event.currentTarget.value)} />
        </label>
        <button type="button" onClick={() => begin('new')}>
          {words.addRule}
        </button>
        <span className={styles.note}>{words.rulesCount(found.length)}</span>
      </div>
      <Saving
        error={save.error}
        seen={seen}
        now={draft}
        onMine={() => kept && write(draft, kept)}
        onTheirs={() => begin('new')}
      />
      {open === 'new' && (
        <RuleForm
          onCancel={() => setOpen(undefined)}
          onSave={(rule) => {
            setKept(rule)
            write(seen, rule)
          }}
        />
      )}
      {rules.length === 0 && <p className="quiet">{words.noRules}</p>}
      <ol className={styles.rules}>
        {found.slice(0, mostShown).map(([index, rule]) => (
          <li key={index} value={index + 1}>
            {open === index ? (
              <RuleForm
                rule={rule}
                onCancel={() => setOpen(undefined)}
                onSave={(changed) => {
                  setKept(changed)
                  write(seen, changed)
                }}
              />
            ) : (
              <>
                <div className={styles.rule}>
                  <p>{rule.when.join(' · ')}</p>
                  <p>
                    {[rule.say].flat().join(words.or)}
                    {rule.options && <span className="quiet"> [{rule.options.join(' | ')}]</span>}
                  </p>
                </div>
                <div className={styles.acts}>
                  <button type="button" aria-label={words.editRuleOf(rule.when[0]!)} onClick={() => begin(index)}>
                    {words.editRule}
                  </button>
                  <Sure
                    label={words.removeRule}
                    about={words.removeRuleOf(rule.when[0]!)}
                    onSure={() => put(draft, (all) => all.toSpliced(index, 1))}
                  />
                </div>
              </>
            )}
          </li>
        ))}
      </ol>
      {found.length > mostShown && <p className="quiet">{words.moreRules(found.length - mostShown)}</p>}
    </section>
  )
}

const isAbout = ({ when, say }: Rule, wanted: string): boolean =>
  wanted.trim() === '' ||
  [when, say].flat().join('\n').normalize('NFKC').toLowerCase().includes(wanted.normalize('NFKC').toLowerCase().trim())

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Between two answers of which one is picked; an answer may have lines of its own. */
const apart = /\n\s*---\s*\n/

function RuleForm({ rule, onSave, onCancel }: { rule?: Rule; onSave: (rule: Rule) => void; onCancel: () => void }) {
  const [when, setWhen] = useState(rule?.when.join('\n') ?? '')
  const [say, setSay] = useState([rule?.say ?? ''].flat().join('\n---\n'))
  const [options, setOptions] = useState(rule?.options?.join('\n') ?? '')
  const isWhole = linesIn(when).length > 0 && say.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const answers = say
      .split(apart)
      .map((one) => one.trim())
      .filter((one) => one !== '')
    const { options: _, ...rest } = rule ?? { when: [], say: '' }
    const offered = linesIn(options)
    onSave({
      ...rest,
      when: linesIn(when),
      say: answers.length === 1 ? answers[0]! : answers,
      ...(offered.length > 0 && { options: offered }),
    })
  }
  return (
    <form className={styles.ruleForm} onSubmit={submit}>
      <label>
        {words.when}
        <textarea rows={3} required value={when} onChange={(event) => setWhen(event.currentTarget.value)} />
        <span className={styles.hint}>{words.whenHint}</span>
      </label>
      <label>
        {words.ruleSays}
        <textarea rows={3} required value={say} onChange={(event) => setSay(event.currentTarget.value)} />
        <span className={styles.hint}>{words.sayHint}</span>
      </label>
      <label>
        {words.options}
        <textarea rows={2} value={options} onChange={(event) => setOptions(event.currentTarget.value)} />
        <span className={styles.hint}>{words.optionsHint}</span>
      </label>
      <div className={styles.acts}>
        <button type="submit" className="primary" disabled={!isWhole}>
          {words.save}
        </button>
        <button type="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

interface Likely {
  threshold: number
  hits: { rule: number; phrase: string; score: number }[]
}

/** Which rule a sentence would meet, and how alike it is, while it is typed. */
function Likeness({ agent, rules, onOpen }: { agent: string; rules: readonly Rule[]; onOpen: (rule: number) => void }) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const likely = useQuery({
    queryKey: keyOf(agent, 'likely', q),
    queryFn: () => ask<Likely>(pathOf(agent, `/rules-search?q=${encodeURIComponent(q)}`)),
    enabled: q !== '',
    placeholderData: (before) => before,
  })
  const { threshold = 100, hits = [] } = q === '' ? {} : (likely.data ?? {})
  return (
    <div className={styles.likeness}>
      <label>
        {words.whichRule}
        <input value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
      {likely.error && (
        <p role="alert" className="failed">
          {likely.error.message}
        </p>
      )}
      <div role="status">
        {q !== '' &&
          likely.data &&
          (hits.length === 0 ? words.likeNone : hits[0]!.score >= threshold ? '' : words.notAlike)}
      </div>
      <ol className={styles.hits}>
        {hits.map(({ rule, phrase, score }) => (
          <li key={rule} data-meets={score >= threshold}>
            <meter min={0} max={100} value={score} aria-label={phrase} /> <strong>{Math.round(score)}</strong>{' '}
            <span className="quiet">{words.ofThreshold(threshold)}</span> “{phrase}” →{' '}
            {[rules[rule]?.say ?? ''].flat()[0]}{' '}
            <button type="button" aria-label={words.editRuleOf(phrase)} onClick={() => onOpen(rule)}>
              {words.editRule}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
