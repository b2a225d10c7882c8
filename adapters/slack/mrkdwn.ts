import { escapeText } from './disarm.ts'
import { mention } from './people.ts'

/**
 * Modals know no Markdown. The little of it that our sentences use, as mrkdwn: bold, links, headings, lists and people; code
 * stays.
 */
export function toMrkdwn(markdown: string): string {
  const pieces = markdown.split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
  return pieces.map((piece, at) => (at % 2 === 1 ? escapeText(piece) : prose(piece))).join('')
}

function prose(text: string): string {
  return escapeText(text)
    .replaceAll(/&lt;@([a-z]+_[^<>&\s]+)&gt;/g, (_, uid: string) => mention(uid))
    .replaceAll(/\*\*(?=\S)(.+?)\*\*/g, '*$1*')
    .replaceAll(/^#{1,6} +(.+)$/gm, '*$1*')
    .replaceAll(/^(\s*)[-*] +/gm, '$1• ')
    .replaceAll(/\[([^\]\n]+)\]\((https?:[^)\s|]+)\)/g, '<$2|$1>')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
}
