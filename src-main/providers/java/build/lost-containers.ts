/** Lost containers: chests and others with items that a build would replace, the fullest first. */
import type { ReplacedContainer } from '@shared/build/build-preview.js'
import { blockIdOf } from '../../../policy/build/block-state.js'
import { compoundsAt, numberAt, stringAt } from '../../minecraft/nbt/nbt.js'
import type { BlockEntity, BlockVolume } from '../folder/block-volume.js'

const maxListed = 64
const maxItems = 27

export class LostContainers {
  readonly #found: { readonly container: ReplacedContainer; readonly items: number }[] = []
  count = 0

  /** @param isChanged 1 for each block that would change */
  add(volume: BlockVolume, isChanged: Uint8Array): void {
    for (const entity of volume.blockEntities) {
      if (isChanged[volume.indexOf(entity)] !== 1) continue
      const items = itemsIn(entity)
      if (items.length === 0) continue
      this.count++
      const { x, y, z } = entity
      const container = { x, y, z, block: blockIdOf(volume.stateAt(entity)), items: items.slice(0, maxItems) }
      this.#found.push({ container, items: items.reduce((sum, { count }) => sum + count, 0) })
      if (this.#found.length > 4 * maxListed) this.#trim()
    }
  }

  get listed(): readonly ReplacedContainer[] {
    this.#trim()
    return this.#found.map(({ container }) => container)
  }

  #trim(): void {
    this.#found.sort((a, b) => b.items - a.items)
    this.#found.length = Math.min(this.#found.length, maxListed)
  }
}

/** By id, the most first: chests keep a list, single items have members of their own. */
function itemsIn({ data }: BlockEntity): readonly { readonly id: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  const single = ['item', 'RecordItem', 'Book'].flatMap((name) => compoundsAt({ list: [data[name] ?? 0] }, 'list'))
  for (const item of [...compoundsAt(data, 'Items'), ...single]) {
    const id = (stringAt(item, 'id') ?? '').slice(0, 256)
    // `count` since 1.20.5.
    const count = numberAt(item, 'count') ?? numberAt(item, 'Count') ?? 1
    if (id !== '' && count > 0) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count)
}
