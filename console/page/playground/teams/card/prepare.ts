import { isJson, type Json, list, token, words } from './json.ts'

/** A card made ready for the renderer. */
export interface Prepared {
  card: Json
  /** The actions of the card as the app sent them: each one's id in `card` is its place here. */
  actions: Json[]
}

export interface PrepareParts {
  /** The person who looks at the card. */
  me: string
  /** Whether the renderer draws elements of this type. */
  isKnown: (type: string) => boolean
  /** Says of a type that it is not drawn. */
  unknown: (type: string) => string
  /** Said below an input that has no words of its own for what is wrong with it. */
  fillThis: string
  /** Stands in a list of choices before one is chosen. */
  choose: string
}

/** Pictures are of the web or in the card itself; no other address is asked for, and none of ours. */
const picture = /^https?:|^data:image\//i
/** What holds the addresses of pictures. */
const pictureKeys = new Set(['url', 'iconUrl', 'backgroundImage'])

/**
 * The card as the renderer is to have it: with ids by which its actions are found again, without pictures from addresses of
 * ours, and with a word about what the renderer would leave out.
 */
export function prepareCard(original: Json, { me, isKnown, unknown, fillThis, choose }: PrepareParts): Prepared {
  const actions: Json[] = []
  const names = mentionsOf(original)

  const withMentions = (text: unknown): string =>
    words(text).replace(/<at\b[^>]*>([^<]*)<\/at>/gi, (written, name: string) => {
      const id = names.get(written)
      return id === undefined ? name : `<at${id === me ? ' me' : ''}>${name}</at>`
    })

  function prepareAction(action: Json): Json {
    const type = words(action['type'])
    const id = String(actions.push(action) - 1)
    const { iconUrl, title, image } = action
    const icon = picture.test(words(iconUrl ?? image)) ? { iconUrl: words(iconUrl ?? image) } : {}
    // The buttons of older cards have types of their own.
    if (type === 'openUrl') return { type: 'Action.OpenUrl', id, title, url: words(action['value']), ...icon }
    if (!type.startsWith('Action.')) return { type: 'Action.Submit', id, title, associatedInputs: 'none', ...icon }
    const { card, iconUrl: _, ...rest } = action
    return { ...rest, id, ...icon, ...(isJson(card) && { card: prepare(card, 'card') }) }
  }

  function prepareInput(input: Json): Json {
    const placeholder = words(input['placeholder']) || (input['type'] === 'Input.ChoiceSet' ? choose : undefined)
    // Where one types to choose, the renderer shows what it is given, and reads a title as its choice.
    const chosen = input['style'] === 'filtered' ? titleOf(input) : undefined
    return {
      ...{ ...input, ...(placeholder && { placeholder }), ...(chosen && { value: chosen }) },
      errorMessage: words(input['errorMessage']) || fillThis,
    }
  }

  function prepare(part: Json, key: string): Json {
    const type = words(part['type'])
    const isElement = key === 'body' || key === 'items'
    if (isElement && part['fallback'] === undefined && !isKnown(type)) {
      return { type: 'TextBlock', text: unknown(type), wrap: true, isSubtle: true, size: 'small' }
    }
    const entries = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
      if (typeof value === 'string' && pictureKeys.has(name)) return picture.test(value) ? [[name, value]] : []
      if (name === 'actions') return [[name, list(value).map(prepareAction)]]
      if (isAction(name) && isJson(value)) return [[name, prepareAction(value)]]
      if (Array.isArray(value)) return [[name, value.map((each) => (isJson(each) ? prepare(each, name) : each))]]
      if (isJson(value)) return [[name, prepare(value, name)]]
      return [[name, value]]
    })
    const next = Object.fromEntries(entries)
    if (token(type)?.startsWith('input.')) return prepareInput(next)
    if (type === 'TextBlock') return { ...next, text: withMentions(part['text']) }
    if (key === 'facts') return { ...next, title: withMentions(part['title']), value: withMentions(part['value']) }
    return next
  }

  return { card: prepare(original, 'card'), actions }
}

const titleOf = ({ value, choices }: Json): string | undefined => {
  const chosen = list(choices).find((choice) => choice['value'] === value)
  return chosen && words(chosen['title'])
}

const isAction = (name: string): boolean => name === 'selectAction' || name === 'inlineAction'

/** The ids of those whom the card calls, by how it writes them. */
function mentionsOf(card: Json): Map<string, string> {
  const entities = isJson(card['msteams']) ? list(card['msteams']['entities']) : []
  return new Map(
    entities.flatMap(({ type, text, mentioned }): [string, string][] =>
      type === 'mention' && isJson(mentioned) ? [[words(text), words(mentioned['id'])]] : [],
    ),
  )
}
