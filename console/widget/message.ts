import type { Said, ShownFile, Told } from '../../adapters/web/view.ts'
import { el, icon } from './dom.ts'
import { isSafe, markdown } from './markdown.ts'
import type { Words } from './words.ts'

export type Shown = Extract<Told, { from: Said['from'] }>

/** What can be done with a message. */
export interface Acts {
  /** Resolves with whether it was. */
  press(replyId: string, index: number): Promise<boolean>
  vote(feedbackId: string, good: boolean): void
  /** The bytes of a file that stands in the conversation. */
  file(id: string): Promise<Blob>
}

/** A message as it looks now. */
export function messageOf(shown: Shown, words: Words, acts: Acts): HTMLElement {
  const { from, text, files = [], buttons, image, link, attachment } = shown
  const body = el('div', { class: 'body' })
  const who = { visitor: words.you, agent: words.agent, note: words.note }[from]
  if (from === 'visitor') body.append(text)
  else body.append(markdown(text))
  for (const file of files) body.append(fileOf(file, from, acts))
  if (image !== undefined && isSafe(image)) body.append(pictureOf(image))
  if (link !== undefined) body.append(markdown(`<${link}>`))
  if (attachment) body.append(downloadOf(attachment))
  return el(
    'article',
    { class: `message ${from}`, 'data-id': shown.id, 'aria-label': who },
    body,
    buttons && optionsOf(buttons, words, acts),
    belowOf(shown, words, acts),
  )
}

/** Where the page, or the network, lets no picture be shown, there is a link to it. */
function pictureOf(src: string): HTMLElement {
  const picture = el('img', { src, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
  picture.addEventListener('error', () => picture.replaceWith(markdown(`<${src}>`)))
  return picture
}

function optionsOf({ id, options, chosen }: NonNullable<Said['buttons']>, words: Words, acts: Acts): HTMLElement {
  if (chosen !== undefined)
    return el('div', { class: 'chosen' }, chosen >= 0 ? `✓ ${words.chosen(options[chosen] ?? '')}` : '')
  const all = options.map((option, index) => {
    const button = el('button', { type: 'button' }, option)
    button.addEventListener('click', () => {
      // Whoever uses the keyboard keeps their place, which they would lose with a button that is disabled.
      if (button.ariaDisabled === 'true') return
      for (const one of all) one.ariaDisabled = 'true'
      void acts.press(id, index).then((isPressed) => {
        for (const one of all) one.ariaDisabled = String(isPressed)
      })
    })
    return button
  })
  return el('div', { class: 'options' }, ...all)
}

function belowOf({ ai, feedback, sources = [] }: Said, words: Words, acts: Acts): HTMLElement | undefined {
  const linked = sources.map(({ title, url }) =>
    el(
      'li',
      {},
      url !== undefined && isSafe(url) ? el('a', { href: url, target: '_blank', rel: 'noopener' }, title) : title,
    ),
  )
  const votes = feedback
    ? [true, false].map((good) => {
        const label = good ? feedback.good : feedback.bad
        const look = { type: 'button', class: 'plain vote', 'aria-label': label, title: label, 'aria-pressed': 'false' }
        const button = el('button', look, icon(good ? 'up' : 'down'))
        button.addEventListener('click', () => {
          for (const one of votes) one.setAttribute('aria-pressed', String(one === button))
          acts.vote(feedback.id, good)
        })
        return button
      })
    : []
  if (!ai && !feedback && linked.length === 0) return undefined
  const list = linked.length > 0 && el('ol', { 'aria-label': words.sources }, ...linked)
  return el('div', { class: 'below' }, list, ai && el('span', {}, words.ai), ...votes)
}

const isPicture = ({ mimetype }: ShownFile): boolean => /^image\/(png|jpeg|gif|webp)$/.test(mimetype)

/** What a visitor has sent is theirs already. */
function fileOf(file: ShownFile, from: Said['from'], acts: Acts): HTMLElement {
  if (isPicture(file)) return shownOf(file, acts)
  return from === 'visitor' ? el('div', {}, file.name) : fetchedOf(file, acts)
}

function shownOf({ id, name }: ShownFile, acts: Acts): HTMLElement {
  const label = el('div', {}, name)
  void acts.file(id).then(
    (blob) => label.replaceChildren(el('img', { src: URL.createObjectURL(blob), alt: name })),
    () => {},
  )
  return label
}

/** It is for whoever has the visitor's token, which no address carries: so it is fetched by the page, and saved from there. */
function fetchedOf({ id, name }: ShownFile, acts: Acts): HTMLElement {
  const button = el('button', { type: 'button', class: 'given' }, name)
  button.addEventListener('click', () => {
    void acts.file(id).then(
      (blob) => el('a', { href: URL.createObjectURL(blob), download: name }).click(),
      () => {},
    )
  })
  return el('div', {}, button)
}

function downloadOf({ name, text }: NonNullable<Said['attachment']>): HTMLElement {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  return el('p', {}, el('a', { href, download: name }, name))
}
