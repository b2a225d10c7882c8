type Child = Node | string | undefined | false

/** An element with what it has and holds; texts are texts, and never read as markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, '')
    else if (typeof value === 'string') element.setAttribute(key, value)
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false))
  return element
}

const shapes = {
  chat: 'M4 4h16v12H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-7z',
  stop: 'M7 7h10v10H7z',
  clip: 'M8 12l6-6a3 3 0 014 4l-8 8a5 5 0 01-7-7l8-8',
  up: 'M7 11v9H4v-9zm0 0l4-8c2 0 3 1 2 4l-1 3h6c2 0 2 1 2 2l-2 6c0 1-1 2-2 2H7',
  down: 'M7 13V4H4v9zm0 0l4 8c2 0 3-1 2-4l-1-3h6c2 0 2-1 2-2l-2-6c0-1-1-2-2-2H7',
}

export function icon(name: keyof typeof shapes): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', shapes[name])
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.append(path)
  return svg
}
