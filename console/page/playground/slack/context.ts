import type { Message, Modal, Suggest } from '../../../stand-ins/slack/view.ts'
import { createPaneContext } from '../../shared/pane/context.ts'
import type { Draft } from '../../shared/pane/drafts.ts'
import type { People } from '../../shared/richtext/RichText.tsx'
import type { Field, Filled, Option } from './form.ts'
import type { Workspace } from './state.ts'

/** What every part of the pane may know and do. Failures are shown by the pane, so actions never reject. */
export interface Slack {
  workspace: Workspace
  people: People
  fileUrl: (id: string) => string
  /** Whether it was sent. */
  say: (channel: string, draft: Draft, threadTs?: string) => Promise<boolean>
  edit: (message: Message, text: string) => Promise<boolean>
  remove: (message: Message) => Promise<boolean>
  press: (message: Message, block_id: string, action_id: string) => Promise<boolean>
  feedback: (message: Message, block_id: string, action_id: string, value: string) => Promise<boolean>
  /** By the shortcut in the message's menu. */
  askAbout: (message: Message) => Promise<boolean>
  /** The same for why an answer is as it is. */
  askWhy: (message: Message) => Promise<boolean>
  /** What is wrong, in sentences by block_id, of the whole by ''; undefined when the form was taken. */
  submitForm: (
    modal: Modal,
    fields: Field[],
    values: Record<string, Filled>,
  ) => Promise<Record<string, string> | undefined>
  pressIn: (view: Modal, block_id: string, action_id: string) => Promise<boolean>
  closeForm: (modal: Modal) => Promise<boolean>
  suggest: (typing: Omit<Suggest, 'user'>) => Promise<Option[]>
  stop: (channel: string, threadTs: string) => Promise<boolean>
  openThread: (channel: string, threadTs: string) => void
  /** The thread in the side pane. */
  shownThread?: string
}

export const [SlackContext, useSlack] = createPaneContext<Slack>('Slack')
