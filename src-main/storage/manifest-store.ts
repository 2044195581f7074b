/**
 * Manifest store: accepted and rejected manifests of each server, and its last offer. See
 * docs/protocol.md#manifest-acceptance.
 *
 * Guards invariants 4 and 2: stored data is validated like data from a server, and unreadable data is not accepted. An
 * unreadable rejection must be decided again, and stays blocked until then. Where the file of the profile cannot be used,
 * every server counts as known with nothing accepted.
 */
import { isMembers, isSameJson } from '@contract/compatibility/same.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { AcceptedManifest, EarlierManifest } from '@shared/servers/quarantine.js'
import type { TextFinding, TextFindingKind } from '@shared/servers/text-finding.js'
import type { Log } from '../gateway/ports/runtime.js'
import {
  type ManifestStore,
  maxEarlier,
  type StoredManifests,
  type StoredOffer,
  type StoredRejection,
} from '../gateway/ports/stores.js'
import { knownFindings, rememberFindings } from '../policy/text/text-scan.js'
import { knownDigest, rememberDigest } from '../policy/trust/manifest-digest.js'
import type { StateDatabase } from './state-database.js'
import { parseJson } from './state-schema.js'

export type IsManifest = (value: unknown) => value is CapabilityManifest

export class SqliteManifestStore implements ManifestStore {
  readonly #state: StateDatabase
  readonly #isManifest: IsManifest
  readonly #log: Log

  constructor(state: StateDatabase, isManifest: IsManifest, log: Log) {
    this.#state = state
    this.#isManifest = isManifest
    this.#log = log
  }

  read(serverId: string): StoredManifests {
    try {
      const { isDamaged } = this.#state
      const { accepted, damaged } = this.#accepted(serverId)
      const { offer, met } = this.#offer(serverId)
      return {
        accepted,
        rejected: this.#rejected(serverId),
        ...(offer && { offer }),
        met: met || isDamaged,
        damaged: damaged || isDamaged,
      }
    } catch (error) {
      this.#log.error('what people accepted of a server cannot be read', { serverId, error: `${error}` })
      return { accepted: [], rejected: [], met: true, damaged: true }
    }
  }

