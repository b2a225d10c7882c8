import { dayText } from '../../shared/dates.ts'
import { Head } from '../../shared/Head.tsx'
import styles from './Usage.module.css'
import { type Costs, type Counted, type FirstTexts, money, number, seconds, tokensOf } from './usage.ts'
import { words } from './words.ts'

/** What models have cost, by whatever of a line is told: the dearest first. */
export function CostsBy({ of, costs: { lines, currency } }: { of: readonly ('agent' | 'model')[]; costs: Costs }) {
  const groups = Map.groupBy(lines, (line) => of.map((name) => line[name]).join('\n'))
  const sums = [...groups.values()].map((group) => ({
    names: of.map((name) => group[0]![name]),
    calls: group.reduce((sum, { calls }) => sum + calls, 0),
    tokens: group.reduce((sum, line) => sum + tokensOf(line), 0),
    cost: group.reduce((sum, line) => sum + line.money, 0),
  }))
  return (
    <table className={styles.table}>
      <Head names={[...of.map((name) => words[name]), words.calls, words.tokens, words.money]} />
      <tbody>
        {sums
          .toSorted((a, b) => b.cost - a.cost || b.tokens - a.tokens)
          .map(({ names, calls, tokens, cost }) => (
            <tr key={names.join(' ')}>
              {names.map((name) => (
                <td key={name} className={styles.name}>
                  {name}
                </td>
              ))}
              <td>{number(calls)}</td>
              <td>{number(tokens)}</td>
              <td>{money(cost, currency)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** Whom or where most was answered, the most first. */
export function Most({ title, counted: { items, total } }: { title: string; counted: Counted }) {
  if (total === 0) return null
  return (
    <table className={styles.table}>
      <caption>{items.length < total ? words.mostOf(items.length, total) : words.thisMonth}</caption>
      <Head names={[title, words.answers, words.tokens]} />
      <tbody>
        {items.map(({ name, conversations, tokens }) => (
          <tr key={name}>
            <td className={styles.name}>{name}</td>
            <td>{number(conversations)}</td>
            <td>{number(tokens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How soon models began to write, day by day. */
export function FirstTextsByDay({ days }: { days: readonly FirstTexts[] }) {
  return (
    <table className={styles.table}>
      <caption>{words.firstTextAbout}</caption>
      <Head names={[words.day, words.answers, words.median, words.most95]} />
      <tbody>
        {days.toReversed().map(({ day, answers, medianMs, p95Ms }) => (
          <tr key={day}>
            <td>{dayText(day)}</td>
            <td>{number(answers)}</td>
            <td>{seconds(medianMs)}</td>
            <td>{seconds(p95Ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
