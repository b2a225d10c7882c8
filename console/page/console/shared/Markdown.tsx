import { useLayoutEffect, useRef } from 'react'
import { markdown } from '../../../widget/markdown.ts'
import styles from './Markdown.module.css'

/** An answer as people see it, by what websites show it with. */
export function Markdown({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(markdown(text)), [text])
  return <div ref={box} className={styles.text} />
}
