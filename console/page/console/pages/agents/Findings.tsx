import styles from './Agents.module.css'
import type { Finding } from './Editor.tsx'
import { words } from './words.ts'

export function Findings({ findings, onGo }: { findings: readonly Finding[]; onGo: (finding: Finding) => void }) {
  if (findings.length === 0) return <p className={styles.good}>{words.noFindings}</p>
  return (
    <section aria-label={words.findings}>
      <h2>{words.findings}</h2>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li
            key={`${finding.file} ${finding.line} ${finding.path} ${finding.message}`}
            data-severity={finding.severity}
          >
            <button type="button" onClick={() => onGo(finding)}>
              {finding.file}:{finding.line}
            </button>{' '}
            <strong>{words.severities[finding.severity]}</strong> {finding.path && <code>{finding.path}</code>}{' '}
            {finding.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
