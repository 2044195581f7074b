/**
 * Server watch: reports servers that disconnected, reconnected, stopped saving, or have new capabilities.
 *
 * Debounced: a change that reverts within seconds is not reported. The first observed state is not a change.
 */
import type { Server } from '@shared/servers/server.js'
import type { Clock } from '../../gateway/ports/runtime.js'

export type ServerNotices =
  | { readonly kind: 'offline' | 'online'; readonly servers: readonly Server[] }
  /** Saving is off since a backup ended. */
  | { readonly kind: 'unsaved'; readonly server: Server }
  | { readonly kind: 'offers'; readonly server: Server; readonly count: number }

/** Milliseconds that a state must last before it is reported. */
export const settledMs = 10_000

interface WatchedServer {
  /** The latest state. */
  server: Server
  /** The last reported or first observed state; undefined before. */
  up: boolean | undefined
  offers: number | undefined
  isUnsaved: boolean
  cancel: (() => void) | undefined
}

export class ServerWatch {
  readonly #known = new Map<string, WatchedServer>()
  readonly #clock: Clock
  readonly #reportNotice: (news: ServerNotices) => void
  #due: WatchedServer[] = []

  constructor(clock: Clock, reportNotice: (news: ServerNotices) => void) {
    this.#clock = clock
    this.#reportNotice = reportNotice
  }

  set servers(servers: readonly Server[]) {
    const ids = new Set(servers.map(({ id }) => id))
    for (const [id, known] of this.#known) {
      if (ids.has(id)) continue
      known.cancel?.()
      this.#known.delete(id)
    }
    for (const server of servers) this.#look(server)
  }

  #look(server: Server): void {
    const known = this.#known.get(server.id) ?? {
      server,
      up: undefined,
      offers: undefined,
      cancel: undefined,
      isUnsaved: false,
    }
    this.#known.set(server.id, known)
    known.server = server
    if (server.state === 'online') known.isUnsaved = false
    // Accepted offers reduce the count; missing offers of a disconnected server do not.
    if (known.offers !== undefined && upOf(server)) known.offers = Math.min(known.offers, offersOf(server))
    if (this.#isUnchanged(known)) {
      known.cancel?.()
      known.cancel = undefined
    } else {
      known.cancel ??= this.#clock.after(settledMs, () => this.#settled(known))
    }
  }

  #isUnchanged({ server, up, offers, isUnsaved }: WatchedServer): boolean {
    const isUp = upOf(server)
    if (!isUnsaved && isUnsavedNow(server)) return false
    return (isUp === undefined || isUp === up) && (offers === undefined ? false : offersOf(server) <= offers)
  }

  /** Simultaneous changes, such as after a network failure, are reported together. */
  #settled(known: WatchedServer): void {
    known.cancel = undefined
    this.#due.push(known)
    if (this.#due.length === 1) this.#clock.after(0, () => this.#reportDue())
  }

  #reportDue(): void {
    const due = this.#due
    this.#due = []
    for (const state of [false, true]) {
      const servers = due
        .filter(({ up, server }) => up === !state && upOf(server) === state)
        .map(({ server }) => server)
      if (servers.length > 0) this.#reportNotice({ kind: state ? 'online' : 'offline', servers })
    }
    for (const known of due) {
      const { server, offers } = known
      const count = offersOf(server)
      if (offers !== undefined && count > offers) this.#reportNotice({ kind: 'offers', server, count })
      if (!known.isUnsaved && isUnsavedNow(server)) {
        known.isUnsaved = true
        this.#reportNotice({ kind: 'unsaved', server })
      }
      known.up = upOf(server) ?? known.up
      if (offers === undefined || upOf(server)) known.offers = count
    }
  }
}

const isUnsavedNow = ({ state, strain }: Server): boolean => state === 'degraded' && strain === 'saving-off'

/** Undefined while connecting. */
const upOf = ({ state }: Server): boolean | undefined => (state === 'connecting' ? undefined : state !== 'offline')

const offersOf = ({ quarantined = [] }: Server): number => quarantined.length
