import { type Context, createContext, useContext } from 'react'

/** What every part of a pane may know and do, and the hook that reads it. */
export function createPaneContext<T>(pane: string): [Context<T | undefined>, () => T] {
  const PaneContext = createContext<T | undefined>(undefined)
  const usePane = (): T => {
    const value = useContext(PaneContext)
    if (!value) throw new Error(`A part of the ${pane} pane stands outside of it`)
    return value
  }
  return [PaneContext, usePane]
}
