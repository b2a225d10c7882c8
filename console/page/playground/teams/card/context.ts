import { createContext, useContext } from 'react'
import type { Written } from '../text.ts'
import type { Values } from './inputs.ts'
import type { Json } from './json.ts'

/** What every part of a card may know and do. */
export interface Card {
  values: Values
  /** Inputs that keep the card from being sent, since it was tried. */
  mistakes: string[]
  fill: (id: string, value: string) => void
  /** `cards`: the card the action stands in, and those that it is shown on. */
  act: (action: Json, cards: Json[]) => void
  /** The action that waits for the app, by its key. */
  pressed: string | undefined
  isVisible: (element: Json) => boolean
  mentions: Written['mentions']
}

export const CardContext = createContext<Card | undefined>(undefined)

export function useCard(): Card {
  const card = useContext(CardContext)
  if (!card) throw new Error('useCard outside of a card')
  return card
}

/** The cards around an element, outermost first. */
export const CardsContext = createContext<Json[]>([])
