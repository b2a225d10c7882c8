import { Desks } from '../../shared/pane/Desks.tsx'
import { SlackDesk } from './SlackDesk.tsx'

export default function SlackPane({ path }: { path: string[] }) {
  return <Desks pane="slack" path={path} framed draw={(desk) => <SlackDesk {...desk} />} />
}
