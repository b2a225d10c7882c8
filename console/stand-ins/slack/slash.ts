import type { RetryReason } from './envelope.ts'
import type { Workspace } from './workspace.ts'

/** A slash command as it stands in an app's settings. */
export interface SlashCommand {
  /** With its slash. */
  command: string
  description: string
  usage_hint?: string
  /** People and channels in the text are told by their ids, too. */
  should_escape: boolean
}

/** What Slackbot tells a person whose command came to nothing. */
export function commandFailure(command: string, reason: RetryReason): string {
  if (reason === 'http_timeout') return `${command} failed because the app didn’t respond (operation_timeout)`
  return `${command} failed with the error "${reason === 'http_error' ? 'http_service_error' : 'dispatch_failed'}"`
}

/** Mentions with id and name, as a command with `should_escape` gets them; `typed`: as Slack stores what is typed. */
export function escapeMentions(workspace: Workspace, typed: string): string {
  return typed.replaceAll(/<([@#])([A-Z0-9]+)(?:\|[^>]*)?>/g, (_, sign: string, id: string) => {
    const name = workspace.users.get(id)?.name ?? workspace.channels.get(id)?.name ?? ''
    return `<${sign}${id}|${name}>`
  })
}
