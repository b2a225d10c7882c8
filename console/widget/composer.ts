import type { ShownFile } from '../../adapters/web/view.ts'
import { el, icon } from './dom.ts'
import type { Words } from './words.ts'

/** The server takes no more of one file. */
const mostBytes = 10 * 1024 * 1024

export interface ComposerParts {
  words: Words
  upload(file: Blob, name: string): Promise<ShownFile>
  send(text: string, files: string[]): void
  stop(): void
  /** Something that whoever writes has to know. */
  tell(text: string): void
}

/** Where visitors write. Enter sends, except while a word is still being composed, and with Shift. */
export function createComposer({ words, upload, send, stop, tell }: ComposerParts) {
  const input = el('textarea', { rows: '1', placeholder: words.placeholder, 'aria-label': words.placeholder })
  const picker = el('input', { type: 'file', multiple: true, hidden: true, tabindex: '-1' })
  const pick = el(
    'button',
    { type: 'button', class: 'plain', 'aria-label': words.attach, title: words.attach },
    icon('clip'),
  )
  const go = el('button', { class: 'plain send', 'aria-label': words.send, title: words.send }, icon('send'))
  const end = el(
    'button',
    { type: 'button', class: 'plain', 'aria-label': words.stop, title: words.stop, hidden: true },
    icon('stop'),
  )
  const chips = el('div', { class: 'files' })
  const form = el('form', {}, chips, el('div', { class: 'write' }, pick, picker, input, end, go))
  let files: { chip: HTMLElement; id?: string }[] = []
  /** Enter was pressed while files were on their way: all of it is sent when they have arrived. */
  let isWanted = false

  function look(): void {
    input.style.height = ''
    // One line is as high as its style says; what is not shown has no height.
    if (input.value.includes('\n') || input.scrollHeight > input.clientHeight)
      input.style.height = `${input.scrollHeight + 2}px`
    go.disabled = (input.value.trim() === '' && files.length === 0) || isWanted
    form.ariaBusy = String(isWanted)
  }

  function add(file: File): void {
    const name = file.name || 'picture.png'
    if (file.size > mostBytes) return tell(words.tooLarge(name))
    const remove = el('button', { type: 'button', class: 'plain', 'aria-label': words.remove(name) }, icon('close'))
    const chip = el('div', { class: 'file' }, el('span', {}, name), remove)
    const entry: (typeof files)[number] = { chip }
    // What they meant to send is not whole any more: whether it goes without this is theirs to say.
    const drop = () => {
      isWanted = false
      chip.remove()
      files = files.filter((one) => one !== entry)
      look()
    }
    upload(file, name).then(
      ({ id }) => {
        entry.id = id
        if (isWanted) submit()
      },
      (error: Error) => {
        drop()
        tell(`${words.uploadFailed(name)} ${error.message}`)
      },
    )
    remove.addEventListener('click', () => {
      drop()
      input.focus()
    })
    files.push(entry)
    chips.append(chip)
    look()
  }

  function submit(): void {
    const text = input.value.trim()
    if (text === '' && files.length === 0) return
    isWanted = files.some(({ id }) => id === undefined)
    if (isWanted) return look()
    const sent = files.flatMap(({ id }) => id ?? [])
    files = []
    chips.replaceChildren()
    input.value = ''
    look()
    send(text, sent)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  input.addEventListener('input', () => {
    isWanted = false
    look()
  })
  input.addEventListener('keydown', (event) => {
    // While a word is composed, Enter takes it; Safari tells of the last one only by its old number.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    submit()
  })
  input.addEventListener('paste', (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (pasted.length === 0) return
    event.preventDefault()
    for (const file of pasted) add(file)
  })
  form.addEventListener('dragover', (event) => {
    event.preventDefault()
    form.classList.add('over')
  })
  form.addEventListener('dragleave', () => form.classList.remove('over'))
  form.addEventListener('drop', (event) => {
    event.preventDefault()
    form.classList.remove('over')
    for (const file of event.dataTransfer?.files ?? []) add(file)
  })
  pick.addEventListener('click', () => picker.click())
  picker.addEventListener('change', () => {
    for (const file of picker.files ?? []) add(file)
    picker.value = ''
  })
  end.addEventListener('click', stop)
  look()

  return {
    form,
    focus: (): void => input.focus(),
    /** Whether there is an answer to stop. */
    answering(isSo: boolean): void {
      end.hidden = !isSo
    },
  }
}
