import { plain, shown } from '../../../lib/quoting.ts'
import type { InstallationView } from '../../approvals.ts'
import type { Platforms } from '../../platforms.ts'

export const named = (platforms: Platforms, { platform, id, name }: InstallationView): string =>
  `${name === id ? '' : `**${plain(name)}** `}${platforms.nameOf(platform)} \`${shown(id)}\``

export const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const maxNamed = 10
