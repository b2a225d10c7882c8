import { useMemo, useState } from 'react'
import { safeHref } from '../../../shared/richtext/tree.ts'
import styles from './Card.module.css'
import { type Card, CardContext, CardsContext } from './context.ts'
import { CardContent } from './ElementView.tsx'
import { initialValues, inputsOf, mistakesIn } from './inputs.ts'
import { isJson, type Json, list, words } from './json.ts'

interface Props {
  card: Json
  /** The app is asked; what only this page does is done already. */
  onAct: (action: Json, inputs: Record<string, string>) => void
  pressed: string | undefined
  /** In a dialog there is no frame around it. */
  bare?: boolean
}

/** An Adaptive Card. */
export function CardView({ card, onAct, pressed, bare = false }: Props) {
  const [values, setValues] = useState(() => initialValues(card))
  const [mistakes, setMistakes] = useState<string[]>([])
  const [visible, setVisible] = useState<Record<string, boolean>>({})
  const mentions = useMemo(() => mentionsOf(card), [card])
  const isVisible = (element: Json): boolean => visible[words(element['id'])] ?? element['isVisible'] !== false

  const context: Card = {
    values,
    mistakes,
    pressed,
    mentions,
    isVisible,
    fill: (id, value) => {
      setValues((now) => ({ ...now, [id]: value }))
      setMistakes((now) => now.filter((other) => other !== id))
    },
    act: (action, cards) => {
      const type = words(action['type'])
      if (type === 'Action.OpenUrl') return openUrl(words(action['url']))
      if (type === 'openUrl') return openUrl(words(action['value']))
      if (type === 'Action.ToggleVisibility') return setVisible((now) => toggled(action, now, card))
      const inputs = action['associatedInputs'] === 'none' ? [] : cards.flatMap(inputsOf)
      const found = mistakesIn(inputs, values)
      setMistakes(found)
      if (found.length > 0) return
      onAct(action, Object.fromEntries(inputs.map(({ id }) => [words(id), values[words(id)] ?? ''])))
    },
  }
  return (
    <CardContext value={context}>
      <CardsContext value={[card]}>
        <section
          className={styles.card}
          data-bare={bare}
          data-full={isJson(card['msteams']) && card['msteams']['width'] === 'Full'}
          data-testid="card"
          lang={words(card['lang']) || undefined}
        >
          <CardContent card={card} />
        </section>
      </CardsContext>
    </CardContext>
  )
}

function openUrl(url: string): void {
  const href = safeHref(url)
  if (href) window.open(href, '_blank', 'noopener,noreferrer')
}

function toggled(action: Json, now: Record<string, boolean>, card: Json): Record<string, boolean> {
  const targets: unknown[] = Array.isArray(action['targetElements']) ? action['targetElements'] : []
  const changes = targets.map((target): [string, boolean] => {
    const id = words(isJson(target) ? target['elementId'] : target)
    const is = now[id] ?? findById(card, id)?.['isVisible'] !== false
    return [id, isJson(target) && typeof target['isVisible'] === 'boolean' ? target['isVisible'] : !is]
  })
  return { ...now, ...Object.fromEntries(changes) }
}

function findById(part: unknown, id: string): Json | undefined {
  if (Array.isArray(part)) return part.map((each) => findById(each, id)).find((found) => found !== undefined)
  if (!isJson(part)) return undefined
  return part['id'] === id ? part : findById(Object.values(part), id)
}

function mentionsOf(card: Json): Card['mentions'] {
  const entities = isJson(card['msteams']) ? list(card['msteams']['entities']) : []
  return entities.flatMap(({ type, text, mentioned }) =>
    type === 'mention' && isJson(mentioned) ? [{ id: words(mentioned['id']), text: words(text) }] : [],
  )
}
