import styles from './Usage.module.css'
import { type Limit, money, number } from './usage.ts'
import { words } from './words.ts'

/** What may be used in a time, and how near it is. */
export function Limits({ items, currency }: { items: readonly Limit[]; currency: string }) {
  const told = ({ unit }: Limit, value: number) => (unit === 'money' ? money(value, currency) : number(value))
  return (
    <>
      <h2>{words.limits}</h2>
      {items.length === 0 ? (
        <p className="quiet">{words.noLimits}</p>
      ) : (
        <ul className={styles.limits}>
          {items.map((limit) => {
            const name = words.limit(whoseOf(limit), words.units[limit.unit], words.periods[limit.period])
            return (
              <li key={name}>
                <span>{name}</span>
                {limit.used !== null && (
                  <meter min={0} max={limit.most} high={limit.most * 0.8} value={limit.used} aria-label={name} />
                )}
                <span>
                  {limit.used !== null && `${told(limit, limit.used)} / `}
                  {told(limit, limit.most)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function whoseOf({ scope, subject }: Limit): string {
  if (scope === 'account') return words.scopes.account
  return subject === '' ? words.each(words.scopes[scope]) : subject
}
