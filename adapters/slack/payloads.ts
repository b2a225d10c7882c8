/** What Slack sends, as far as we read it. Its signature was checked, so the shape is trusted. */
export interface Body {
  type?: string
  team_id?: string
  context_team_id?: string | null
  authorizations?: Installation[]
  event?: Event
  is_enterprise_install?: boolean
  enterprise?: { id: string } | null
  team?: { id: string } | null
  user?: { id: string; team_id?: string; name?: string }
  channel?: { id: string }
  container?: { channel_id?: string; message_ts?: string; thread_ts?: string }
  message?: { thread_ts?: string }
  actions?: { block_id?: string; action_id?: string; value?: string; action_ts?: string }[]
}

export interface Installation {
  enterprise_id?: string | null
  team_id?: string | null
  is_enterprise_install?: boolean
}

export interface Message {
  subtype?: string
  user?: string
  bot_id?: string
  user_team?: string
  team?: string
  ts: string
  thread_ts?: string
  text?: string
  edited?: unknown
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
}

export interface File {
  name?: string | null
  mimetype?: string
  size?: number
  url_private?: string
  is_external?: boolean
}
