import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDraft } from '../../../../console/stand-ins/teams/forms/message.ts'
import { withDefaults } from '../../../../console/stand-ins/teams/limits.ts'
import { Refusal } from '../../../../console/stand-ins/teams/refusal.ts'
import { BOT, type Json } from './support.ts'

const from = { botId: BOT, isTargeted: false, limits: withDefaults() }

/** JSON in which the words of the protocol stand where they may matter. */
const words = fc.constantFrom<string>(
  'message',
  'typing',
  'streaminfo',
  'informative',
  'final',
  'mention',
  'https://schema.org/Message',
  'Message',
  'Claim',
  'AdaptiveCard',
  '1.5',
  'TextBlock',
  'ColumnSet',
  'Input.ChoiceSet',
  'Action.Submit',
  'Action.ShowCard',
  'application/vnd.microsoft.card.adaptive',
  'image/png',
  'imBack',
)
const names = fc.constantFrom<string>(
  'type',
  'text',
  'entities',
  'attachments',
  'contentType',
  'content',
  'body',
  'actions',
  'items',
  'columns',
  'choices',
  'card',
  'version',
  'suggestedActions',
  'channelData',
  'feedbackLoop',
  'mentioned',
  'citation',
  'appearance',
  'streamSequence',
  'recipient',
  'from',
  '@type',
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6 },
    words,
    fc.constantFrom(null, true, 1, ''),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(names, tie('json'), { maxKeys: 6, noNullPrototype: true }),
  ),
}))

it('reads or refuses whatever an app sends, and never falls over it', () => {
  fc.assert(
    fc.property(fc.dictionary(names, json, { maxKeys: 10, noNullPrototype: true }), words, (body, type) => {
      for (const each of [body, { text: 'x', ...body, type: 'message' }, { ...body, type }, type]) {
        try {
          expect(readDraft(each, from).type).toBe((each as Json)['type'])
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }
    }),
    { seed: 7, numRuns: 2000 },
  )
})
