import { Desks } from '../../shared/pane/Desks.tsx'
import { DiscordDesk } from './DiscordDesk.tsx'

export default function DiscordPane({ path }: { path: string[] }) {
  return <Desks pane="discord" path={path} draw={(desk) => <DiscordDesk {...desk} />} />
}
