import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './People.module.css'
import { switchApi, useAccount, useChange } from './people.ts'
import { words } from './words.ts'

/** Whose everything here is, and whether programs may call at all. */
export function AccountView({ isOwner }: { isOwner: boolean }) {
  const account = useAccount()
  const change = useChange(switchApi)
  const { uid, name, plan, apiEnabled } = account.data ?? {}
  return (
    <section className={styles.group}>
      <h2>{words.account}</h2>
      {account.isPending && <Loading />}
      {account.error && <Failed error={account.error} onAgain={() => void account.refetch()} />}
      {account.data && (
        <p>
          {name || uid} · {words.adminUid} <code>{uid}</code> · {words.plan(plan ?? '')} ·{' '}
          {apiEnabled ? words.apiIsOn : words.apiIsOff}{' '}
          {isOwner &&
            (apiEnabled ? (
              <Sure label={words.apiOff} about={words.apiOffAbout} onSure={() => change.mutate(false)} />
            ) : (
              <button type="button" aria-label={words.apiOnAbout} onClick={() => change.mutate(true)}>
                {words.apiOn}
              </button>
            ))}
        </p>
      )}
      {change.error && (
        <p role="alert" className="failed">
          {change.error.message}
        </p>
      )}
    </section>
  )
}
