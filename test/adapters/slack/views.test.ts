import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  readValues,
  renderFaults,
  renderForm,
  renderNotice,
  renderOptions,
} from '../../../adapters/slack/form-modal.ts'
import { toMrkdwn } from '../../../adapters/slack/mrkdwn.ts'
import type { FormState } from '../../../adapters/slack/payloads.ts'
import { renderView } from '../../../adapters/slack/view-payload.ts'
import { readBlocks, readModal } from '../../../console/stand-ins/slack/blocks.ts'
import { readForm } from '../../../console/stand-ins/slack/form.ts'
import { mentionsInMarkdown } from '../../../console/stand-ins/slack/text.ts'
import type { Texts } from '../../../src/lib/language.ts'
import type { Field, Form } from '../../../src/model/view.ts'

const runs = { seed: 8, numRuns: 150 }
const say = ({ en }: Texts): string => en
const meta = { offer: 'f1', channel: 'C0GENERAL', replaces: false }

const words = (max: number, min = 0) => fc.string({ unit: 'binary', minLength: min, maxLength: max })
const lively = fc
  .array(
    fc.constantFrom('<@slack_T0A_U0BEN>', '<!channel>', '<@U0ANN>', '@here', '`', '```\n', '**', '# ', '| a |\n', 'x'),
  )
  .map((pieces) => pieces.join(''))
