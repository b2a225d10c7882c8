import { WHY } from './command-calls.ts'
import { ASK_ABOUT } from './interactions.ts'
import { ASK_AGENT } from './step-run.ts'

/** What the app may do, in the order Slack lists them. */
export const SCOPES = [
  'app_mentions:read',
  // Suggested prompts.
  'assistant:write',
  'channels:history',
  // What channels are called, and who is in them: what may be told there.
  'channels:read',
  'chat:write',
  // `/agent`.
  'commands',
  // Pictures people send.
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'mpim:history',
  // The names of groups that are spoken of, and of those whose words are quoted.
  'usergroups:read',
  'users:read',
]

/** The slash command under which agents are shaped, unless the app calls it otherwise: Slack gives us the app's own, whatever its name. */
export const COMMAND = '/agent'

/** What Slack is to tell us. */
export const EVENTS = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'channel_deleted',
  'group_deleted',
  // It was invited to a channel, and says who it is.
  'member_joined_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'tokens_revoked',
]

/** What the app asks for besides, where this Parley is to have it. */
export interface Wants {
  /** Agents are asked about messages by reactions too, and mark messages by them. */
  reactions?: boolean
  /** Agents may post under names and pictures of their own. */
  faces?: boolean
  /** Models may look for what was said in public channels, with the rights of whoever asks. */
  search?: boolean
  /** What links of the console lead to is shown below them. */
  unfurls?: boolean
  /** Workflows may ask agents. */
  steps?: boolean
  /** Answers that are too long for messages come as canvases. */
  canvases?: boolean
}

/** All that the app may do, by the manifest and by whatever installs it. */
export const scopesFor = ({ reactions, faces, search, unfurls, canvases }: Wants = {}): string[] =>
  [
    ...SCOPES,
    ...(reactions ? ['reactions:read', 'reactions:write'] : []),
    ...(faces ? ['chat:write.customize'] : []),
    ...(search ? ['search:read.public'] : []),
    ...(unfurls ? ['links:read', 'links:write'] : []),
    ...(canvases ? ['canvases:write'] : []),
  ].sort()

export const eventsFor = ({ reactions, unfurls, steps }: Wants = {}): string[] =>
  [
    ...EVENTS,
    ...(reactions ? ['reaction_added'] : []),
    ...(unfurls ? ['link_shared'] : []),
    ...(steps ? ['function_executed'] : []),
  ].sort()

/** The step of workflows. It takes no scope; Slack has it only in apps that an organisation may install. */
const ASK_AGENT_STEP = {
  title: 'Ask an agent',
  description: 'Asks an agent for somebody, and goes on with its answer',
  input_parameters: {
    question: { type: 'string', title: 'Question', description: 'What the agent is asked', is_required: true },
    person: {
      type: 'slack#/types/user_id',
      title: 'Who asks',
      description: 'By whose rights and limits, mostly whoever started the workflow',
      is_required: true,
    },
    agent: {
      type: 'string',
      title: 'Agent',
      description: 'Its id; without one, the agent of the workspace',
      is_required: false,
    },
  },
  output_parameters: {
    answer: { type: 'string', title: 'Answer', description: 'What the agent says', is_required: true },
  },
}

/** As Slack names whose links it tells of: with all that ends in it, and without a port. */
export const domainOf = (publicUrl: string): string => new URL(publicUrl).hostname

export interface ManifestParts extends Wants {
  name: string
  url?: string | undefined
  /** Where people reach the console, for `unfurls`. */
  publicUrl?: string | undefined
  /** The slash command, with its slash: of two apps in a workspace that have the same one, the later gets it. */
  command?: string
  /** An organisation may install it for all of its workspaces. */
  organisation?: boolean
}

/** The app as https://api.slack.com/apps takes it. With `url` Slack sends events there, without it to a socket. */
export function manifest(parts: ManifestParts): string {
  const { name, url, publicUrl, command = COMMAND, organisation = false, ...wants } = parts
  const requests = url === undefined ? undefined : new URL('/slack/events', url).href
  const address = requests === undefined ? {} : { url: requests }
  const request = requests === undefined ? {} : { request_url: requests }
  // An organisation may take single workspaces from it.
  const events = [...eventsFor(wants), ...(organisation ? ['team_access_revoked'] : [])].sort()
  const hasSteps = wants.steps === true
  const whole = {
    display_information: { name, description: 'Ask the agents of your team.' },
    features: {
      agent_view: { agent_description: 'Answers your questions, in private and in channels.' },
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: name, always_online: true },
      shortcuts: [
        {
          name: 'Ask the agent about this',
          type: 'message',
          callback_id: ASK_ABOUT,
          description: 'Ask about this message, in private',
        },
        {
          name: 'Why this answer?',
          type: 'message',
          callback_id: WHY,
          description: 'How the agent came to its answer, in private',
        },
      ],
      slash_commands: [
        {
          command,
          ...address,
          description: 'Shape the agents: create, edit, test, publish',
          usage_hint: 'help',
          // People in what is typed come with their ids.
          should_escape: true,
        },
      ],
      ...(wants.unfurls && publicUrl !== undefined && { unfurl_domains: [domainOf(publicUrl)] }),
    },
    oauth_config: {
      ...(url !== undefined && { redirect_urls: [new URL('/slack/oauth_redirect', url).href] }),
      scopes: { bot: scopesFor(wants) },
    },
    ...(hasSteps && { functions: { [ASK_AGENT]: ASK_AGENT_STEP } }),
    settings: {
      event_subscriptions: { ...request, bot_events: events },
      interactivity: {
        is_enabled: true,
        ...request,
        // Where the choices of long lists are asked for.
        ...(requests !== undefined && { message_menu_options_url: requests }),
      },
      org_deploy_enabled: organisation || hasSteps,
      ...(hasSteps && { function_runtime: 'remote' }),
      socket_mode_enabled: url === undefined,
      token_rotation_enabled: false,
    },
  }
  return JSON.stringify(whole, null, 2)
}
