/**
 * Manifest readings: offered manifests, read in the schema worker and remembered by their text.
 *
 * Guards invariant 7: the main thread only hashes what was offered, in slices; what a hundred servers of one plugin
 * offer, and what an update repeats, is read once. One offer has so much time of the worker and may end it so often,
 * so that nobody holds the others up for long.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { rememberDigest } from '../policy/manifest-digest.js'
import { rememberFindings } from '../policy/text-scan.js'
import { manifestOfReading, type ReadManifest, type ValidManifestReading } from './manifest-reader.js'
import { maxManifestCharacters, rememberSize, tooLarge } from './offer-bounds.js'
import type { SchemaCheckResult, SchemaThread } from './schema-thread.js'

/** A manifest that the gateway can use, with what a person should look at in what was sent; or why it is refused. */
export type StoredManifestReading =
  | { readonly manifest: CapabilityManifest; readonly found: readonly TextFinding[] }
  | { readonly reason: string }

export type ReadOne = (offered: unknown) => Promise<StoredManifestReading>

/** Milliseconds of the worker that one offer may take. */
const offerMs = 15_000
/** Maximum manifests of one offer that may crash or block the worker. */
const maxDeaths = 3
/** Milliseconds for which a timeout is cached: this computer may have been busy. */
const slownessCountsMs = 600_000
/** Characters of the readings that are kept, and those that one costs beside its text. */
const maxCharacters = 8 * 1_024 * 1_024
const charactersEach = 512
/** A slice ends after so many milliseconds or known manifests; then the event loop gets its turn. */
const slice = { milliseconds: 4, manifests: 64 }

interface Known {
  readonly reading: StoredManifestReading
  readonly characters: number
  /** Of `clock.elapsed()`. */
  readonly until: number
}

interface Read {
  readonly verdict: SchemaCheckResult
  readonly reading: StoredManifestReading
}

export class ManifestReadings {
  readonly #thread: SchemaThread
  readonly #clock: Clock
  readonly #readOurs: ReadManifest | undefined
  readonly #known = new Map<string, Known>()
  readonly #underway = new Map<string, Promise<Read>>()
  #characters = 0
  #slice = { began: 0, manifests: 0 }

  constructor(thread: SchemaThread, clock: Clock, readOurs?: ReadManifest) {
    this.#thread = thread
    this.#clock = clock
    this.#readOurs = readOurs
  }

  /** The reader of one offer, which has its own budget. Never rejects. */
  ofOffer(ownLimits: boolean): ReadOne {
    let spentMs = 0
    let deaths = 0
    return async (offered) => {
      await this.#inSlices()
      const text = textOf(offered)
      if (text === undefined) return { reason: 'it nests too deep' }
      if (text.length > maxManifestCharacters) return { reason: tooLarge }
      const key = keyOf(text, ownLimits)
      const known = this.#remembered(key)
      if (known) return known
      if (deaths >= maxDeaths || spentMs >= offerMs) {
        return { reason: 'it was not read: those before it took too long' }
      }
      const { verdict, reading } = await this.#read(key, text, ownLimits)
      if (verdict.kind === 'read') spentMs += verdict.tookMs
      else deaths += 1
      return reading
    }
  }

  /** All offers share a slice: many at once hold the event loop no longer than one. */
  async #inSlices(): Promise<void> {
    const now = this.#clock.elapsed()
    const { began, manifests } = this.#slice
    if (now - began < slice.milliseconds && manifests < slice.manifests) {
      this.#slice = { began, manifests: manifests + 1 }
      return
    }
    await nextTurn()
    this.#slice = { began: this.#clock.elapsed(), manifests: 0 }
  }

  #remembered(key: string): StoredManifestReading | undefined {
    const found = this.#known.get(key)
    if (!found) return undefined
    this.#known.delete(key)
    if (found.until > this.#clock.elapsed()) {
      this.#known.set(key, found)
      return found.reading
    }
    this.#characters -= found.characters
    return undefined
  }

  #read(key: string, text: string, ownLimits: boolean): Promise<Read> {
    const running = this.#underway.get(key)
    if (running) return running
    const fresh = this.#run(text, ownLimits).then((verdict) => {
      this.#underway.delete(key)
      const reading = readingOf(verdict)
      this.#remember(key, verdict, reading)
      return { verdict, reading }
    })
    this.#underway.set(key, fresh)
    return fresh
  }

  async #run(text: string, ownLimits: boolean): Promise<SchemaCheckResult> {
    if (!this.#readOurs || !catalogueTexts().has(text)) return this.#thread.run({ text, ownLimits })
    return { kind: 'read', reading: this.#readOurs(text, ownLimits), tookMs: 0 }
  }

  #remember(key: string, verdict: SchemaCheckResult, reading: StoredManifestReading): void {
    if (verdict.kind === 'failed') return
    const until = verdict.kind === 'read' ? Number.POSITIVE_INFINITY : this.#clock.elapsed() + slownessCountsMs
    const isGood = verdict.kind === 'read' && verdict.reading.ok
    const characters = charactersEach + (isGood ? verdict.reading.size : 0)
    this.#characters += characters
    this.#known.set(key, { reading, characters, until })
    for (const [oldest, kept] of this.#known) {
      if (this.#characters <= maxCharacters) break
      this.#known.delete(oldest)
      this.#characters -= kept.characters
    }
  }
}

function readingOf(verdict: SchemaCheckResult): StoredManifestReading {
  switch (verdict.kind) {
    case 'read':
      return verdict.reading.ok ? rehydrated(verdict.reading) : { reason: verdict.reading.reason }
    case 'too-long':
      return { reason: 'its schema took too long to compile, or its examples to check' }
    case 'too-much-memory':
      return { reason: 'its schema took too much memory to compile, or its examples to check' }
    case 'failed':
      return { reason: `its schema could not be tried: ${verdict.reason}` }
  }
}

/** With everything that the worker found out about it, so that nobody here does it again. */
function rehydrated(reading: ValidManifestReading): StoredManifestReading {
  const manifest = manifestOfReading(reading)
  rememberSize(manifest, reading.size)
  rememberDigest(manifest, reading.digest)
  rememberFindings(manifest, reading.kept)
  return { manifest, found: reading.found }
}

let ours: ReadonlySet<string> | undefined

/** Manifests of the catalogue, and references to them, as a server sends them that changes nothing. */
function catalogueTexts(): ReadonlySet<string> {
  ours ??= new Set(
    [...coreCatalogue.values(), ...snapshotCatalogue.values()].flatMap((manifest) => [
      JSON.stringify(manifest),
      JSON.stringify({ id: manifest.id, version: manifest.version, type: manifest.type }),
    ]),
  )
  return ours
}

const keyOf = (text: string, ownLimits: boolean): string =>
  createHash('sha256')
    .update(ownLimits ? 'own limits' : '')
    .update(text)
    .digest('base64')

/** Undefined for what lies too deep to be written. */
function textOf(offered: unknown): string | undefined {
  try {
    return JSON.stringify(offered) ?? 'null'
  } catch {
    return undefined
  }
}
