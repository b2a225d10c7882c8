/** What Slack sends, as far as we read it. Its signature was checked, so the shape is trusted. */
export interface Body {
  type?: string
  team_id?: string
  enterprise_id?: string | null
  context_team_id?: string | null
  authorizations?: Authorization[]
  event?: Event
  /** Seconds since the epoch. */
  event_time?: number
  /** Of `app_rate_limited`, in seconds since the epoch: the minute in which Slack tells us no more. */
  minute_rate_limited?: number
  is_enterprise_install?: boolean
  /** The channel is shared with another workspace. */
  is_ext_shared_channel?: boolean
  enterprise?: { id: string } | null
  team?: { id: string; domain?: string } | null
  user?: { id: string; team_id?: string; name?: string }
  channel?: { id: string }
  container?: { channel_id?: string; message_ts?: string; thread_ts?: string }
  message?: Partial<Message>
  actions?: { block_id?: string; action_id?: string; value?: string; action_ts?: string }[]
  callback_id?: string
  /** Of a slash command, whose fields stand by themselves. */
  command?: string
  text?: string
  user_id?: string
  user_name?: string
  channel_id?: string
  trigger_id?: string
  response_url?: string
  /** Of a modal, or the Home tab. */
  view?: {
    id: string
    app_installed_team_id?: string
    /** `home` of the Home tab, else `modal`. */
    type?: string
    callback_id?: string
    private_metadata?: string
    state?: { values: FormState }
  }
  /** Of somebody who types into a select. */
  block_id?: string
  value?: string
}

/** Through whom an event is seen: a workspace, or the organisation that installed the app for all of its workspaces. */
export interface Authorization {
  enterprise_id?: string | null
  team_id?: string | null
  is_enterprise_install?: boolean
}

export interface Message {
  subtype?: string
  user?: string
  username?: string
  bot_id?: string
  app_id?: string
  bot_profile?: { name?: string }
  user_team?: string
  team?: string
  ts: string
  thread_ts?: string
  /** Of a reply in a thread: who began that. */
  parent_user_id?: string
  text?: string
  edited?: { user?: string; ts?: string }
  files?: File[]
  blocks?: Block[]
  attachments?: Attachment[]
  reply_count?: number
  /** The leave of whoever wrote it to search; documented without what stands around it, seen with. */
  action_token?: string
  assistant_thread?: { action_token?: string }
  metadata?: { event_type?: string; event_payload?: { key?: string; canvas?: string } }
  streaming_state?: 'in_progress' | 'completed' | 'errored'
  latest_reply?: string
}

/** Of Block Kit, what there is to read. */
export interface Block {
  type: string
  text?: unknown
  alt_text?: string
  fields?: unknown[]
  elements?: unknown[]
  rows?: (RichElement & { text?: string })[][]
}

/** Of `rich_text`. */
export interface RichElement {
  type: string
  text?: string
  url?: string
  user_id?: string
  channel_id?: string
  usergroup_id?: string
  range?: string
  name?: string
  elements?: RichElement[]
}

/** What a program attaches, the preview of a link, or (`is_share`, `is_msg_unfurl`) the copy of another message. */
export interface Attachment {
  pretext?: string
  title?: string
  title_link?: string
  text?: string
  fields?: { title?: string; value?: string }[]
  footer?: string
  fallback?: string
  blocks?: Block[]
  author_id?: string
  author_name?: string
  author_subname?: string
  channel_id?: string
  channel_name?: string
  from_url?: string
  ts?: string | number
  is_share?: boolean
  is_msg_unfurl?: boolean
  message_blocks?: { message?: { blocks?: Block[] } }[]
  files?: File[]
}

export interface Event extends Message {
  type: string
  channel: string
  hidden?: boolean
  message?: Message
  previous_message?: Message
  deleted_ts?: string
  tokens?: { bot?: string[] }
  /** Of `team_access_revoked`. */
  team_ids?: string[]
  /** Of `reaction_added`. */
  reaction?: string
  item?: { type?: string; channel?: string; ts?: string }
  /** Of `link_shared`: what names the message, sent or yet to be, and the links in it that are ours. */
  unfurl_id?: string
  source?: string
  links?: { url?: string }[]
  /** Of `function_executed`: which step of a workflow, what it was given, and the token that it is ended by. */
  function?: { callback_id?: string }
  inputs?: Record<string, unknown>
  function_execution_id?: string
  bot_access_token?: string
  /** Of `member_joined_channel`: none where nobody has brought them. */
  inviter?: string
  /** Of `app_home_opened`. */
  tab?: string
  event_ts?: string
}

export interface File {
  id?: string
  name?: string | null
  mimetype?: string
  size?: number
  url_private?: string
  is_external?: boolean
  /** `check_file_info`: nothing but the id is told here. */
  file_access?: string
  /** `slack_audio`: a voice clip. */
  subtype?: string
  duration_ms?: number
  transcription?: { status?: string; preview?: { content?: string; has_more?: boolean } }
  /** Where all of the transcription is. */
  vtt?: string
}

/** What stands in the fields of a form, by block_id and action_id. */
export type FormState = Record<string, Record<string, FieldState>>

/** What stands in a field of a form. */
export interface FieldState {
  type?: string
  value?: string | null
  selected_option?: { value: string } | null
  selected_options?: { value: string }[]
  files?: File[]
}
