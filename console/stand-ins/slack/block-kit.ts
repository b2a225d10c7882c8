import { anything, byType, type Check, flag, httpUrl, integer, list, oneOf, shape, text } from './schema.ts'

/** Block Kit as documented, for the blocks and elements a conversation needs. Others are refused as unsupported. */

const ID = text(255)

const plainText = (max: number): Check =>
  byType({ plain_text: shape({ type: anything, text: text(max) }, { emoji: flag }) })

const textObject = (max: number): Check =>
  byType({
    plain_text: plainText(max),
    mrkdwn: shape({ type: anything, text: text(max) }, { verbatim: flag }),
  })

const confirm = shape(
  { title: plainText(100), text: textObject(300), confirm: plainText(30), deny: plainText(30) },
  { style: oneOf('primary', 'danger') },
)

const option = shape({ text: textObject(75), value: text(150) }, { description: textObject(75), url: httpUrl })
const optionGroup = shape({ label: plainText(75), options: list(option, 100) })
const image: Check = (value, at, report) => {
  shape({ type: anything, alt_text: text(2000) }, { image_url: httpUrl, slack_file: anything })(value, at, report)
  const { image_url, slack_file } = value as Record<string, unknown>
  if ((image_url === undefined) === (slack_file === undefined))
    report(at, 'must define either `image_url` or `slack_file`')
}

const button = shape(
  { text: plainText(75) },
  {
    action_id: ID,
    value: text(2000),
    url: httpUrl,
    style: oneOf('primary', 'danger'),
    confirm,
    accessibility_label: text(75),
  },
)

const withOptions =
  (more: Record<string, Check>): Check =>
  (value, at, report) => {
    const fields = { options: list(option, 100), option_groups: list(optionGroup, 100), ...more }
    shape({}, { action_id: ID, confirm, focus_on_load: flag, ...fields })(value, at, report)
    const { options, option_groups } = value as Record<string, unknown>
    if ((options === undefined) === (option_groups === undefined))
      report(at, 'must define either `options` or `option_groups`')
  }

const select = { placeholder: plainText(150) }
const choices = { action_id: ID, confirm, focus_on_load: flag, placeholder: plainText(150) }
const several = { max_selected_items: integer(1, 100) }
const checkboxes = shape({ options: list(option, 10) }, { ...choices, initial_options: list(option, 10) })
const radioButtons = shape({ options: list(option, 10) }, { ...choices, initial_option: option })

const selects: Record<string, Check> = {
  static_select: withOptions({ ...select, initial_option: option }),
  multi_static_select: withOptions({ ...select, ...several, initial_options: list(option, 100) }),
  external_select: shape({}, { ...choices, min_query_length: integer(0, 3000), initial_option: option }),
  users_select: shape({}, { ...choices, initial_user: ID }),
  multi_users_select: shape({}, { ...choices, ...several, initial_users: list(ID, 100) }),
  channels_select: shape({}, { ...choices, initial_channel: ID, response_url_enabled: flag }),
  multi_channels_select: shape({}, { ...choices, ...several, initial_channels: list(ID, 100) }),
  conversations_select: shape(
    {},
    { ...choices, initial_conversation: ID, default_to_current_conversation: flag, filter: anything },
  ),
  radio_buttons: radioButtons,
  checkboxes,
}

const actionElement = byType({
  ...selects,
  button,
  overflow: shape({ options: list(option, 5) }, { action_id: ID, confirm }),
})

const feedbackButton = shape({ text: plainText(75), value: text(2000) }, { accessibility_label: text(75) })
const contextAction = byType({
  feedback_buttons: shape({ positive_button: feedbackButton, negative_button: feedbackButton }, { action_id: ID }),
  icon_button: shape(
    { icon: oneOf('trash'), text: plainText(75) },
    { action_id: ID, value: text(2000), confirm, accessibility_label: text(75), visible_to_user_ids: list(ID, 100) },
  ),
})

