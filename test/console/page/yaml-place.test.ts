import { expect, it } from 'vitest'
import { placeIn } from '../../../console/page/console/pages/agents/yaml-place.ts'

/** `|` is where the cursor stands. */
function placed(text: string) {
  const [before = '', after = ''] = text.split('|')
  const place = placeIn(before.split('\n'), after.split('\n').slice(1))
  return place && { ...place, beside: [...place.beside].sort() }
}

it.each([
  ['na|', { path: [], key: undefined, written: 'na', beside: [] }],
  ['agent:\n  scope: pub|', { path: ['agent'], key: 'scope', written: 'pub', beside: [] }],
  ['agent:\n  scope: |', { path: ['agent'], key: 'scope', written: '', beside: [] }],
  [
    'agent:\n  scope: public\n  |\n  memory: facts\nrules: x',
    { path: ['agent'], key: undefined, written: '', beside: ['memory', 'scope'] },
  ],
  ['agent:\n  scope: public\nre|', { path: [], key: undefined, written: 're', beside: ['agent'] }],
  [
    'nodes:\n  which:\n    options:\n      - te|',
    { path: ['nodes', 'which', 'options', '[]'], key: undefined, written: 'te', beside: [] },
  ],
  [
    'nodes:\n  which:\n    options:\n      - text: a\n        goto: b\n      - text: c\n        go|\n      - text: d',
    { path: ['nodes', 'which', 'options', '[]'], key: undefined, written: 'go', beside: ['text'] },
  ],
  ['on:\n- match: { any: true }\n  go|', { path: ['on', '[]'], key: undefined, written: 'go', beside: ['match'] }],
  [
    'files:\n  kinds:\n    - pdf\n    - im|',
    { path: ['files', 'kinds', '[]'], key: undefined, written: 'im', beside: [] },
  ],
  [
    'say: |-\n  hello: there\n# a comment\n\n"first": wh|'.replace('|-', '>-'),
    { path: [], key: 'first', written: 'wh', beside: ['say'] },
  ],
])('is found in %j', (text, place) => {
  expect(placed(text)).toEqual(place)
})

it.each(['# na|', 'agent: { sc|', 'say: "wh|', 'say: hello th|', 'when: [a, b|'])('is nowhere in %j', (text) => {
  expect(placed(text)).toBeUndefined()
})
