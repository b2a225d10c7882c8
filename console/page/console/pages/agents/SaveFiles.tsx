import styles from './Agents.module.css'
import type { Draft } from './agents.ts'
import { Saving } from './Saving.tsx'
import type { FileEditing } from './useFileEditing.ts'
import { words } from './words.ts'

export function SaveFiles({ editing, draft }: { editing: FileEditing; draft: Draft }) {
  const { saving, seen, isEdited, save, saveAnyway, drop } = editing
  return (
    <div className={styles.bar}>
      <Saving error={saving.error} seen={seen} now={draft} onMine={saveAnyway} onTheirs={drop} />
      <button type="button" className="primary" disabled={!isEdited || saving.isPending} onClick={save}>
        {words.save}
      </button>{' '}
      <button type="button" disabled={!isEdited} onClick={drop}>
        {words.dropEdits}
      </button>
      <span role="status" className={styles.note}>
        {isEdited ? words.unsaved : saving.isSuccess ? words.saved : ''}
      </span>
    </div>
  )
}
