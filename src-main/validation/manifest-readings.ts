/**
 * Manifest readings: reads offered manifests in the schema worker and caches the results by text.
 *
 * Guards invariant 7: the main thread only hashes the offer, in slices. Manifests that many servers share or that an
 * update repeats are read once. Each offer has a limit of worker time and of worker crashes, so that it cannot delay
 * others for long.
 */

import { createHash } from 'node:crypto'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import { Slices } from '@shared/turns.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { rememberFindings } from '../policy/text/text-scan.js'
import { rememberDigest } from '../policy/trust/manifest-digest.js'
import { manifestOfReading, type ReadManifest, type ValidManifestReading } from './manifest-reader.js'
import { maxManifestCharacters, rememberSize, tooLarge } from './offer-bounds.js'
import type { SchemaCheckResult, SchemaThread } from './schema-thread.js'

/** A usable manifest with the findings in its received text; or the reason why it is refused. */
export type StoredManifestReading =
  | { readonly manifest: CapabilityManifest; readonly found: readonly TextFinding[] }
  | { readonly reason: string }

export type ReadOne = (offered: unknown) => Promise<StoredManifestReading>

/** Maximum milliseconds of processor time of one offer. */
const offerMs = 15_000
/** Maximum number of manifests of one offer that may crash or block the worker. */
const maxCrashes = 3
/** Milliseconds for which a timeout is cached: this computer may have been busy. */
const slownessCountsMs = 600_000
/** Limit of the cached readings in characters, and the overhead of one beside its text. */
const maxCharacters = 8 * 1_024 * 1_024
const charactersEach = 512
/** Cached manifests in one turn of the event loop. */
const manifestsOfTurn = 64

interface Known {
  readonly reading: StoredManifestReading
  readonly characters: number
  /** Time of `clock.elapsed()`. */
  readonly until: number
}

interface Read {
  readonly result: SchemaCheckResult
  readonly reading: StoredManifestReading
}

export class ManifestReadings {
  readonly #thread: SchemaThread
  readonly #clock: Clock
  readonly #readOurs: ReadManifest | undefined
  readonly #known = new Map<string, Known>()
  readonly #running = new Map<string, Promise<Read>>()
  #characters = 0
  /** Shared by all offers, so that many delay others no longer than one. */
  readonly #slices = new Slices(manifestsOfTurn)

  constructor(thread: SchemaThread, clock: Clock, readOurs?: ReadManifest) {
    this.#thread = thread
    this.#clock = clock
    this.#readOurs = readOurs
  }

  /** The reader of one offer, which has its own budget. Never rejects. */
  ofOffer(ownLimits: boolean): ReadOne {
    let spentMs = 0
    let crashes = 0
    return async (offered) => {
      await this.#slices.rest()
      const text = textOf(offered)
      if (text === undefined) return { reason: 'it nests too deep' }
      if (text.length > maxManifestCharacters) return { reason: tooLarge }
      const key = keyOf(text, ownLimits)
      const known = this.#remembered(key)
      if (known) return known
      if (crashes >= maxCrashes || spentMs >= offerMs) {
        return { reason: 'it was not read: those before it took too long' }
      }
      const { result, reading } = await this.#read(key, text, ownLimits)
      if (result.kind === 'read') spentMs += result.tookMs
      else crashes += 1
      return reading
    }
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
    const running = this.#running.get(key)
    if (running) return running
    const fresh = this.#run(text, ownLimits).then((result) => {
      this.#running.delete(key)
      const reading = readingOf(result)
      this.#remember(key, result, reading)
      return { result, reading }
    })
    this.#running.set(key, fresh)
    return fresh
  }

  async #run(text: string, ownLimits: boolean): Promise<SchemaCheckResult> {
    if (!this.#readOurs || !catalogueTexts().has(text)) return this.#thread.run({ text, ownLimits })
    return { kind: 'read', reading: this.#readOurs(text, ownLimits), tookMs: 0 }
  }

  #remember(key: string, result: SchemaCheckResult, reading: StoredManifestReading): void {
    if (result.kind === 'failed') return
    const until = result.kind === 'read' ? Number.POSITIVE_INFINITY : this.#clock.elapsed() + slownessCountsMs
    const isGood = result.kind === 'read' && result.reading.ok
    const characters = charactersEach + (isGood ? result.reading.size : 0)
    this.#characters += characters
    this.#known.set(key, { reading, characters, until })
    for (const [oldest, kept] of this.#known) {
      if (this.#characters <= maxCharacters) break
      this.#known.delete(oldest)
      this.#characters -= kept.characters
    }
  }
}

function readingOf(result: SchemaCheckResult): StoredManifestReading {
  switch (result.kind) {
    case 'read':
      return result.reading.ok ? withCachedResults(result.reading) : { reason: result.reading.reason }
    case 'too-long':
      return { reason: 'its schema took too long to compile, or its examples to check' }
    case 'too-much-memory':
      return { reason: 'its schema took too much memory to compile, or its examples to check' }
    case 'failed':
      return { reason: `its schema could not be tried: ${result.reason}` }
  }
}

/** Stores all results of the worker in the caches of this thread. */
function withCachedResults(reading: ValidManifestReading): StoredManifestReading {
  const manifest = manifestOfReading(reading)
  rememberSize(manifest, reading.size)
  rememberDigest(manifest, reading.digest)
  rememberFindings(manifest, reading.kept)
  return { manifest, found: reading.found }
}

let ours: ReadonlySet<string> | undefined

/** The texts of unchanged manifests of the catalogue, and of references to them. */
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

/** Undefined when the value is too deep to be serialized. */
function textOf(offered: unknown): string | undefined {
  try {
    return JSON.stringify(offered) ?? 'null'
  } catch {
    return undefined
  }
}
