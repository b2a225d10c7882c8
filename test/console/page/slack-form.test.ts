import { describe, expect, test } from 'vitest'
import { type Field, initialOf, isFilled, readParts, toState } from '../../../console/page/playground/slack/form.ts'

const plain = (text: string) => ({ type: 'plain_text', text })
const option = (value: string) => ({ text: plain(value.toUpperCase()), value })
const block = (element: object, more: object = {}) => ({
  type: 'input',
  block_id: 'b',
  label: plain('Label'),
  element: { action_id: 'v', ...element },
  ...more,
})
const field = (element: object, more: object = {}): Field => {
  const [part] = readParts([block(element, more)])
  return (part as { field: Field }).field
}
const upload = async (file: File) => `F-${file.name}`
const initialState = (element: object) => {
  const one = field(element)
  return toState(one, initialOf(one), upload)
}

describe('the fields of a modal', () => {
  test('begin with what the app put into them, and are sent so', async () => {
    const chosen = option('a')
    expect(await initialState({ type: 'plain_text_input', initial_value: 'Ada' })).toEqual({ value: 'Ada' })
    expect(await initialState({ type: 'plain_text_input' })).toEqual({ value: null })
    const select = { type: 'static_select', options: [chosen, option('b')] }
    expect(await initialState({ ...select, initial_option: chosen })).toEqual({ selected_option: { value: 'a' } })
    expect(await initialState(select)).toEqual({ selected_option: null })
    const boxes = { type: 'checkboxes', options: [chosen], initial_options: [chosen] }
    expect(await initialState(boxes)).toEqual({ selected_options: [{ value: 'a' }] })
    expect(await initialState({ type: 'file_input' })).toEqual({ files: [] })
  })

  test('send files by the ids they were given', async () => {
    const files = [new File(['x'], 'a.md'), new File(['y'], 'b.md')]
    const one = field({ type: 'file_input', max_files: 2 })
    expect(await toState(one, files, upload)).toEqual({ files: [{ id: 'F-a.md' }, { id: 'F-b.md' }] })
  })

  test('must be filled unless they are optional', () => {
    const text = { type: 'plain_text_input' }
    expect(isFilled(field(text), '')).toBe(false)
    expect(isFilled(field(text), 'x')).toBe(true)
    expect(isFilled(field(text, { optional: true }), '')).toBe(true)
    expect(isFilled(field({ type: 'external_select' }), undefined)).toBe(false)
    expect(isFilled(field({ type: 'file_input' }), [])).toBe(false)
  })

  test('ask the app for options after as many characters as Slack would', () => {
    expect(field({ type: 'external_select' }).input).toMatchObject({ from: 3 })
    expect(field({ type: 'external_select', min_query_length: 0 }).input).toMatchObject({ from: 0 })
  })

  test('stand between what is only read, and one that is not known says so', () => {
    const header = { type: 'header', text: plain('Head') }
    const parts = readParts([header, block({ type: 'timepicker' }, { hint: plain('Hint') })])
    expect(parts).toMatchObject([
      { block: header },
      { field: { hint: 'Hint', input: { type: 'unknown', name: 'timepicker' } } },
    ])
  })
})
