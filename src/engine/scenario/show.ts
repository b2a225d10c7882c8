import type { BestResponse } from '../../model/conversation.ts'
import type { Say } from '../../model/say.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import { substitute } from '../directives.ts'
import type { AnswerDraft } from '../draft.ts'
import { fillHtml, fillJson, fillUrl } from './fill.ts'
import { inLanguage } from './language.ts'

/** What a node says, and what an answer that ends with it carries besides. */
export interface NodeText {
  text: string
  fields: Omit<Partial<BestResponse>, 'utterance'>
}

/**
 * With the state as it is now; `say` in place of what the node says when it is entered. `choices` are the texts of its options;
 * empty ones are not shown.
 */
export function show(
  draft: AnswerDraft,
  node: ScenarioNode,
  language: string,
  say: Say | undefined = node.say,
): NodeText & { choices: string[] } {
  const said = say === undefined ? undefined : draft.render(draft.pick(inLanguage(say, draft.request.locale, language)))
  const choices = (node.options ?? []).map((option) => draft.render(option.text).text)
  const options = [...choices.filter((text) => text !== ''), ...(said?.options ?? [])]
  const { topic = '', imageUrl = '', url = '', state = '', extensions = null, embededHtml = '' } = node
  return {
    text: said?.text ?? '',
    choices,
    fields: {
      options,
      topic: substitute(topic, draft.state.values),
      imageUrl: fillUrl(imageUrl, draft.state.values),
      url: fillUrl(url, draft.state.values),
      state: substitute(state, draft.state.values),
      extensions: fillJson(extensions, draft.state.values),
      embededHtml: fillHtml(embededHtml, draft.state.values),
      shouldSelectOption: node.select === true && options.length > 0,
    },
  }
}
