import { Avatar } from '../../shared/Avatar.tsx'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import styles from './Me.module.css'

/** Who one acts as, where there is no room for the sidebar that says it. */
export function Me() {
  const { me } = useSlack().workspace
  return (
    <span className={styles.me}>
      <Avatar name={nameOf(me)} id={me.id} size={20} />
      {nameOf(me)}
    </span>
  )
}
