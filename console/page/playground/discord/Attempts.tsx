import { Icon } from '../../shared/Icon.tsx'
import styles from './Attempts.module.css'
import { useDiscord } from './context.ts'
import { text } from './strings.ts'

/** Commands that wait for the app, and those it did not answer. */
export function Attempts({ channel }: { channel: string }) {
  const { workspace, forget } = useDiscord()
  const commands = workspace.attempts.filter(
    (each) => each.channel === channel && each.message === undefined && each.name,
  )
  return commands.map(({ id, name, failed }) => (
    <div key={id} className={styles.attempt} data-failed={failed} data-testid="attempt" role="status">
      <p>
        <strong>{workspace.me.name}</strong> {text.used} <code>/{name}</code>
      </p>
      {failed ? (
        <>
          <p className={styles.sentence}>
            <Icon name="bolt" />
            {text.notResponding}
          </p>
          <p className={styles.note}>
            <Icon name="eye" />
            {text.onlyYou} •{' '}
            <button type="button" onClick={() => forget(id)}>
              {text.dismiss}
            </button>
          </p>
        </>
      ) : (
        <p className={styles.sentence}>{text.sendingCommand}</p>
      )}
    </div>
  ))
}
