import type { Body } from './payloads.ts'

/** The installations that a payload may have come for, the likeliest first. */
export function installationsOf(body: Body): string[] {
  const [through] = body.authorizations ?? []
  const byEvent = through?.is_enterprise_install
    ? [through.enterprise_id, through.team_id]
    : [through?.team_id, body.context_team_id, body.team_id, body.enterprise_id]
  const byAction = [
    // Of people of another workspace, all else but a message of ours names theirs.
    body.view?.app_installed_team_id,
    body.is_enterprise_install ? body.enterprise?.id : undefined,
    body.team?.id,
    body.user?.team_id,
    // Of a slash command.
    body.team_id,
    body.enterprise_id,
    body.message?.team,
  ]
  const all = body.type === 'event_callback' ? byEvent : byAction
  return all.filter((id) => id !== undefined && id !== null)
}

/**
 * Whose people somebody is of, as they are known here: an organisation that installed the app for all of its workspaces has each of its
 * people once, whichever of them they are in.
 */
export function peopleOf(installation: string, home: string, isOfIt: boolean): string {
  return installation.startsWith('E') && isOfIt ? installation : home
}

/** The same of who pressed or sent something. */
export const peopleIn = ({ enterprise, enterprise_id }: Body, installation: string, home: string): string =>
  peopleOf(installation, home, (enterprise?.id ?? enterprise_id) === installation)

/** The workspace in which something was pressed or sent: where we are, whosesoever the person is (Slack Connect). */
export function teamIn({ team, user, view }: Body, installation: string): string | undefined {
  if (installation.startsWith('T')) return installation
  const here = view?.app_installed_team_id
  return here?.startsWith('T') ? here : (team?.id ?? user?.team_id)
}

/** The workspace through which we see the event, which in a shared channel need not be the author's. */
export function teamOf(body: Body): string {
  const team = body.authorizations?.[0]?.team_id ?? body.context_team_id ?? body.team_id
  if (!team) throw new Error('Slack sent an event that names no workspace')
  return team
}
