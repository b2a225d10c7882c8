import { useEffect, useState } from 'react'
import type { Sight } from './steps.ts'

export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

export const findSight = (sight: Sight): HTMLElement | null => document.querySelector(`[data-tour="${sight}"]`)

/** Where on screen a sight is; undefined as long as it is not there. Looked at before each frame, since answers that grow move all. */
export function useSight(sight: Sight): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      const found = findSight(sight)?.getBoundingClientRect()
      setBox((known) => (isSame(known, found) ? known : found))
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [sight])
  return box
}

function isSame(a: Box | undefined, b: Box | undefined): boolean {
  if (!a || !b) return a === b
  return a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height
}
