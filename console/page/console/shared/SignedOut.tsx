import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from './api.ts'
import styles from './Card.module.css'
import { strings } from './strings.ts'

interface Way {
  id: string
  name: string
}

export function SignedOut() {
  const ways = useQuery({ queryKey: ['ways'], queryFn: () => ask<{ items: Way[] }>('/console/api/ways') })
  const items = ways.data?.items ?? []
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{strings.signedOutTitle}</h1>
        {items.length > 0 && <Ways ways={items} />}
        <p>{items.length > 0 ? strings.signedOutOr : strings.signedOutHow}</p>
        <p>
          <code>/agent console</code>
          <br />
          <code>npx parley console</code>
        </p>
      </div>
    </main>
  )
}

/** Whoever signs in comes back to the page that they wanted. */
function Ways({ ways }: { ways: readonly Way[] }) {
  const begin = useMutation({
    mutationFn: (id: string) =>
      ask<{ url: string }>(`/console/api/ways/${id}`, {
        method: 'POST',
        body: { to: location.pathname + location.search },
      }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      {begin.error && <p role="alert">{begin.error.message}</p>}
      <ul className={styles.ways}>
        {ways.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className="primary" disabled={begin.isPending} onClick={() => begin.mutate(id)}>
              {strings.signInWith(name)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
