import { plain, shown } from '../../../lib/quoting.ts'
import type { InstallationView } from '../../approvals.ts'
import type { Platforms } from '../../platforms.ts'

export const named = (platforms: Platforms, { platform, id, name }: InstallationView): string =>
  `${name === id ? '' : `**${plain(name)}** `}${platforms.nameOf(platform)} \`${shown(id)}\``

export const maxNamed = 10
