import { Desks } from '../../shared/pane/Desks.tsx'
import { TeamsDesk } from './TeamsDesk.tsx'

export default function TeamsPane({ path }: { path: string[] }) {
  return <Desks pane="teams" path={path} draw={(desk) => <TeamsDesk {...desk} />} />
}
