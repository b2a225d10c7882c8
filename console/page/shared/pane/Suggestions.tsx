import { strings } from '../../strings.ts'
import styles from './Suggestions.module.css'

/** What somebody may say first, where nothing has been said yet. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className={styles.suggestions}>
      <p>{strings.firstRun}</p>
      {strings.suggestions.map((text) => (
        <button key={text} type="button" data-testid="suggestion" onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  )
}
