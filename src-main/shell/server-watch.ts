/**
 * Server watch: which servers went, came back, stopped saving, or newly offer something, once it is sure.
 *
 * A server that restarts, or a connection that blinks, is no news: what changes back within seconds is not reported. What
 * is so when it is first seen is how things are, and no news either.
 */
import type { Server } from '../contract/server.js'
import type { Clock } from '../gateway/ports.js'

export type ServerNews =
  | { readonly kind: 'offline' | 'online'; readonly servers: readonly Server[] }
  /** Saving is off since a backup ended. */
  | { readonly kind: 'unsaved'; readonly server: Server }
  | { readonly kind: 'offers'; readonly server: Server; readonly count: number }

/** Milliseconds that something must stay so before it is reported. */
export const settledMs = 10_000

interface Known {
  /** The newest. */
  server: Server
  /** As it was reported, or first seen; undefined until it is either. */
  up: boolean | undefined
  offers: number | undefined
  isUnsaved: boolean
  cancel: (() => void) | undefined
}

export class ServerWatch {
  readonly #known = new Map<string, Known>()
  readonly #clock: Clock
  readonly #tell: (news: ServerNews) => void
  #due: Known[] = []

  constructor(clock: Clock, tell: (news: ServerNews) => void) {
    this.#clock = clock
    this.#tell = tell
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
      ...{ server, up: undefined, offers: undefined, cancel: undefined },
      isUnsaved: false,
    }
    this.#known.set(server.id, known)
    known.server = server
    if (server.state === 'online') known.isUnsaved = false
    // What a person has accepted meanwhile makes room for news; what a server that is away does not list does not.
    if (known.offers !== undefined && upOf(server)) known.offers = Math.min(known.offers, offersOf(server))
    if (this.#isAsKnown(known)) {
      known.cancel?.()
      known.cancel = undefined
    } else {
      known.cancel ??= this.#clock.after(settledMs, () => this.#settled(known))
    }
  }

  #isAsKnown({ server, up, offers, isUnsaved }: Known): boolean {
    const isUp = upOf(server)
    if (!isUnsaved && isUnsavedNow(server)) return false
    return (isUp === undefined || isUp === up) && (offers === undefined ? false : offersOf(server) <= offers)
  }

  /** What falls due in the same moment, as when the network fails, is reported as one. */
  #settled(known: Known): void {
    known.cancel = undefined
    this.#due.push(known)
    if (this.#due.length === 1) this.#clock.after(0, () => this.#tellDue())
  }

  #tellDue(): void {
    const due = this.#due
    this.#due = []
    for (const state of [false, true]) {
      const servers = due
        .filter(({ up, server }) => up === !state && upOf(server) === state)
        .map(({ server }) => server)
      if (servers.length > 0) this.#tell({ kind: state ? 'online' : 'offline', servers })
    }
    for (const known of due) {
      const { server, offers } = known
      const count = offersOf(server)
      if (offers !== undefined && count > offers) this.#tell({ kind: 'offers', server, count })
      if (!known.isUnsaved && isUnsavedNow(server)) {
        known.isUnsaved = true
        this.#tell({ kind: 'unsaved', server })
      }
      known.up = upOf(server) ?? known.up
      if (offers === undefined || upOf(server)) known.offers = count
    }
  }
}

const isUnsavedNow = ({ state, strain }: Server): boolean => state === 'degraded' && strain === 'saving-off'

/** Undefined while it is being tried. */
const upOf = ({ state }: Server): boolean | undefined => (state === 'connecting' ? undefined : state !== 'offline')

const offersOf = ({ quarantined = [] }: Server): number => quarantined.length
