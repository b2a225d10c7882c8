import type { Guild, Role } from './payloads.ts'
import type { Web } from './request.ts'
import { isText } from './sound.ts'

/**
 * The role that Discord gives the app in every server, under its name: whoever picks that from the completion means the app. A
 * session that goes on after a restart does not tell of it again, so it is asked for when somebody calls a role there.
 */
export function createRoles({ web, bot }: { web: Web; bot: string }) {
  const own = new Set<string>()
  const told = new Set<string>()
  const asking = new Map<string, Promise<void>>()

  function heard(role: Role | null | undefined): void {
    if (role?.tags?.bot_id === bot && isText(role.id)) own.add(role.id)
  }

  return {
    heard,
    guild({ id, roles }: Pick<Guild, 'id' | 'roles'>): void {
      if (!Array.isArray(roles)) return
      told.add(id)
      for (const role of roles) heard(role)
    },
    isOwn: (role: string): boolean => own.has(role),
    /** Undefined where nobody has to be asked. Best effort. */
    ask(guild: string | undefined, called: readonly string[] | undefined): Promise<void> | undefined {
      if (guild === undefined || !called?.length || told.has(guild)) return undefined
      const begun = asking.get(guild)
      if (begun) return begun
      const done = web.call({ method: 'GET', path: `guilds/${guild}/roles` }).then((reply) => {
        asking.delete(guild)
        if ('ok' in reply) this.guild({ id: guild, roles: reply.ok as Role[] })
      })
      asking.set(guild, done)
      return done
    },
  }
}
export type Roles = ReturnType<typeof createRoles>
