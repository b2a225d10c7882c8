import type { Operation } from './operation.ts'
import type { exampleOf } from './samples.ts'

type Escape = (text: string) => string

/** Where one's key is put once. It stays in the page, and goes with what is sent from it. */
export const keyField =
  '<p class="key"><label>Your key, to try things here <input id="key" type="password" autocomplete="off" spellcheck="false"></label></p>'

/** A form that sends an operation, and the answer below it. */
export function tryForm(
  path: string,
  method: string,
  { operationId, parameters = [], security }: Operation,
  { body }: ReturnType<typeof exampleOf>,
  esc: Escape,
): string {
  const asked = parameters.filter(({ name }) => name !== 'Idempotency-Key')
  const inputs = asked.map(({ name, in: place, required }) => {
    const attributes = `name="${esc(`${place} ${name}`)}"${required ? ' required' : ''} autocomplete="off"`
    return `<label>${esc(name)} <input ${attributes}></label>`
  })
  const area =
    body === undefined
      ? ''
      : `<label>Body <textarea name="body" rows="8" spellcheck="false">${esc(JSON.stringify(body, null, 2))}</textarea></label>`
  const bearer = security.length > 0 ? ' data-bearer="yes"' : ''
  return `<details class="try"><summary>Try it</summary><form data-method="${method.toUpperCase()}" data-path="${esc(path)}"${bearer}>
${inputs.join('')}${area}<button>Send</button></form><pre class="answer" id="answer-${operationId}" aria-live="polite" hidden><code></code></pre></details>`
}

/** Sends what a form says and shows the answer as it comes: as text, whatever is in it. */
export const script = `
const key = () => document.getElementById('key').value.trim()
async function send(form, code) {
  const given = new FormData(form)
  const headers = {}
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const [name, value] of given) {
    const [place, of] = name.split(' ')
    if (place === 'path') path = path.replace('{' + of + '}', encodeURIComponent(value))
    else if (place === 'query' && value !== '') query.set(of, value)
    else if (place === 'header' && value !== '') headers[of] = value
  }
  if (form.dataset.bearer && key()) headers.authorization = 'Bearer ' + key()
  const body = given.get('body')?.replaceAll('$PARLEY_KEY', () => key())
  if (body !== undefined) headers['content-type'] = 'application/json'
  const asked = query.size > 0 ? path + '?' + query : path
  const answer = await fetch(asked, { method: form.dataset.method, headers, body, credentials: 'omit' })
  code.textContent = answer.status + ' ' + answer.statusText + '\\n\\n'
  const isWhole = /json/.test(answer.headers.get('content-type') ?? '') && !/"stream":\\s*true/.test(body ?? '')
  if (isWhole) {
    const text = await answer.text()
    try { code.textContent += JSON.stringify(JSON.parse(text), null, 2) } catch { code.textContent += text }
    return
  }
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) code.textContent += piece
}
document.addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const box = form.nextElementSibling
  const button = form.querySelector('button')
  box.hidden = false
  box.firstChild.textContent = '…'
  button.disabled = true
  try { await send(form, box.firstChild) } catch (error) { box.firstChild.textContent = 'No answer: ' + error.message }
  button.disabled = false
})
`
