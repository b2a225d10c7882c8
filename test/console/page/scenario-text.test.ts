import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  addNode,
  addOption,
  removeNode,
  removeOption,
  sketchOf,
  withOption,
  withSay,
} from '../../../console/page/console/pages/agents/scenario-text.ts'

const text = `# Rooms of the house.
version: 1
id: room
title: "Book a room"   # as people see it
start: [{ match: { partial: room } }]
first: which
nodes:
  which:   # the question
    say: >
      Which room
      would you like?
    options:
      - text: 'The blue one'  # the quiet one
        goto: done
      - { text: The red one, goto: full }

  full:
    # Always full.
    goto: which
  done:
    say: [It is yours., Enjoy it.]
    end: completed
`

const linesOf = (one: string) => one.split('\n')
/** The lines that are in one of them alone. */
function moved(after: string): { gone: string[]; come: string[] } {
  const [old, now] = [linesOf(text), linesOf(after)]
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) }
}

it('what somebody has to agree to leads on by each decision, and the policy from all that wait', () => {
  const { edges, nodes } = sketchOf(`id: room
policy: { cancel: { exact: [stop], goto: bye } }
nodes:
  sure: { approve: { approved: done, denied: bye } }
  done: { end: completed }
  bye: { end: cancelled }
`)!
  expect(nodes[0]).toMatchObject({ kind: 'waits' })
  expect(edges).toMatchObject([
    { from: 'sure', to: 'done', kind: 'approved', isPolicy: false },
    { from: 'sure', to: 'bye', kind: 'denied', isPolicy: false },
    { from: 'sure', to: 'bye', kind: 'cancel', isPolicy: true },
  ])
})

it('is read as what is drawn: nodes, what they say, and every way between them', () => {
  expect(sketchOf(text)).toMatchObject({
    ...{ id: 'room', title: 'Book a room', first: 'which' },
    nodes: [
      {
        id: 'which',
        say: 'Which room would you like?\n',
        kind: 'waits',
        options: [{ goto: 'done' }, { goto: 'full' }],
      },
      { id: 'full', say: undefined, saysOtherwise: false, kind: 'goes on' },
      { id: 'done', say: undefined, saysOtherwise: true, kind: 'ends' },
    ],
    edges: [
      { from: 'which', to: 'done', label: 'The blue one' },
      { from: 'which', to: 'full', label: 'The red one' },
      { from: 'full', to: 'which', label: '' },
    ],
  })
  expect(sketchOf('nodes: [')).toBeUndefined()
  expect(sketchOf('id: room')).toBeUndefined()
})

describe('a change of the drawing leaves every other line as it was', () => {
  it('what a node says', () => {
    const after = withSay(text, 'which', 'Which one? Say: blue')
    expect(moved(after)).toEqual({
      gone: ['    say: >', '      Which room', '      would you like?'],
      come: ['    say: "Which one? Say: blue"'],
    })
    const first = withSay(text, 'full', 'It is full.')
    expect(moved(first)).toEqual({ gone: [], come: ['    say: It is full.'] })
    expect(parse(first).nodes.full).toEqual({ say: 'It is full.', goto: 'which' })
    expect(parse(withSay(text, 'which', 'Two\nlines')).nodes.which.say).toBe('Two\nlines')
  })

  it('the text of an option, and where it leads', () => {
    expect(moved(withOption(text, 'which', 0, { text: 'The calm one' }))).toEqual({
      gone: ["      - text: 'The blue one'  # the quiet one"],
      come: ['      - text: The calm one  # the quiet one'],
    })
    const led = withOption(text, 'which', 1, { goto: 'done' })
    expect(moved(led).come).toEqual(['      - { text: The red one, goto: done }'])
  })

  it('options that come and go', () => {
    const more = addOption(text, 'which', { text: 'Neither: I go', goto: 'done' })
    expect(moved(more)).toEqual({ gone: [], come: ['      - text: "Neither: I go"'] })
    expect(parse(more).nodes.which.options[2]).toEqual({ text: 'Neither: I go', goto: 'done' })
    expect(parse(addOption(text, 'full', { text: 'Oh', goto: 'which' })).nodes.full).toEqual({
      ...{ goto: 'which', options: [{ text: 'Oh', goto: 'which' }] },
    })
    const less = removeOption(text, 'which', 0)
    expect(moved(less)).toEqual({
      gone: ["      - text: 'The blue one'  # the quiet one", '        goto: done'],
      come: [],
    })
    expect(parse(removeOption(less, 'which', 0)).nodes.which).toEqual({ say: 'Which room would you like?\n' })
  })

  it('nodes that come and go', () => {
    const more = addNode(text, 'bye', 'See you.')
    expect(moved(more)).toEqual({ gone: [], come: ['  bye:', '    say: See you.'] })
    expect(parse(more).nodes.bye).toEqual({ say: 'See you.', end: 'completed' })
    expect(moved(removeNode(text, 'done'))).toEqual({
      ...{ gone: ['  done:', '    say: [It is yours., Enjoy it.]', '    end: completed'], come: [] },
    })
    expect(removeNode(text, 'nowhere')).toBe(text)
  })
})
