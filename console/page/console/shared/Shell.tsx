import { Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, isSignedOut } from './api.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { useLive } from './live.ts'
import { pagesFor } from './pages.ts'
import styles from './Shell.module.css'
import { SignedOut } from './SignedOut.tsx'
import { type Me, nobody, useMe } from './session.ts'
import { strings } from './strings.ts'
import { useKeys } from './useKeys.ts'

/** What stands around every page: where one can go, who one is, and the keys. */
export function Shell() {
  const me = useMe()
  const isOut = isSignedOut(me.error)
  useLive(me.data !== undefined && !isOut)
  const [isHelp, setHelp] = useState(false)
  useKeys(me.data ?? nobody, { onHelp: () => setHelp(true) })
  if (isOut) return <SignedOut />
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#page">
        {strings.skip}
      </a>
      <header className={styles.bar}>
        <span className={styles.brand}>
          Parley <span>{strings.console}</span>
        </span>
        <nav aria-label={strings.pages} className={styles.pages}>
          {pagesFor(me.data ?? nobody).map(({ to, name }) => (
            <Link key={to} to={to} activeProps={{ className: styles.current! }}>
              {name}
            </Link>
          ))}
        </nav>
        <div className={styles.who}>
          {me.data && <Who me={me.data} />}
          <button type="button" onClick={() => setHelp(true)} aria-label={strings.showKeys}>
            ?
          </button>
          <button type="button" onClick={signOut}>
            {strings.signOut}
          </button>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so it must be reached by keys. */}
      <main id="page" className={styles.main} tabIndex={0}>
        <Outlet />
      </main>
      {isHelp && <KeyHelp onClose={() => setHelp(false)} />}
    </div>
  )
}

function Who({ me }: { me: Me }) {
  const { person, owner, adminOf } = me
  const role = owner ? strings.owner : adminOf === 'all' ? strings.adminOfAll : strings.adminOf(adminOf.join(', '))
  return <span title={role}>{person === 'cli' ? strings.machine : person}</span>
}

async function signOut() {
  await ask('/console/api/leave', { method: 'POST', body: {} }).catch(() => {})
  location.assign('/console')
}
