/**
 * Server updates: pushes changed states of servers, and their capabilities only when they differ.
 *
 * Hundreds of servers send heartbeats all the time, while their capabilities are a thousand times larger and rarely
 * change. Heartbeat updates are merged for up to a second. Pushes are numbered, so that a page that missed one requests
 * everything again.
 */
import { createHash } from 'node:crypto'
import type { Server } from '@shared/servers/server.js'
import { manifestDigestOf } from '../gateway/path/fingerprint.js'
import type { Clock } from '../gateway/ports/runtime.js'
import type { Registry } from '../gateway/trust/registry.js'
import type { SentServer, SentServers, ServerOffer, StateOfServer } from './table/shapes.js'

/** Maximum delay in milliseconds of a change that a person waits for, so that several are sent together. */
const changeDelayMs = 60
/** The same for changes of heartbeat or health only. */
const heartbeatDelayMs = 1_000

const heartbeatKeys: ReadonlySet<string> = new Set<keyof Server>(['heartbeat', 'health', 'log', 'queue'])

/** Hexadecimal digits of a digest. */
const digits = 32

export interface ServerUpdatesDependencies {
  readonly registry: Pick<Registry, 'servers' | 'link' | 'onDidChangeServer'>
  readonly clock: Pick<Clock, 'elapsed' | 'after'>
  readonly sendServers: (news: SentServers) => void
  readonly sendStates: (states: readonly StateOfServer[]) => void
}

interface ServerStatus {
  readonly offer: string
  readonly state: Server['state']
}

export class ServerUpdates {
  readonly #deps: ServerUpdatesDependencies
  /** Server id → the offer its digest was computed from. Heartbeats repeat the same offer. */
  readonly #digests = new Map<string, { readonly of: ServerOffer; readonly digest: string }>()
  readonly #reported = new Map<string, ServerStatus>()
  readonly #changed = new Set<string>()
  #sequence = 0
  #due: { readonly at: number; readonly cancel: () => void } | undefined

  constructor(deps: ServerUpdatesDependencies) {
    this.#deps = deps
    for (const server of deps.registry.servers()) this.#reported.set(server.id, this.#now(server))
    deps.registry.onDidChangeServer(({ server, before }) => {
      this.#changed.add(server.id)
      this.#scheduleSend(isHeartbeatOnly(before, server) ? heartbeatDelayMs : changeDelayMs)
    })
  }

  /** All servers, for a page that starts or has missed a push. */
  whole(): SentServers {
    const servers = this.#deps.registry.servers()
    return { sequence: this.#sequence, ...this.#sent(servers, () => true), gone: [] }
  }

  states(): readonly StateOfServer[] {
    return this.#deps.registry.servers().map(({ id, state }) => ({ id, state }))
  }

  /** The redaction of sent data changed: skips a sequence number, so that pages request everything again. */
  sendAll(): void {
    this.#sequence += 1
    this.#scheduleSend(changeDelayMs)
    this.#deps.sendStates(this.states())
  }

  #scheduleSend(milliseconds: number): void {
    const { clock } = this.#deps
    const at = clock.elapsed() + milliseconds
    if (this.#due && this.#due.at <= at) return
    this.#due?.cancel()
    this.#due = { at, cancel: clock.after(milliseconds, () => this.#sendPending()) }
  }

  #sendPending(): void {
    this.#due = undefined
    const servers: Server[] = []
    const gone: string[] = []
    for (const id of this.#changed) {
      const server = this.#deps.registry.link(id)?.server
      if (server) servers.push(server)
      else gone.push(id)
    }
    this.#changed.clear()
    const before = new Map(servers.map(({ id }) => [id, this.#reported.get(id)]))
    for (const server of servers) this.#reported.set(server.id, this.#now(server))
    for (const id of gone) {
      this.#reported.delete(id)
      this.#digests.delete(id)
    }
    this.#sequence += 1
    const sent = this.#sent(servers, ({ id, offer }) => before.get(id)?.offer !== offer)
    this.#deps.sendServers({ sequence: this.#sequence, ...sent, gone })
    const isOther = servers.some(({ id, state }) => before.get(id)?.state !== state)
    if (isOther || gone.length > 0) this.#deps.sendStates(this.states())
  }

  /** @param isNew whether to include the capabilities of this server */
  #sent(servers: readonly Server[], isNew: (server: SentServer) => boolean): Pick<SentServers, 'servers' | 'offers'> {
    const offers = new Map<string, string>()
    const sent = servers.map((server) => {
      const { capabilities: _1, refused: _2, findings: _3, quarantined: _4, ...condition } = server
      const one = { ...condition, offer: this.#digestOf(server) }
      if (!offers.has(one.offer) && isNew(one)) offers.set(one.offer, JSON.stringify(offerOf(server)))
      return one
    })
    return { servers: sent, offers: [...offers].map(([digest, text]) => ({ digest, text })) }
  }

  #now(server: Server): ServerStatus {
    return { offer: this.#digestOf(server), state: server.state }
  }

  #digestOf(server: Server): string {
    const known = this.#digests.get(server.id)
    if (known && isSame(known.of, server)) return known.digest
    const of = offerOf(server)
    const digest = createHash('sha256')
      .update(JSON.stringify(identityOf(of)))
      .digest('hex')
      .slice(0, digits)
    this.#digests.set(server.id, { of, digest })
    return digest
  }
}

const offerOf = ({ capabilities, refused, findings, quarantined }: Server): ServerOffer => ({
  capabilities,
  refused,
  ...(findings && { findings }),
  ...(quarantined && { quarantined }),
})

/** Identifies an offer by the digests of its manifests, because serializing them would block the main thread. */
const identityOf = ({ capabilities, refused, findings, quarantined }: ServerOffer): unknown => [
  capabilities.map(manifestDigestOf),
  refused,
  findings ?? null,
  // A fingerprint covers the offer and the accepted manifest, which determine all other members.
  quarantined?.map(({ id, fingerprint, rejected, findings: found }) => [id, fingerprint, rejected, found]) ?? null,
]

const isSame = (one: ServerOffer, other: ServerOffer): boolean =>
  one.capabilities === other.capabilities &&
  one.refused === other.refused &&
  one.findings === other.findings &&
  one.quarantined === other.quarantined

/** Whether only the heartbeat, the health and the like changed. */
function isHeartbeatOnly(before: Server | undefined, after: Server): boolean {
  if (!before) return false
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof Server>
  return [...names].every((name) => heartbeatKeys.has(name) || before[name] === after[name])
}
