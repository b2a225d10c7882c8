import { strings } from './strings.ts'

export function Loading() {
  return (
    <p className="quiet" role="status">
      {strings.loading}
    </p>
  )
}

export function Failed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  return (
    <div role="alert" className="failed">
      <p>
        {strings.failed} {error.message}
      </p>
      <button type="button" onClick={onAgain}>
        {strings.again}
      </button>
    </div>
  )
}
