import type { SignOnOf } from '../ports/sign-on.ts'
import { type Granted, type ToolAuth, ToolAuthFailure } from '../ports/tools.ts'

/** By whom somebody is known where no server of tools was asked for leave: their platform. */
interface ByPlatform {
  platform: string
  installation: string
  kept: string
}

/** As leave by a platform is kept, beside what servers have given. */
const keptByPlatform = (by: ByPlatform): string => JSON.stringify({ signOn: by })

export const byPlatform = (kept: string): ByPlatform | undefined => (JSON.parse(kept) as { signOn?: ByPlatform }).signOn

/** Leave goes on, and is taken back, where it is from: by OAuth, or from the person's platform. */
export function createLeave({
  auth,
  signOnOf,
}: {
  auth: () => ToolAuth
  signOnOf: SignOnOf | undefined
}): Pick<ToolAuth, 'refresh' | 'revoke'> {
  function signOn(by: ByPlatform) {
    const found = signOnOf?.(by)
    if (!found) throw new ToolAuthFailure('away', `${by.platform} is not connected`)
    return found
  }
  return {
    async refresh(kept, signal) {
      const by = byPlatform(kept)
      if (!by) return auth().refresh(kept, signal)
      const next = await signOn(by).refresh(by.kept, signal)
      return next && byTheir(by, next)
    },
    async revoke(kept, signal) {
      const by = byPlatform(kept)
      await (by ? signOn(by).revoke(by.kept, signal) : auth().revoke(kept, signal))
    },
  }
}

/** What a platform has given, as it is kept. */
export const byTheir = (of: Omit<ByPlatform, 'kept'>, granted: Granted): Granted => ({
  ...granted,
  kept: keptByPlatform({ platform: of.platform, installation: of.installation, kept: granted.kept }),
})
