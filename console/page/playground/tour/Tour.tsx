import { type CSSProperties, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../shared/Icon.tsx'
import { fillFirstComposer } from '../../shared/pane/drafts.ts'
import { navigate } from '../../shared/route.ts'
import { type Step, words } from './steps.ts'
import styles from './Tour.module.css'
import { type Box, findSight, useSight } from './useSight.ts'

const seenKey = 'parley.tour'

/** The button that starts the tour, and the tour. It is quiet once somebody has taken the tour in this browser. */
export function Tour() {
  const [at, setAt] = useState<number>()
  const [isSeen, setSeen] = useState(() => localStorage.getItem(seenKey) !== null)
  const button = useRef<HTMLButtonElement>(null)
  const end = useCallback(() => {
    localStorage.setItem(seenKey, 'seen')
    setSeen(true)
    setAt(undefined)
    button.current?.focus()
  }, [])
  const start = () => {
    navigate(['slack'])
    setAt(0)
  }
  const step = at === undefined ? undefined : words.steps[at]
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.start}
        data-seen={isSeen}
        data-testid="tour-start"
        aria-label={isSeen ? words.again : words.start}
        title={isSeen ? words.again : words.start}
        onClick={start}
      >
        <Icon name="ask" />
        <span>{words.start}</span>
      </button>
      {step && <Stop key={at} step={step} at={at!} onAt={setAt} onEnd={end} />}
    </>
  )
}

interface StopProps {
  step: Step
  at: number
  onAt: (at: number) => void
  onEnd: () => void
}

/** One step: a ring around what it is about, and a card with the words. What it tells of can be done meanwhile. */
function Stop({ step, at, onAt, onEnd }: StopProps) {
  const box = useSight(step.sight)
  const card = useRef<HTMLElement>(null)
  const id = useId()
  const isLast = at === words.steps.length - 1
  const next = useCallback(() => (isLast ? onEnd() : onAt(at + 1)), [isLast, onEnd, onAt, at])
  const isThere = box !== undefined

  useEffect(() => {
    if (isThere) card.current?.focus()
  }, [isThere])
  useKeys(onEnd, card)
  useSent(step, isThere, next)

  if (!box) return null
  return (
    <>
      <div className={styles.ring} style={ringAt(box)} aria-hidden="true" />
      <section
        ref={card}
        className={styles.card}
        style={cardAt(box)}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        data-testid="tour"
      >
        <div className={styles.head}>
          <h2 id={`${id}-title`}>{step.title}</h2>
          <span>{words.place(at + 1, words.steps.length)}</span>
          <button type="button" className="iconButton" aria-label={words.end} title={words.end} onClick={onEnd}>
            <Icon name="close" />
          </button>
        </div>
        <p id={`${id}-text`}>{step.text}</p>
        <div className={styles.buttons}>
          {step.words && (
            <button type="button" className="button" onClick={() => fillFirstComposer({ text: step.words! })}>
              {words.write}
            </button>
          )}
          <span className={styles.gap} />
          {at > 0 && (
            <button type="button" className="button" onClick={() => onAt(at - 1)}>
              {words.back}
            </button>
          )}
          <button type="button" className="button primary" data-testid="tour-next" onClick={next}>
            {isLast ? words.done : words.next}
          </button>
        </div>
        <small>{words.keys}</small>
      </section>
    </>
  )
}

/** The tour hears its keys wherever one is, after whoever else had a use for them. */
function useKeys(onEnd: () => void, card: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')
      if (isTaken || (event.key !== 'Escape' && event.key !== 'F6')) return
      event.preventDefault()
      if (event.key === 'F6') card.current?.focus()
      else onEnd()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onEnd, card])
}

/** Who has sent something from the composer that a step is about has done the step. */
function useSent({ sight }: Step, isThere: boolean, next: () => void): void {
  useEffect(() => {
    const form = sight === 'composer' && isThere ? findSight(sight) : null
    if (!form) return
    const onKey = (event: KeyboardEvent) => {
      const box = event.target as HTMLElement
      const chooses = event.shiftKey || event.isComposing || box.hasAttribute('aria-activedescendant')
      if (event.key === 'Enter' && !chooses && box instanceof HTMLTextAreaElement && box.value.trim()) goOn()
    }
    // A composer takes the focus when it sends, and only then the next card may have it.
    const goOn = () => void setTimeout(next)
    form.addEventListener('keydown', onKey, { capture: true })
    form.addEventListener('submit', goOn)
    return () => {
      form.removeEventListener('keydown', onKey, { capture: true })
      form.removeEventListener('submit', goOn)
    }
  }, [sight, isThere, next])
}

function ringAt({ left, top, width, height }: Box): CSSProperties {
  return { left, top, width, height }
}

/** Above or below the sight, where there is more room; inside of one that fills the screen. */
function cardAt({ left, top, width, height }: Box): CSSProperties {
  const fits = Math.max(12, Math.min(left, innerWidth - 352))
  if (height > innerHeight / 2) return { right: Math.max(12, innerWidth - left - width + 24), top: top + 16 }
  if (top + height / 2 > innerHeight / 2) return { left: fits, bottom: innerHeight - top + 12 }
  return { left: fits, top: top + height + 12 }
}
