import type { InstallationStanding } from '../store/installations.ts'
import * as sentences from './sentences.ts'

/** What people hear where nobody is answered: no owner has approved the installation, or it is none of ours any more. */
export const unserved = (standing: InstallationStanding | undefined, installation: string): sentences.Sentence => {
  if (!standing) return sentences.noInstallation
  return standing.status === 'waiting' ? sentences.waitsForApproval(installation) : sentences.notApproved(installation)
}
