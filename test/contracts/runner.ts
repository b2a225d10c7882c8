/** What a suite needs of the runner it runs in: `import * as vitest from 'vitest'` is one. */
export interface Runner {
  describe(name: string, define: () => void): unknown
  it(name: string, run: () => Promise<void>): unknown
  afterEach(run: () => Promise<void>): unknown
  expect: Expect
}

export interface Expect {
  (actual: unknown): Checks & { not: Checks }
  any(type: unknown): unknown
  stringMatching(pattern: RegExp): unknown
}

interface Checks {
  toBe(expected: unknown): void
  toBeCloseTo(expected: number, digits?: number): void
  toBeGreaterThan(least: number): void
  toBeGreaterThanOrEqual(least: number): void
  toBeLessThan(most: number): void
  toBeLessThanOrEqual(most: number): void
  toBeUndefined(): void
  toEqual(expected: unknown): void
  toHaveLength(length: number): void
  toHaveProperty(name: string): void
  toMatch(pattern: RegExp): void
  toMatchObject(expected: object): void
}
