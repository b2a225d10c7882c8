import { type ReactNode, useContext, useState } from 'react'
import { inOrder } from '../../../shared/in-order.ts'
import styles from './Card.module.css'
import { CardsContext, useCard } from './context.ts'
import { isJson, type Json, keyOf, token, words } from './json.ts'

interface Props {
  actions: Json[]
  align?: unknown
  /** Draws what is in a card. */
  show: (card: Json) => ReactNode
}

/** Buttons in a row; a card that one of them shows opens below. */
export function ActionBar({ actions, align, show }: Props) {
  const cards = useContext(CardsContext)
  const { act, pressed } = useCard()
  const [shown, setShown] = useState<number>()
  if (actions.length === 0) return null
  const inside = shown === undefined ? undefined : actions[shown]?.['card']
  return (
    <div className={styles.actionBar}>
      <div className={styles.actions} data-align={token(align)}>
        {inOrder(actions, (action, i) => {
          const shows = token(action['type']) === 'action.showcard'
          const waits = pressed === keyOf(action)
          return (
            <button
              type="button"
              className={styles.action}
              data-style={token(action['style'])}
              data-testid="action"
              aria-expanded={shows ? shown === i : undefined}
              aria-busy={waits}
              title={words(action['tooltip']) || undefined}
              disabled={action['isEnabled'] === false || pressed !== undefined}
              onClick={() => (shows ? setShown(shown === i ? undefined : i) : act(action, cards))}
            >
              {words(action['iconUrl']) && <img src={words(action['iconUrl'])} alt="" />}
              {words(action['title'])}
              {shows && <i className={styles.arrow} aria-hidden="true" />}
            </button>
          )
        })}
      </div>
      {isJson(inside) && (
        <CardsContext value={[...cards, inside]}>
          <div className={styles.shown}>{show(inside)}</div>
        </CardsContext>
      )}
    </div>
  )
}
