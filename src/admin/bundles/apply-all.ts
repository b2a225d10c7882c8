import { AppError } from '../../lib/errors.ts'
import { playgroundAccount } from '../../store/apart.ts'
import { type Applied, type Bundles, bundleFolders } from './index.ts'

/** Who hears of what was done, and of what was not. */
export interface Notices {
  info(about: object, text: string): void
  warn(about: object, text: string): void
}

/** Applies the agent folders in `folder` as agents of these accounts, and says what became of each. */
export async function applyAgentFolders(
  folder: string,
  accounts: readonly string[],
  bundles: Bundles,
  log: Notices,
): Promise<void> {
  let failed: AppError | undefined
  for (const account of accounts) {
    try {
      await bundles.apply(bundleFolders(folder), account, { onApplied: (applied) => tell(applied, account, log) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A folder is as wrong for one account as for another.
      failed ??= error
    }
  }
  if (failed) throw failed
}

function tell(applied: Applied, account: string, log: Notices): void {
  const { id: agent, outcome, difference, warnings } = applied
  switch (outcome) {
    case 'unchanged':
    case 'kept':
      return
    case 'made':
      log.info({ agent }, 'an agent was made from its folder')
      break
    case 'updated':
      log.info({ agent }, 'an agent was updated from its folder')
      break
    case 'foreign':
      log.warn({ agent }, 'an agent folder was not applied: its id is taken by another account')
      break
    case 'edited':
      log.warn(
        { agent, difference },
        'an agent folder was not applied, because the agent was edited in another way since; `parley agent apply --force` overwrites it',
      )
  }
  // What is odd about a folder is told once.
  if (account === playgroundAccount) return
  for (const { path, message } of warnings) log.warn({ agent }, `${path} ${message}`)
}