const choices = fc.array(fc.record({ value: words(20), label: words(90) }), { maxLength: 130 })
const base = { label: words(45, 1), hint: words(100, 1), optional: fc.boolean() }
const field: fc.Arbitrary<Omit<Field, 'name'>> = fc.oneof(
  fc.record({ ...base, kind: fc.constant('text' as const), max: fc.integer({ min: 1, max: 9000 }), value: words(60) }),
  fc.record({ ...base, kind: fc.constant('choice' as const), choices, value: words(20) }),
  fc.record({ ...base, kind: fc.constant('switch' as const), value: fc.boolean() }),
  fc.record({ ...base, kind: fc.constant('file' as const), many: fc.boolean() }),
) as never
const form: fc.Arbitrary<Form> = fc
  .record({
    title: words(40, 1),
    submit: words(30, 1),
    sections: fc.array(fc.record({ title: words(30, 1), fields: fc.array(field, { minLength: 1, maxLength: 5 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ sections, ...rest }) => {
    let n = 0
    const named = sections.map(({ title, fields }) => ({
      title,
      fields: fields.map((each) => ({ ...each, name: `field${n++}` }) as Field),
    }))
    return { ...rest, offer: 'f1', sections: named, faults: [{ field: 'field0', message: 'Not so' }] }
  })

describe('a view', () => {
  it('is a message that Slack takes, whatever it says', () => {
    const buttons = fc.array(
      fc.record(
        { offer: fc.stringMatching(/^[\w-]{1,40}$/), label: words(24, 1) },
        { requiredKeys: ['offer', 'label'] },
      ),
      { maxLength: 5 },
    )
    const text = fc.oneof(
      words(400),
      lively,
      words(200).map((piece) => piece.repeat(80)),
    )
    const view = fc.record({ text, buttons })
    fc.assert(
      fc.property(view, (given) => {
        const { payload } = renderView(given, say)
        expect(readBlocks(payload.blocks).length + payload.text.length).toBeGreaterThan(0)
      }),
      runs,
    )
  })

  it('mentions nobody but those it is about', () => {
    fc.assert(
      fc.property(lively, (text) => {
        const { payload } = renderView({ text }, say)
        const markdown = payload.blocks.map((block) => String(block['text'] ?? '')).join('\n')
        expect(mentionsInMarkdown(markdown, true).filter((mention) => mention !== '<@U0BEN>')).toEqual([])
      }),
      runs,
    )
  })

  it('that is too long comes as a file, and its head closes what it opens', () => {
    const text = `\`\`\`yaml\n${'key: value\n'.repeat(2000)}\`\`\``
    const { payload, files } = renderView({ text, file: { name: 'a.svg', text: '<svg/>' } }, say)
    expect(files.map(({ name }) => name)).toEqual(['answer.md', 'a.svg'])
    expect(String(payload.blocks[0]!['text'])).toMatch(/key: value\n```\n…\n\n`answer\.md` comes/)
  })
})

describe('a form', () => {
  it('is a modal that Slack takes, and what stands in it comes back as it was', () => {
    fc.assert(
      fc.property(form, fc.option(fc.constant('r1'), { nil: undefined }), (given, round) => {
        const modal = readModal(JSON.parse(JSON.stringify(renderForm(given, meta, 'Text', say, round))))
        const optional = modal.blocks.map((block) => ({ ...block, optional: true }))
        const none = { offered: () => undefined, file: () => undefined }
        const state = readForm(optional, {}, none) as FormState
        const values = readValues(state, 'T0A')
        for (const one of fieldsOf(given)) {
          if (one.kind === 'file') expect(values[one.name]).toEqual([])
          else if (one.kind === 'switch') expect(values[one.name]).toBe(one.value)
          else if (one.kind === 'text' && one.value!.length > Math.min(one.max, 3000))
            expect(values).not.toHaveProperty(one.name)
          else if (one.kind === 'text') expect(values[one.name]).toBe(one.value)
          else if (one.choices.some(({ value }) => value === one.value)) expect(values[one.name]).toBe(one.value)
        }
      }),
      runs,
    )
  })

  it('has its faults at the fields it was sent with, also when it was shown anew', () => {
    const name: Field = { kind: 'text', name: 'name', label: 'Name', max: 20, value: 'Ada' }
    const given: Form = {
      offer: 'f',
      title: 'T',
      submit: 'S',
      sections: [{ title: 'x', fields: [name] }],
      faults: [{ field: 'name', message: 'Taken.' }],
    }
    const state = (value: string): FormState => ({ 'name~r1': { v: { type: 'plain_text_input', value } } })
    expect(renderFaults(given, state('Ada'))).toEqual({ 'name~r1': 'Taken.' })
    expect(renderFaults(given, state('Bob'))).toBeUndefined()
    expect(renderFaults(given, {})).toBeUndefined()
    expect(renderFaults({ ...given, faults: [] }, state('Ada'))).toBeUndefined()
  })

  it('finds options by their label and their value', () => {
    const all = [
      { value: 'gpt-4o', label: 'Big' },
      { value: 'mini', label: 'Small' },
      { value: 'x'.repeat(150), label: 'Small, too' },
    ]
    expect(renderOptions(all, 'SMALL')).toEqual([{ text: { type: 'plain_text', text: 'Small' }, value: '=mini' }])
    expect(renderOptions(all, '4o')).toHaveLength(1)
  })

  it('says that it is at work in a modal that Slack takes', () => {
    expect(readModal(renderNotice('/agent', 'Working…', say)).blocks).toHaveLength(1)
  })
})

it.each([
  ['**bold** and `**code**`', '*bold* and `**code**`'],
  ['# Title\n- one\n* two', '*Title*\n• one\n• two'],
  ['[here](https://example.com/a?b=1&c=2)', '<https://example.com/a?b=1&amp;c=2|here>'],
  ['<!channel> & <@U0ANN>', '&lt;!channel&gt; &amp; &lt;@U0ANN&gt;'],
  ['Ask <@slack_T0A_U0BEN> or <@discord_7>', 'Ask <@U0BEN> or discord_7'],
  ['```\n<@slack_T0A_U0BEN> **x**\n```', '```\n&lt;@slack_T0A_U0BEN&gt; **x**\n```'],
  ['1\\. not a list \\*', '1. not a list *'],
])('writes %j for modals', (markdown, mrkdwn) => {
  expect(toMrkdwn(markdown)).toBe(mrkdwn)
})
