import type { Place, Plan, Said } from '../plan.ts'
import { createDiscordStage } from './discord.ts'
import { createSlackStage } from './slack.ts'
import type { Shown } from './stage.ts'
import { createTeamsStage } from './teams.ts'

/** The stand-ins of all platforms. */
export function createStages(plan: Plan) {
  const of = { slack: createSlackStage(plan), discord: createDiscordStage(plan), teams: createTeamsStage(plan) }
  const all = [of.slack, of.discord, of.teams]
  return {
    ...of,
    environment: () => Object.assign({}, ...all.map((one) => one.environment())) as Record<string, string>,
    lead(url: string): void {
      for (const one of all) one.lead(url)
    },
    async start(): Promise<void> {
      for (const one of all) await one.start()
    },
    async stop(): Promise<void> {
      for (const one of all) await one.stop()
    },
    say: (said: Said): void => of[said.place.platform].say(said),
    async acknowledged(): Promise<void> {
      for (const one of all) await one.acknowledged()
    },
    shown: (place: Place): Shown[] => of[place.platform].shown(place),
  }
}
export type Stages = ReturnType<typeof createStages>
export type { Shown }
