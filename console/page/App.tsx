import { Suspense, useState } from 'react'
import styles from './App.module.css'
import { panes } from './panes.ts'
import { Tour } from './playground/tour/Tour.tsx'
import { request } from './shared/api.ts'
import { Mark } from './shared/Mark.tsx'
import { PaneBoundary } from './shared/PaneBoundary.tsx'
import { routeTo, useRoute } from './shared/route.ts'
import { strings } from './strings.ts'

/** The console shows this page as one of its own, with a head and a main part of its own. */
const isFramed = window.parent !== window
const [Bar, Main] = isFramed ? (['div', 'section'] as const) : (['header', 'main'] as const)

/** The shell around the panes: the product's name and the way from one pane to another. */
export function App() {
  const [wanted, ...path] = useRoute()
  const pane = panes.find(({ id }) => id === wanted) ?? panes[0]!
  return (
    <div className={styles.shell}>
      <Bar className={styles.bar}>
        <h1 className={styles.product}>
          <Mark size={24} />
          {strings.product}
        </h1>
        <span className={styles.where}>{strings.playground}</span>
        <nav className={styles.panes} data-tour="panes" aria-label={strings.panes}>
          {panes.map(({ id, name }) => (
            <a key={id} href={routeTo(id)} aria-current={id === pane.id ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        {!isFramed && <Behind />}
        <Tour />
      </Bar>
      <Main className={styles.pane}>
        <PaneBoundary key={pane.id}>
          <Suspense>
            <pane.Pane path={path} />
          </Suspense>
        </PaneBoundary>
      </Main>
    </div>
  )
}

/** The console of what is played with: this page again, and beside it why each answer is as it is and how it was shown. */
function Behind() {
  const [failed, setFailed] = useState<string>()
  const enter = async () => {
    try {
      await request('POST', 'playground/console')
      location.assign('/console/playground')
    } catch (error) {
      setFailed((error as Error).message)
    }
  }
  return (
    <>
      {failed && <span role="alert">{failed}</span>}
      <button type="button" className={styles.behind} title={strings.behindAbout} onClick={() => void enter()}>
        {strings.behind}
      </button>
    </>
  )
}
