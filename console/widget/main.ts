import { ParleyChat } from './element.ts'

const script = document.currentScript

if (!customElements.get('parley-chat')) customElements.define('parley-chat', ParleyChat)

/** `<script src="…/widget.js" data-agent="…">` alone is a button in the corner of the page. */
if (script instanceof HTMLScriptElement && script.dataset['agent'] !== undefined) {
  const chat = document.createElement('parley-chat')
  chat.setAttribute('launcher', '')
  chat.setAttribute('server', new URL(script.src).origin)
  for (const name of ['agent', 'token-url', 'heading', 'theme', 'lang', 'server']) {
    const value = script.getAttribute(`data-${name}`)
    if (value !== null) chat.setAttribute(name, value)
  }
  const add = () => document.body.append(chat)
  if (document.body) add()
  else document.addEventListener('DOMContentLoaded', add, { once: true })
}
