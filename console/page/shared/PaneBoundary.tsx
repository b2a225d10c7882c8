import type { ReactNode } from 'react'
import { Component } from 'react'
import { strings } from '../strings.ts'
import styles from './PaneBoundary.module.css'

/** Keeps the shell usable when a pane fails to load or to draw. (React offers error boundaries as classes only.) */
export class PaneBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className={styles.failed} role="alert">
        <p>{strings.paneFailed}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {strings.reload}
        </button>
      </div>
    )
  }
}
