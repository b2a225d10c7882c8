import type { Fault } from '../lib/errors.ts'
import type { Actor } from './actor.ts'
import type { Edge } from './scenarios/graph.ts'

/** A conversation of the agent's tests, as it goes with what was looked at. */
export interface PlayedTest {
  /** Inside the folder of the agent. */
  file: string
  line: number
  test: string
  /** What is not as it expects; nothing: it has passed. */
  failed: readonly { turn: number; line: number; what: string; expected: string; actual: string }[]
}

/** A way as it is written, and how many tests take it. */
export type WalkedEdge = Omit<Edge, 'path'> & { tests: number }

export interface ScenarioCoverage {
  /** Of what was looked at. */
  revision: string
  /** The conversations in the `tests/` of the agent's folder. */
  played: readonly PlayedTest[]
  /** How many answers are kept with it as tests: each goes through what one question does. */
  kept: number
  /** Files of tests that could not be read. */
  faults: readonly Fault[]
  /** There are more tests, which were not played. */
  isCut: boolean
  /** Of each scenario all ways that can be taken. */
  scenarios: readonly { scenario: string; edges: readonly WalkedEdge[] }[]
}

/** Plays the tests of an agent with its draft, or what is live where there is none. Nothing is kept of it, and nobody is called. */
export type ReadCoverage = (agent: string, by: Actor) => Promise<ScenarioCoverage>
