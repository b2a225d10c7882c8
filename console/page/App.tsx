import { Suspense } from 'react'
import styles from './App.module.css'
import { panes } from './panes.ts'
import { Tour } from './playground/tour/Tour.tsx'
import { Mark } from './shared/Mark.tsx'
import { PaneBoundary } from './shared/PaneBoundary.tsx'
import { routeTo, useRoute } from './shared/route.ts'
import { strings } from './strings.ts'

/** The shell around the panes: the product's name and the way from one pane to another. */
export function App() {
  const [wanted, ...path] = useRoute()
  const pane = panes.find(({ id }) => id === wanted) ?? panes[0]!
  return (
    <div className={styles.shell}>
      <header className={styles.bar}>
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
        <Tour />
      </header>
      <main className={styles.pane}>
        <PaneBoundary key={pane.id}>
          <Suspense>
            <pane.Pane path={path} />
          </Suspense>
        </PaneBoundary>
      </main>
    </div>
  )
}
