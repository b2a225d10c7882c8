import type { ComponentType } from 'react'
import { lazy } from 'react'
import { strings } from './strings.ts'

export interface PaneEntry {
  /** Its place in the address: `#/slack`. */
  id: string
  name: string
  /** Loaded when first shown. `path` is what follows the id in the address. */
  Pane: ComponentType<{ path: string[] }>
}

export const panes: PaneEntry[] = [
  { id: 'slack', name: 'Slack', Pane: lazy(() => import('./playground/slack/SlackPane.tsx')) },
  { id: 'discord', name: 'Discord', Pane: lazy(() => import('./playground/discord/DiscordPane.tsx')) },
  { id: 'teams', name: 'Teams', Pane: lazy(() => import('./playground/teams/TeamsPane.tsx')) },
  {
    id: 'together',
    name: strings.together,
    Pane: lazy(() => import('./playground/together/TogetherPane.tsx')),
  },
]
