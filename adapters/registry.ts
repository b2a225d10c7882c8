import type { Platform } from '../src/ports/platform.ts'
import { discord } from './discord/platform.ts'
import { slack } from './slack/platform.ts'
import { teams } from './teams/platform.ts'
import { terminal } from './terminal/platform.ts'
import { web } from './web/platform.ts'

/** Every platform there is, in the order in which people read of them. No other file lists them. */
export const platforms: readonly Platform[] = [slack, discord, teams, terminal, web]
