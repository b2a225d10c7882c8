import type { Channel, Interaction } from './payloads.ts'
import { channelPlace, directInstallation, installationPlace, replyPlace, type Through } from './places.ts'
import type { MessagePlaces } from './spots.ts'
import type { Self } from './text.ts'

/** Documented: the conversation with the app itself, whoever has installed it. */
const WITH_THE_BOT = 1

/**
 * Whether somebody has brought the app along, who has installed it for themselves: it is not where they are, and may say nothing there
 * but by the interaction. Discord names by whose leave a command can be used there: 0, the server's; 1, the person's own.
 */
export function isBrought({ authorizing_integration_owners: owners, context }: Interaction): boolean {
  if (typeof owners !== 'object' || owners === null || context === WITH_THE_BOT) return false
  return '1' in owners && !('0' in owners)
}

/**
 * Where that is. It belongs to nobody's server, whoever manages that: it is among the direct conversations, and of whoever they are.
 * Each channel is a conversation of its own, so that nothing of somebody's direct one is told where others read.
 */
export function broughtSpot(channel: Channel, self: Self): Omit<MessagePlaces, 'replyTo'> {
  const installation = directInstallation(self.application)
  const place = channelPlace(installation, channel.id)
  return { installation, within: [place, installationPlace(installation)], talk: place, conversation: place }
}

/** Answered there, and by nothing else than the interaction. */
export const broughtReply = (channel: Channel, self: Self, through: Omit<Through, 'only'>) =>
  replyPlace({
    installation: directInstallation(self.application),
    channel: channel.id,
    through: { ...through, only: true },
  })
