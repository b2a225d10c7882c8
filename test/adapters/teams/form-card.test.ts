import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFields, renderForm } from '../../../adapters/teams/form-card.ts'
import { dataOf, fillIn } from '../../../console/stand-ins/teams/card-input.ts'
import { checkCard } from '../../../console/stand-ins/teams/forms/card.ts'
import { withDefaults } from '../../../console/stand-ins/teams/limits.ts'
import type { Field, Form } from '../../../src/model/view.ts'

const text = (max: number) =>
  fc.string({ unit: 'grapheme', maxLength: max }).map((value) => value.slice(0, max).toWellFormed())
const label = fc.string({ minLength: 1, maxLength: 45 })
const choice = fc.record({ value: text(100), label: text(120) })
const kinds = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    max: fc.constantFrom(20, 3000),
    lines: fc.boolean(),
    value: text(20),
  }),
  fc
    .record({ kind: fc.constant('text' as const), max: fc.constant(4000), size: fc.integer({ min: 0, max: 4000 }) })
    .map(({ size, ...rest }) => ({ ...rest, value: '長'.repeat(size) })),
  fc
    .record({
      choices: fc.uniqueArray(choice, { minLength: 0, maxLength: 300, size: 'max', selector: ({ value }) => value }),
      at: fc.nat(),
    })
    .map(({ choices, at }) => ({
      kind: 'choice' as const,
      choices,
      value: choices.length > 0 ? choices[at % choices.length]!.value : 'written',
    })),
  fc.record({ kind: fc.constant('switch' as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant('file' as const), many: fc.boolean() }),
)
const fields = fc
  .array(fc.tuple(kinds, label, fc.option(label, { nil: undefined }), fc.boolean()), { minLength: 1, maxLength: 25 })
  .map((all) =>
    all.map(
      ([kind, label, hint, optional], n) =>
        ({ ...kind, name: `field${n}`, label, optional, ...(hint && { hint }) }) as Field,
    ),
  )

it('whatever stands in a form fits into a card that Teams shows, and comes back as it is', () => {
  const given = fc.record({
    fields,
    text: fc.string({ maxLength: 6000 }),
    message: fc.string({ minLength: 1, maxLength: 200 }),
  })
  fc.assert(
    fc.property(given, ({ fields, text, message }) => {
      const form: Form = {
        offer: 'of_a-form',
        title: 'A form',
        submit: 'Save',
        sections: [0, 5, 10, 15, 20].map((from) => ({ title: `Part ${from}`, fields: fields.slice(from, from + 5) })),
        faults: [
          { field: 'field0', message },
          { field: 'elsewhere', message },
        ],
      }
      const card = renderForm(form, { text, data: { k: 'a' }, files: [], say: ({ en }) => en })
      checkCard(card, withDefaults())
      const [action] = card['actions'] as Record<string, unknown>[]
      const { values } = readFields(dataOf(action!, fillIn(card)) as Record<string, unknown>)
      for (const field of fields) {
        if (field.kind === 'file') expect(values).not.toHaveProperty(field.name)
        // What had no room stays as it is.
        else if (field.name in values) expect(values[field.name]).toBe(field.value)
        else expect((field.value as string).length).toBeGreaterThan(0)
      }
    }),
    { seed: 7, numRuns: 200 },
  )
})
