import { useEffect, useMemo, useRef, useState } from 'react'
import styles from './Card.module.css'
import { isJson, type Json, keyOf, words } from './json.ts'
import type { RenderedCard } from './render.tsx'

interface Props {
  card: Json
  me: string
  /** The app is asked; what only this page does is done already. */
  onAct: (action: Json, inputs: Record<string, string>) => void
  /** The action that waits for the app, by its key. */
  pressed: string | undefined
  /** In a dialog there is no frame around it. */
  bare?: boolean
}

/** An Adaptive Card, drawn by Microsoft's own renderer, which is loaded with the first card. */
export function CardView({ card: given, me, onAct, pressed, bare = false }: Props) {
  const key = keyOf(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same card may come anew with every change of its message
  const card = useMemo(() => given, [key])
  const place = useRef<HTMLFieldSetElement>(null)
  const [rendered, setRendered] = useState<RenderedCard>()
  const act = useRef(onAct)
  act.current = onAct

  useEffect(() => {
    let shown: RenderedCard | undefined
    let gone = false
    void import('./render.tsx').then(({ renderCard }) => {
      if (gone) return
      shown = renderCard(card, me, (action, inputs) => act.current(action, inputs))
      place.current?.replaceChildren(shown.element)
      setRendered(shown)
    })
    return () => {
      gone = true
      // React may be drawing just now, and must not be asked to take something away meanwhile.
      setTimeout(() => shown?.dispose())
    }
  }, [card, me])
  useEffect(() => rendered?.showPressed(pressed), [rendered, pressed])

  return (
    <section
      className={styles.card}
      data-bare={bare}
      data-full={isJson(card['msteams']) && card['msteams']['width'] === 'Full'}
      data-testid="card"
      lang={words(card['lang']) || undefined}
    >
      <fieldset ref={place} disabled={pressed !== undefined} />
    </section>
  )
}
