/**
 * Build previews: what the open requests for builds would change, with pictures.
 *
 * Guards invariant 3: a preview is made of the arguments of the request itself, as they will be sent. One is made at a time
 * for each request, and it is kept for seconds: to turn the picture back and forth draws nothing twice.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { BuildPreview, Turn } from '@shared/build/build-preview.js'
import type { ServerLink } from '../gateway/ports/provider.js'
import type { Clock } from '../gateway/ports/runtime.js'

/** Milliseconds for which a preview counts as current. */
const keptMs = 15_000
/** Milliseconds after which a preview is given up. */
const maxMs = 60_000
/** Requests with a kept preview; each has a few pictures of at most a megabyte. */
const maxRequests = 16

export interface RequestedBuild {
  readonly id: string
  readonly capabilityId: string
  readonly server: { readonly id: string }
  readonly arguments: JsonObject
}

export interface BuildPreviewsDependencies {
  /** The open request with this id. */
  readonly find: (id: string) => RequestedBuild | undefined
  readonly link: (server: string) => Pick<ServerLink, 'previewBuild'> | undefined
  readonly clock: Pick<Clock, 'after'>
}

interface Kept {
  readonly made: Map<Turn, Promise<BuildPreview>>
  /** Ends when the one before has ended. */
  last: Promise<unknown>
}

export class BuildPreviews {
  readonly #deps: BuildPreviewsDependencies
  readonly #kept = new Map<string, Kept>()

  constructor(deps: BuildPreviewsDependencies) {
    this.#deps = deps
  }

  /** @throws GatewayError when the request is closed, or as the call itself would */
  of(id: string, turn: Turn): Promise<BuildPreview> {
    const request = this.#deps.find(id)
    if (!request) throw new GatewayError('RISK.APPROVAL_CLOSED')
    const kept = this.#keptOf(id)
    const known = kept.made.get(turn)
    if (known) return known
    const preview = kept.last.then(() => this.#make(request, turn))
    kept.made.set(turn, preview)
    const forget = () => {
      if (kept.made.get(turn) === preview) kept.made.delete(turn)
      if (kept.made.size === 0 && this.#kept.get(id) === kept) this.#kept.delete(id)
    }
    kept.last = preview.then(() => void this.#deps.clock.after(keptMs, forget), forget)
    return preview
  }

  async #make({ capabilityId, server, arguments: given }: RequestedBuild, turn: Turn): Promise<BuildPreview> {
    const link = this.#deps.link(server.id)
    if (!link?.previewBuild) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
    const ending = new AbortController()
    const cancel = this.#deps.clock.after(maxMs, () => ending.abort())
    const isLate = new Promise<never>((_resolve, reject) => {
      ending.signal.addEventListener('abort', () => reject(new GatewayError('SYSTEM.TIMEOUT')))
    })
    try {
      return await Promise.race([link.previewBuild(capabilityId, given, turn, ending.signal), isLate])
    } finally {
      cancel()
    }
  }

  #keptOf(id: string): Kept {
    const known = this.#kept.get(id)
    if (known) return known
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= maxRequests) this.#kept.delete(oldest)
    const kept: Kept = { made: new Map(), last: Promise.resolve() }
    this.#kept.set(id, kept)
    return kept
  }
}
