/** What leads from where to where, as text alone: whoever draws it decides where it stands and how it looks. */
export interface Diagram {
  boxes: readonly DiagramBox[]
  /** Between boxes that are there. */
  arrows: readonly DiagramArrow[]
}

export interface DiagramBox {
  /** Of this box alone. */
  id: string
  /**
   * `start` and `end`: where it begins and ends; `waits`: for somebody's words; `calls`: something elsewhere; `any`: each that waits;
   * `says`: whatever else.
   */
  kind: 'start' | 'waits' | 'calls' | 'says' | 'end' | 'any'
  /** What it is called first. */
  lines: readonly string[]
}

export interface DiagramArrow {
  from: string
  to: string
  /** May be empty. */
  label: string
  /** Time opens it, or a word that is heard everywhere. */
  isAside: boolean
}

/** Makes pictures. */
export interface Drawings {
  /** A PNG of at most so many bytes. Undefined where it cannot be had in them, would be too large to be read, or is not made in time. */
  png(diagram: Diagram, most: number): Promise<Uint8Array | undefined>
}
