import type { Texts } from '../lib/language.ts'
import type { InstallationStanding } from '../store/installations.ts'
import { sentences } from './words/index.ts'

/** That an installation waits is for others to mend: it is told again after so long. */
export const unservedAgainMs = 3_600_000

/** What people hear where nobody is answered: no owner has approved the installation, or it is none of ours any more. */
export const unserved = (standing: InstallationStanding | undefined, installation: string): Texts => {
  if (!standing) return sentences.noInstallation
  return standing.status === 'waiting' ? sentences.waitsForApproval(installation) : sentences.notApproved(installation)
}
