import { useSyncExternalStore } from 'react'

/** The part of the address after `#/`, split at slashes: the pane first, the rest is the pane's own. */
export function useRoute(): string[] {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return parseRoute(hash)
}

export function parseRoute(hash: string): string[] {
  return hash
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(decode)
}

export function routeTo(...path: string[]): string {
  return `#/${path.map(encodeURIComponent).join('/')}`
}

/** `replace` leaves no step to go back to. */
export function navigate(path: string[], { replace = false } = {}): void {
  if (replace) location.replace(routeTo(...path))
  else location.hash = routeTo(...path)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
