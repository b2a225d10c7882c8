import { randomBytes } from 'node:crypto'
import { readModal } from './blocks.ts'
import type { Block } from './post.ts'
import { refuse } from './refusal.ts'
import type { Workspace } from './workspace.ts'

/** A modal that is open in front of a person. */
export interface OpenView extends Record<string, unknown> {
  id: string
  hash: string
  user: string
  blocks: Block[]
}

export interface Views {
  /** The modals people have open, newest last. */
  readonly open: OpenView[]
  show(user: string, view: unknown): OpenView
  update(id: string, view: unknown, hash?: string): OpenView
  close(id: string): void
  /** As the Web API and interactions tell it. */
  json(view: OpenView): Record<string, unknown>
}

const KEPT = 1000

export function createViews({ workspace }: { workspace: Workspace }): Views {
  const views = new Map<string, OpenView>()
  const freshHash = (): string => randomBytes(6).toString('hex')
  return {
    get open() {
      return [...views.values()]
    },
    show(user, given) {
      const view = {
        ...readModal(given),
        id: `V${randomBytes(5).toString('hex').toUpperCase()}`,
        hash: freshHash(),
        user,
      }
      views.set(view.id, view)
      if (views.size > KEPT) views.delete(views.keys().next().value!)
      return view
    },
    update(id, given, hash) {
      const known = views.get(id)
      if (!known) return refuse('not_found')
      if (hash !== undefined && hash !== known.hash) refuse('hash_conflict')
      const view = { ...readModal(given), id, hash: freshHash(), user: known.user }
      views.set(id, view)
      return view
    },
    close: (id) => void views.delete(id),
    json({ user: _, ...view }) {
      const { team, app } = workspace
      return {
        team_id: team.id,
        app_id: app.id,
        bot_id: app.botId,
        root_view_id: view.id,
        previous_view_id: null,
        ...view,
      }
    },
  }
}
