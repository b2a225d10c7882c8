import { useState } from 'react'
import { strings } from '../../strings.ts'
import styles from './CodeBlock.module.css'

export function CodeBlock({ language, text }: { language: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <div className={styles.block}>
      <pre>
        <code>{text}</code>
      </pre>
      <div className={styles.corner}>
        {'clipboard' in navigator && (
          <button type="button" className={styles.copy} onClick={() => void copy()}>
            {copied ? strings.copied : strings.copy}
          </button>
        )}
        {language && <span className={styles.language}>{language}</span>}
      </div>
    </div>
  )
}
