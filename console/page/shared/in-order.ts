import { createElement, Fragment, type ReactNode } from 'react'

/** Draws things whose place is their only identity, such as the nodes of a text that is read anew at each change. */
export function inOrder<T>(things: readonly T[], draw: (thing: T, place: number) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...things.map(draw))
}
