import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../shared/api.ts'
import styles from '../../shared/Card.module.css'
import { SignedOut } from '../../shared/SignedOut.tsx'
import { strings } from '../../shared/strings.ts'

/** Opening a link changes nothing, so that whatever looks at links before people do cannot use it up: only the press does. */
export function SignInPage() {
  const [token] = useState(() => location.hash.slice(1))
  const enter = useMutation({
    mutationFn: () => ask('/console/api/enter', { method: 'POST', body: { token } }),
    onSuccess: () => location.replace('/console'),
  })
  if (token === '') return <SignedOut />
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{strings.signInTitle}</h1>
        <p>{strings.signInPress}</p>
        {enter.error && <p role="alert">{enter.error.message}</p>}
        <button type="button" className="primary" disabled={enter.isPending} onClick={() => enter.mutate()}>
          {enter.isPending ? strings.signingIn : strings.signIn}
        </button>
      </div>
    </main>
  )
}
