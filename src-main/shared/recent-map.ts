/** Recent map: a map of limited size, from which the entry that was set longest ago is dropped. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  /** The entry becomes the newest, also where the key is known. */
  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#most) this.delete(this.keys().next().value as Key)
    return this
  }
}
