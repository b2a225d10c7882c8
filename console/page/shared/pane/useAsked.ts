import { useEffect, useRef } from 'react'
import type { Desk } from './Desks.tsx'
import { type Draft, fillComposer } from './drafts.ts'

/** Says something at a desk, wherever that one is. What could not be said waits in the desk's own composer. */
export type Ask = (draft: Draft) => Promise<void>

interface Place {
  /** What a draft belongs to here. */
  draftKey: string
  /** In a place of many an agent answers when it is named: by this. */
  agent: string | undefined
  say(draft: Draft): Promise<boolean>
}

/** What is asked at several desks at once is said at this one too; `place` is missing while nothing can be said. */
export function useAsked(onAskable: Desk['onAskable'], place: Place | undefined): void {
  const latest = useRef(place)
  latest.current = place
  const isOpen = place !== undefined
  useEffect(() => {
    const ask: Ask = async (draft) => {
      const { draftKey, agent, say } = latest.current!
      const words = agent === undefined ? draft : named(draft, agent)
      if (!(await say(words))) fillComposer(draftKey, words)
    }
    return isOpen ? onAskable?.(ask) : undefined
  }, [isOpen, onAskable])
}

function named(draft: Draft, agent: string): Draft {
  const name = `@${agent}`
  return draft.text.toLowerCase().includes(name.toLowerCase()) ? draft : { ...draft, text: `${name} ${draft.text}` }
}
