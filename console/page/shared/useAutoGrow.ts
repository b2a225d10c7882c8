import { useLayoutEffect, useRef } from 'react'

/** A text box as high as its text; CSS sets the most. */
export function useAutoGrow(text: string) {
  const box = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    if (!box.current) return
    box.current.style.height = 'auto'
    box.current.style.height = `${box.current.scrollHeight}px`
  }, [text])
  return box
}
