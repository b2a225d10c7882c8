const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m` in milliseconds. */
export function milliseconds(duration: string): number {
  return Number.parseInt(duration, 10) * units[duration.at(-1) as keyof typeof units]
}