  accept(serverId: string, manifests: readonly AcceptedManifest[], at = new Date().toISOString()): void {
    const insert = this.#state.prepare('INSERT OR REPLACE INTO accepted_manifest VALUES (?, ?, ?)')
    const agreeTo = this.#state.prepare('DELETE FROM rejected_manifest WHERE server_id = ? AND capability_id = ?')
    this.#state.together(() => {
      for (const one of manifests) {
        const body = JSON.stringify({ ...one, digest: knownDigest(one.manifest) })
        this.#storeEarlier(serverId, one, body, at)
        insert.run(serverId, one.manifest.id, body)
        agreeTo.run(serverId, one.manifest.id)
      }
    })
  }

  reject(serverId: string, rejections: readonly StoredRejection[]): void {
    const insert = this.#state.prepare('INSERT OR REPLACE INTO rejected_manifest VALUES (?, ?, ?, ?, ?)')
    this.#state.together(() => {
      for (const { capabilityId, fingerprint, at, by } of rejections) {
        insert.run(serverId, capabilityId, fingerprint, at, by)
      }
    })
  }

  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    try {
      return this.#state
        .prepare(
          'SELECT body, until FROM earlier_manifest WHERE server_id = ? AND capability_id = ? ORDER BY sequence DESC LIMIT ?',
        )
        .all(serverId, capabilityId, maxEarlier)
        .flatMap(({ body, until }) => {
          const manifest = parseJson(body)
          return this.#isManifest(manifest) && manifest.id === capabilityId ? [{ manifest, until: String(until) }] : []
        })
    } catch (error) {
      this.#log.error('what people accepted before cannot be read', { serverId, capabilityId, error: `${error}` })
      return []
    }
  }

  storeOffer(serverId: string, { name, software, identity, capabilities }: StoredOffer): void {
    this.#state
      .prepare(
        'INSERT OR REPLACE INTO last_offer (server_id, name, software, body, identity, facts) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        serverId,
        name,
        software ?? null,
        JSON.stringify(capabilities),
        identity ?? null,
        JSON.stringify(capabilities.map(factsOf)),
      )
  }

  forget(serverId: string): void {
    this.#state.together(() => {
      this.#state.prepare('DELETE FROM accepted_manifest WHERE server_id = ?').run(serverId)
      this.#state.prepare('DELETE FROM last_offer WHERE server_id = ?').run(serverId)
      this.#state.prepare('DELETE FROM rejected_manifest WHERE server_id = ?').run(serverId)
      this.#state.prepare('DELETE FROM earlier_manifest WHERE server_id = ?').run(serverId)
    })
  }

  /** Keeps the replaced manifest, unless its text is the same; the oldest of too many is deleted. */
  #storeEarlier(serverId: string, { manifest }: AcceptedManifest, body: string, at: string): void {
    const { id } = manifest
    const row = this.#state
      .prepare('SELECT body FROM accepted_manifest WHERE server_id = ? AND capability_id = ?')
      .get(serverId, id)
    if (!row || row.body === body) return
    const before = parseJson(row.body)
    if (!this.#isAccepted(before) || isSameJson(before.manifest, manifest)) return
    this.#state
      .prepare('INSERT INTO earlier_manifest (server_id, capability_id, body, until) VALUES (?, ?, ?, ?)')
      .run(serverId, id, JSON.stringify(before.manifest), at)
    this.#state
      .prepare(
        `DELETE FROM earlier_manifest WHERE server_id = ? AND capability_id = ? AND sequence NOT IN (
          SELECT sequence FROM earlier_manifest WHERE server_id = ? AND capability_id = ? ORDER BY sequence DESC LIMIT ?
        )`,
      )
      .run(serverId, id, serverId, id, maxEarlier)
  }

  #rejected(serverId: string): readonly StoredRejection[] {
    return this.#state
      .prepare('SELECT capability_id, fingerprint, at, person FROM rejected_manifest WHERE server_id = ?')
      .all(serverId)
      .map(({ capability_id, fingerprint, at, person }) => ({
        capabilityId: String(capability_id),
        fingerprint: String(fingerprint),
        at: String(at),
        by: String(person),
      }))
  }

  #accepted(serverId: string): Pick<StoredManifests, 'accepted' | 'damaged'> {
    const rows = this.#state
      .prepare('SELECT capability_id, body FROM accepted_manifest WHERE server_id = ?')
      .all(serverId)
    const accepted = rows.flatMap(({ capability_id, body }) => {
      const one = parseJson(body)
      if (!this.#isAccepted(one) || one.manifest.id !== capability_id) return []
      const { manifest, catalogued, digest } = one
      if (typeof digest === 'string') rememberDigest(manifest, digest)
      return [{ manifest, catalogued }]
    })
    const damaged = accepted.length < rows.length
    if (damaged) this.#log.error('accepted manifests are broken and do not count', { serverId })
    return { accepted, damaged }
  }

  #isAccepted(value: unknown): value is AcceptedManifest & { readonly digest?: unknown } {
    if (!isMembers(value) || !this.#isManifest(value.manifest)) return false
    return Array.isArray(value.catalogued) && value.catalogued.every((name) => typeof name === 'string')
  }

  #offer(serverId: string): Pick<StoredManifests, 'offer' | 'met'> {
    const row = this.#state
      .prepare('SELECT name, software, body, identity, facts FROM last_offer WHERE server_id = ?')
      .get(serverId)
    if (!row) return { met: false }
    const capabilities = parseJson(row.body)
    if (!Array.isArray(capabilities) || !capabilities.every(this.#isManifest)) {
      this.#log.error('the last offer of a server is broken and does not count', { serverId })
      return { met: true }
    }
    const facts = parseJson(row.facts)
    if (Array.isArray(facts) && facts.length === capabilities.length) {
      for (const [at, manifest] of capabilities.entries()) rememberFacts(manifest, facts[at])
    }
    const { name, software, identity } = row
    const offer = {
      name: String(name),
      ...(software !== null && { software: String(software) }),
      ...(identity !== null && { identity: String(identity) }),
      capabilities,
    }
    return { offer, met: true }
  }
}

/**
 * What the schema worker computed from a manifest, stored with it.
 *
 * Guards startup time: scanning the texts of the largest offer takes more than a second.
 *
 * Digest and findings; null when not computed.
 */
const factsOf = (manifest: CapabilityManifest): readonly [string | null, readonly TextFinding[] | null] => [
  knownDigest(manifest) ?? null,
  knownFindings(manifest) ?? null,
]

/** Invalid facts are ignored: they are computed again when needed. */
function rememberFacts(manifest: CapabilityManifest, facts: unknown): void {
  if (!Array.isArray(facts)) return
  const [digest, findings]: readonly unknown[] = facts
  if (typeof digest === 'string') rememberDigest(manifest, digest)
  if (Array.isArray(findings) && findings.every(isFinding)) rememberFindings(manifest, findings)
}

const kinds: Readonly<Record<TextFindingKind, true>> = {
  instruction: true,
  hidden: true,
  ansi: true,
  lookalikes: true,
  link: true,
  encoded: true,
  'other-tool': true,
}

const isFinding = (value: unknown): value is TextFinding =>
  isMembers(value) &&
  typeof value.kind === 'string' &&
  Object.hasOwn(kinds, value.kind) &&
  typeof value.path === 'string' &&
  typeof value.excerpt === 'string'
