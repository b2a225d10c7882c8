import { useMemo, useState } from 'react'
import { download } from '../../shared/download.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import { words as turnWords } from '../conversations/words.ts'
import { Limits } from './Limits.tsx'
import { Plot } from './Plot.tsx'
import styles from './Usage.module.css'
import { CostsBy, FirstTextsByDay, Most } from './UsageTables.tsx'
import {
  type Answers,
  type Costs,
  type Counted,
  csvOf,
  daysUntil,
  type Figures,
  money,
  number,
  seconds,
  summed,
  tokensOf,
  type UsageLine,
  useUsage,
} from './usage.ts'
import { words } from './words.ts'

const ranges = [7, 30, 90]

/** What was answered, by what, and what it cost. Days are of UTC. */
export function UsagePage() {
  const [count, setCount] = useState(30)
  const [now] = useState(() => Date.now())
  const days = useMemo(() => daysUntil(now, count), [now, count])
  const { usage, costs, people, places, firstTexts, answers, limits } = useUsage(days)
  const failed = [usage, costs, places, firstTexts, answers, limits].find(({ error }) => error)
  const perDay = useDays(days, usage.data, ({ conversations }) => conversations)
  const moneyPerDay = useDays(days, costs.data?.lines, ({ money }) => money / 1e6)
  const textPerDay = useDays(days, firstTexts.data, ({ medianMs }) => medianMs / 1000)
  const figures: Figures | undefined =
    usage.data && costs.data && places.data && firstTexts.data && !people.isPending
      ? {
          ...{ usage: usage.data, costs: costs.data, places: places.data, firstTexts: firstTexts.data },
          people: people.data,
        }
      : undefined
  const save = () => download(`parley-usage-${days[0]}-${days.at(-1)}.csv`, 'text/csv', csvOf(figures!))

  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className={styles.tools}>
        <label>
          {words.days}{' '}
          <select value={count} onChange={(event) => setCount(Number(event.currentTarget.value))}>
            {ranges.map((days) => (
              <option key={days} value={days}>
                {words.lastDays(days)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={!figures} onClick={save}>
          {words.csv}
        </button>
      </p>
      {failed?.error && <Failed error={failed.error} onAgain={() => void failed.refetch()} />}
      {usage.isPending && <Loading />}
      {usage.data && costs.data && answers.data && (
        <Sums usage={usage.data} costs={costs.data} answers={answers.data} people={people.data} />
      )}
      {usage.data && <Plot days={days} values={perDay} label={words.plot} />}
      {usage.data && (usage.data.length === 0 ? <p className="quiet">{words.none}</p> : <Tables usage={usage.data} />)}
      {costs.data && costs.data.lines.length > 0 && (
        <>
          <Plot days={days} values={moneyPerDay} label={words.moneyPlot(costs.data.currency)} />
          <CostsBy of={['model']} costs={costs.data} />
          <CostsBy of={['agent', 'model']} costs={costs.data} />
        </>
      )}
      {firstTexts.data && firstTexts.data.length > 0 && (
        <>
          <Plot days={days} values={textPerDay} label={words.firstTextPlot} />
          <FirstTextsByDay days={firstTexts.data} />
        </>
      )}
      {places.data && <Most title={words.place} counted={places.data} />}
      {people.data && <Most title={words.person} counted={people.data} />}
      {answers.data && (
        <Counts
          title={words.outcome}
          rows={Object.entries(answers.data.outcomes).map(([name, n]) => [turnWords.outcomes[name] ?? name, n])}
          note={words.ofLast(answers.data.answers)}
        />
      )}
      {limits.data && <Limits {...limits.data} />}
    </div>
  )
}

/** For each day the sum of its lines. */
function useDays<Line extends { day: string }>(
  days: readonly string[],
  lines: readonly Line[] | undefined,
  count: (line: Line) => number,
): readonly number[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is counted of a line stays the same.
  return useMemo(() => {
    const sums = new Map(summed(lines ?? [], ({ day }) => day, count))
    return days.map((day) => sums.get(day) ?? 0)
  }, [lines, days])
}

interface SumsProps {
  usage: readonly UsageLine[]
  costs: Costs
  answers: Answers
  people: Counted | undefined
}

function Sums({ usage, costs, answers, people }: SumsProps) {
  const total = (count: (line: UsageLine) => number) => number(usage.reduce((sum, line) => sum + count(line), 0))
  const share = answers.answers === 0 ? 0 : Math.round((100 * answers.withoutModel) / answers.answers)
  const last = words.ofLast(answers.answers)
  return (
    <dl className={styles.sums}>
      <Sum name={words.answers} value={total(({ conversations }) => conversations)} />
      <Sum name={words.tokens} value={total(tokensOf)} />
      <Sum
        name={words.money}
        value={money(costs.total.money, costs.currency)}
        note={costs.unpriced.length > 0 ? words.unpriced(costs.unpriced.join(', ')) : undefined}
      />
      {people && <Sum name={words.people} value={number(people.total)} note={words.thisMonth} />}
      <Sum name={words.withoutModel} value={`${share} %`} note={last} />
      {answers.firstTextMs && (
        <Sum
          name={words.firstText}
          value={seconds(answers.firstTextMs.median)}
          note={words.p95(seconds(answers.firstTextMs.p95))}
        />
      )}
    </dl>
  )
}

function Sum({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

function Tables({ usage }: { usage: readonly UsageLine[] }) {
  const answered = ({ conversations }: UsageLine) => conversations
  return (
    <div className={styles.tables}>
      <Counts title={words.agent} rows={summed(usage, ({ agent }) => agent, answered)} />
      <Counts title={words.door} rows={summed(usage, ({ door }) => door, answered)} />
    </div>
  )
}

function Counts({ title, rows, note }: { title: string; rows: readonly (readonly [string, number])[]; note?: string }) {
  return (
    <table className={styles.table}>
      {note && <caption>{note}</caption>}
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{words.answers}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, count]) => (
          <tr key={name}>
            <td className={styles.name}>{name}</td>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
