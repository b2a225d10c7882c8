import { z } from 'zod'

/** A channel in which people of a team decide or take over, on any platform that is connected. */
export const teamChannelSchema = z.strictObject({
  platform: z.string().min(1).max(40),
  /** As a place is named: `T0ACME/C0SUPPORT`, or with a server’s or tenant’s id in front. */
  channel: z.string().min(1).max(400),
})
export type TeamChannel = z.infer<typeof teamChannelSchema>
