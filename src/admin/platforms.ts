import type { PlatformId } from '../model/message.ts'
import type { PlatformFacts } from '../ports/platform.ts'

/** What talks about platforms asks here; which there are is handed in. */
export interface Platforms {
  readonly all: readonly PlatformFacts[]
  /** Whether it is the uid of somebody of a chat platform: a name that was merely typed is nobody's. */
  isPerson(uid: string): boolean
  /** As people say it. One that was taken away goes by its id. */
  nameOf(platform: PlatformId): string
  /** So large may a picture be that somebody is shown there. */
  pictureBytes(platform: PlatformId): number
  /** Whether a place is all of an organisation of several workspaces. */
  isOrganisation(place: string): boolean
  /** Whether the app leaves an installation that is refused. */
  leaves(platform: PlatformId, installation: string): boolean
}

/** Sharp enough for the largest drawing that can be read. */
const usualPictureBytes = 1024 * 1024

export function createPlatforms(all: readonly PlatformFacts[]): Platforms {
  const get = (platform: PlatformId) => all.find(({ id }) => id === platform)
  return {
    all,
    isPerson: (uid) => all.some(({ person }) => person.test(uid)),
    nameOf: (platform) => get(platform)?.words.name ?? platform,
    pictureBytes: (platform) => get(platform)?.pictureBytes ?? usualPictureBytes,
    isOrganisation(place) {
      const [platform = '', installation = ''] = place.split(/:(.*)/s)
      return get(platform)?.isOrganisation?.(installation) ?? false
    },
    leaves: (platform, installation) => get(platform)?.leaves?.(installation) ?? false,
  }
}
