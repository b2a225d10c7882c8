import styles from './Avatar.module.css'
import { Mark } from './Mark.tsx'

interface Props {
  name: string
  /** Decides the colour, so a person keeps theirs when renamed. */
  id: string
  bot?: boolean
  size?: number
}

/** Decorative: the name stands beside it everywhere. */
export function Avatar({ name, id, bot = false, size = 36 }: Props) {
  const style = { '--size': `${size}px`, '--hue': hue(id) } as React.CSSProperties
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {bot ? <Mark size={size} /> : <span className={styles.initials}>{initials(name)}</span>}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}

const hues = [208, 334, 262, 168, 12, 288, 140]

function hue(id: string): number {
  const sum = Array.from(id).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7)
  return hues[sum % hues.length]!
}
