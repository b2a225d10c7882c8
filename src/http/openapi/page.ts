import { createHash } from 'node:crypto'
import type { OpenApi } from './document.ts'
import { type Field, fieldsOf, typeText } from './fields.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Content, Operation, Parameter } from './operation.ts'
import { style } from './page-style.ts'
import { exampleOf, samplesOf } from './samples.ts'
import { keyField, script, tryForm } from './try-it.ts'

/** Text for a page, with everything that means something there made harmless. */
const esc = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** Paragraphs, lists and `code`. */
function prose(text: string): string {
  return text
    .split('\n\n')
    .map((part) => {
      const items = part.split('\n').filter((line) => line.startsWith('* '))
      if (items.length === 0) return `<p>${inline(part)}</p>`
      return `<ul>${items.map((item) => `<li>${inline(item.slice(2))}</li>`).join('')}</ul>`
    })
    .join('')
}

const inline = (text: string): string => esc(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Names of schemas become links to them. */
const linked = (text: string): string =>
  esc(text).replace(/#([A-Za-z]+)/g, (_, name: string) => `<a href="#schema-${name}">${name}</a>`)

function table(head: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return ''
  const titles = head.map((title) => `<th>${title}</th>`).join('')
  return `<table class="of${head.length}"><tr>${titles}</tr>${rows.join('')}</table>`
}

function fieldRow({ path, type, required, schema }: Field): string {
  const marks = `${required ? ' <span class="must">required</span>' : ''}${schema.deprecated ? ' <span class="old">deprecated</span>' : ''}`
  // Long paths are broken where one name ends.
  const name = esc(path).replaceAll('.', '.<wbr>')
  return `<tr><td><code>${name}</code>${marks}</td><td class="type">${linked(type)}</td><td>${inline(schema.description ?? '')}</td></tr>`
}

const fieldTable = (fields: readonly Field[]) => table(['Member', 'Type', 'Meaning'], fields.map(fieldRow))

function parameterRow({ name, in: place, required, description, schema }: Parameter): string {
  return fieldRow({
    path: name,
    type: `${typeText(schema)}, in the ${place}`,
    required: required === true,
    schema: { ...schema, description },
  })
}

const example = ({ example }: Content): string =>
  example === undefined ? '' : `<pre><code>${esc(JSON.stringify(example, null, 2))}</code></pre>`

function contents(content: Record<string, Content>): string {
  return Object.entries(content)
    .map(([type, one]) => `<p><code>${esc(type)}</code> ${linked(typeText(one.schema))}</p>${example(one)}`)
    .join('')
}

/** What a body may hold, where one looks for it first. */
function bodyFields(content: Record<string, Content>, schemas: Record<string, JsonSchema>): string {
  const name = content['application/json']?.schema.$ref?.split('/').at(-1)
  return name === undefined ? '' : fieldTable(fieldsOf(schemas[name]!))
}

function samples(path: string, method: string, of: Operation, schemas: Record<string, JsonSchema>): string {
  const shown = samplesOf(path, method, of, schemas).map(
    ({ language, text }) =>
      `<details class="sample"><summary>${language}</summary><pre><code>${esc(text)}</code></pre></details>`,
  )
  return `<h4>As a program</h4>${shown.join('')}`
}

function operation(
  { path, method, of }: { path: string; method: string; of: Operation },
  schemas: Record<string, JsonSchema>,
  tries: boolean,
): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = of
  const key = security.some((one) => 'managementKey' in one)
  const rows = Object.entries(responses).map(([status, { description, headers = {}, content }]) => {
    const names = Object.keys(headers)
      .map((name) => `<code>${esc(name)}</code>`)
      .join(' ')
    const isProblem = content !== undefined && 'application/problem+json' in content
    // Each code of a problem on a line of its own.
    const meaning = isProblem
      ? prose(description.replace(/(^|; )(?=`)/g, '\n* '))
      : `${inline(description)}${content ? contents(content) : ''}`
    return `<tr><td><code>${status}</code></td><td>${meaning}<p class="headers">${names}</p></td></tr>`
  })
  return `<section id="${operationId}"><h3>${esc(summary)}</h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span><code>${esc(path)}</code></p>
${prose(description)}
${key ? '<p>Needs the header <code>X-API-Key</code> with a management key of the account.</p>' : ''}
${parameters.length > 0 ? `<h4>Parameters</h4>${table(['Name', 'Type', 'Meaning'], parameters.map(parameterRow))}` : ''}
${requestBody ? `<h4>Body</h4>${contents(requestBody.content)}${bodyFields(requestBody.content, schemas)}` : ''}
${tries ? tryForm(path, method, of, exampleOf(path, of, schemas), esc) : ''}
${samples(path, method, of, schemas)}
<h4>Responses</h4>${table(['Status', 'Meaning'], rows)}</section>`
}

function schemaSection(name: string, schema: JsonSchema): string {
  return `<section id="schema-${name}"><h3>${name}</h3>${fieldTable(fieldsOf(schema))}</section>`
}

/** The document as a page to read, and the policy it is to be served with. `tries`: it stands where the API does, and can call it. */
export function page(document: OpenApi, { tries }: { tries: boolean }): { html: string; policy: string } {
  const { info, tags, paths, components } = document
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({ path, method, of })),
  )
  const groups = tags.map((tag) => ({ ...tag, ours: all.filter(({ of }) => of.tags.includes(tag.name)) }))
  const names = Object.keys(components.schemas)
  const links = groups.map(
    ({ name, ours }) =>
      `<strong>${esc(name)}</strong>${ours
        .map(
          ({ method, of }) =>
            `<a href="#${of.operationId}"><span class="method ${method}">${method.toUpperCase()}</span>${esc(of.summary.replaceAll('`', ''))}</a>`,
        )
        .join('')}`,
  )
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(info.title)} API</title><style>${style}</style></head>
<body><nav><a href="#top"><b>${esc(info.title)} API</b></a>${links.join('')}
<strong>Schemas</strong>${names.map((name) => `<a href="#schema-${name}">${name}</a>`).join('')}</nav>
<main id="top"><h1>${esc(info.title)} API <small>${esc(info.version)}</small></h1>
${prose(info.description)}
<p>This page is made from <a href="/openapi.json">openapi.json</a>, which clients can be generated from.</p>
${tries ? keyField : ''}
${groups.map(({ name, description, ours }) => `<h2>${esc(name)}</h2><p>${inline(description)}</p>${ours.map((one) => operation(one, components.schemas, tries)).join('')}`).join('')}
<h2>Headers of responses</h2>${table(
    ['Header', 'Type', 'Meaning'],
    Object.entries(components.headers).map(([path, { schema, description }]) =>
      fieldRow({ path, type: typeText(schema), required: false, schema: { ...schema, description } }),
    ),
  )}
<h2>Schemas</h2>${Object.entries(components.schemas)
    .map(([name, schema]) => schemaSection(name, schema))
    .join('')}</main>${tries ? `<script>${script}</script>` : ''}</body></html>`
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const runs = tries ? ` script-src ${hash(script)}; connect-src 'self';` : ''
  const policy = `default-src 'none'; style-src ${hash(style)};${runs} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}
