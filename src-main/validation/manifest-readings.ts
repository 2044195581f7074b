/**
 * Manifest readings: what became of each offered manifest, remembered by its text.
 *
 * Guards invariant 7: what a hundred servers of one plugin offer, and what an update repeats, is read once; and the
 * event loop gets its turn after each manifest that is new.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { TextFinding } from '../contract/text-finding.js'

export interface ManifestReading {
  /** The manifest that the gateway uses, or why it is refused. */
  readonly manifest: CapabilityManifest | string
  readonly found: readonly TextFinding[]
}

type Read = (offered: unknown, ownLimits: boolean) => ManifestReading

/** Characters of the manifests whose readings are kept. */
const mostCharacters = 16 * 1_024 * 1_024
/** Known manifests in a row until the event loop gets its turn. */
const mostInARow = 64

export class ManifestReadings {
  readonly #read: Read
  readonly #known = new Map<string, { readonly reading: ManifestReading; readonly characters: number }>()
  #characters = 0
  #inARow = 0

  constructor(read: Read) {
    this.#read = read
  }

  /** @throws what reading throws */
  async of(offered: unknown, ownLimits: boolean): Promise<ManifestReading> {
    const text = textOf(offered)
    if (text === undefined) return this.#read(offered, ownLimits)
    const key = createHash('sha256')
      .update(ownLimits ? 'own limits' : '')
      .update(text)
      .digest('base64')
    const known = this.#known.get(key)
    this.#inARow = known ? this.#inARow + 1 : mostInARow
    if (this.#inARow >= mostInARow) {
      this.#inARow = 0
      await nextTurn()
    }
    if (known) {
      this.#known.delete(key)
      this.#known.set(key, known)
      return known.reading
    }
    const reading = this.#read(offered, ownLimits)
    this.#keep(key, reading, text.length)
    return reading
  }

  #keep(key: string, reading: ManifestReading, characters: number): void {
    this.#characters += characters - (this.#known.get(key)?.characters ?? 0)
    this.#known.set(key, { reading, characters })
    for (const [oldest, kept] of this.#known) {
      if (this.#characters <= mostCharacters) break
      this.#known.delete(oldest)
      this.#characters -= kept.characters
    }
  }
}

/** Undefined for what lies too deep to be written. */
function textOf(offered: unknown): string | undefined {
  try {
    return JSON.stringify(offered) ?? ''
  } catch {
    return undefined
  }
}
