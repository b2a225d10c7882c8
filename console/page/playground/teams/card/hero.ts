import { isJson, type Json, list, words } from './json.ts'

/** A hero or thumbnail card as the Adaptive Card it looks like. Its buttons stay as they are: they are what is pressed. */
export function fromHero(content: Json): Json {
  const block = (value: unknown, looks: Json): Json[] =>
    words(value) ? [{ type: 'TextBlock', text: words(value), wrap: true, ...looks }] : []
  return {
    type: 'AdaptiveCard',
    body: [
      ...list(content['images']).map(({ url, alt }) => ({ type: 'Image', url, altText: alt, size: 'stretch' })),
      ...block(content['title'], { size: 'large', weight: 'bolder' }),
      ...block(content['subtitle'], { isSubtle: true, spacing: 'none' }),
      ...block(content['text'], {}),
    ],
    actions: list(content['buttons']),
    ...(isJson(content['tap']) && { selectAction: content['tap'] }),
  }
}
