/** An operation that is to go one day, and what is to be called in its place. */
export interface Leaving {
  /** Since when that is said, `2026-11-24`. */
  since: string
  /** From when on it may be gone: half a year later at the earliest. */
  on: string
  /** The address that does the same: `/v1/agents/{agent}/rules`. */
  instead: string
}

/** As RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`) write it. */
export function leavingHeaders({ since, on, instead }: Leaving): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(on).toUTCString(),
    link: `<${instead}>; rel="successor-version"`,
  }
}

export const leavingNote = ({ on, instead }: Leaving): string =>
  ` It goes on ${on} at the earliest: call \`${instead}\` instead.`