const inputElement = byType({
  ...selects,
  file_input: shape({}, { action_id: ID, filetypes: list(text(20), 50), max_files: integer(1, 10) }),
  plain_text_input: shape(
    {},
    {
      action_id: ID,
      placeholder: plainText(150),
      initial_value: text(3000),
      multiline: flag,
      min_length: integer(0, 3000),
      max_length: integer(1, 3000),
      focus_on_load: flag,
      dispatch_action_config: anything,
    },
  ),
  number_input: shape(
    { is_decimal_allowed: flag },
    { action_id: ID, placeholder: plainText(150), initial_value: text(20), min_value: text(20), max_value: text(20) },
  ),
  url_text_input: shape({}, { action_id: ID, placeholder: plainText(150), initial_value: text(3000) }),
})

const section: Check = (value, at, report) => {
  const accessory = byType({ ...selects, button, image })
  const fields = list(textObject(2000), 10)
  shape({}, { block_id: ID, text: textObject(3000), fields, accessory, expand: flag })(value, at, report)
  const block = value as Record<string, unknown>
  if (block['text'] === undefined && block['fields'] === undefined) report(at, 'must define either `text` or `fields`')
}

const richText = shape({ elements: list(anything, 1000) }, { block_id: ID })
const cell = byType({
  raw_text: shape({ text: text(3000) }),
  raw_number: shape({ value: anything }, { text: text(3000) }),
  rich_text: richText,
})
const column = shape({}, { align: oneOf('left', 'center', 'right'), is_wrapped: flag })

const blocksAnywhere: Record<string, Check> = {
  section,
  actions: shape({ elements: list(actionElement, 25) }, { block_id: ID }),
  context: shape(
    { elements: list(byType({ plain_text: textObject(3000), mrkdwn: textObject(3000), image }), 10) },
    { block_id: ID },
  ),
  divider: shape({}, { block_id: ID }),
  header: shape({ text: plainText(150) }, { block_id: ID }),
  image: (value, at, report) => {
    const { block_id, title, ...rest } = value as Record<string, unknown>
    if (block_id !== undefined) ID(block_id, `${at}/block_id`, report)
    if (title !== undefined) plainText(2000)(title, `${at}/title`, report)
    image(rest, at, report)
  },
  rich_text: richText,
}

/** What an app answers when it is asked for options. */
export const optionsAnswer: Check = (value, at, report) => {
  shape({}, { options: list(option, 100, 0), option_groups: list(optionGroup, 100) })(value, at, report)
  const { options, option_groups } = (value ?? {}) as Record<string, unknown>
  if ((options === undefined) === (option_groups === undefined))
    report(at, 'must define either `options` or `option_groups`')
}

export const messageBlock = byType({
  ...blocksAnywhere,
  markdown: shape({ text: text(12_000) }, { block_id: ID }),
  context_actions: shape({ elements: list(contextAction, 5) }, { block_id: ID }),
  table: shape({ rows: list(list(cell, 20), 100) }, { block_id: ID, column_settings: list(column, 20, 0) }),
})

const viewBlock = byType({
  ...blocksAnywhere,
  input: shape(
    { label: plainText(2000), element: inputElement },
    { block_id: ID, hint: plainText(2000), optional: flag, dispatch_action: flag },
  ),
})

export const modal = shape(
  { type: oneOf('modal'), title: plainText(24), blocks: list(viewBlock, 100) },
  {
    submit: plainText(24),
    close: plainText(24),
    private_metadata: text(3000, 0),
    callback_id: ID,
    external_id: ID,
    clear_on_close: flag,
    notify_on_close: flag,
  },
)

/** Of the Home tab: it has neither a title nor anything to send it with. */
export const home = shape(
  { type: oneOf('home'), blocks: list(viewBlock, 100, 0) },
  { private_metadata: text(3000, 0), callback_id: ID, external_id: ID },
)
