/** A map that holds at most `max` entries, and forgets what was set longest ago. */
export class LatestMap<K, V> extends Map<K, V> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#max) this.delete(this.keys().next().value!)
    return this
  }
}
