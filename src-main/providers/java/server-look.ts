/**
 * Server look: reads who is online and how fast a server ticks, as often as it is asked.
 *
 * A look repeats every few seconds: a problem is logged once, until a look has none.
 */
import type { JsonObject } from '@contract/call.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { JavaAbilities } from './capabilities/java-capability.js'
import { whoIsOnline } from './capabilities/whisper.js'
import type { JavaOnlinePlayers } from './events/online-players.js'
import type { TickHealth } from './events/server-phase.js'
import type { FolderFeatures } from './folder-features.js'

export interface ServerLookOptions {
  readonly serverId: string
  readonly clock: Clock
  readonly log: Log
  readonly present: JavaOnlinePlayers
  readonly ticks: TickHealth
  /** Without a console only the log is looked at. */
  readonly hasConsole: boolean
  readonly features: () => FolderFeatures | undefined
}

export class ServerLook {
  readonly #options: ServerLookOptions
  /** The last problem that was logged, until a look has none. */
  #warned: string | undefined

  constructor(options: ServerLookOptions) {
    this.#options = options
  }

  /** What to show of the server now. Never rejects. */
  async read(abilities: JavaAbilities, signal: AbortSignal): Promise<Partial<Server>> {
    const { clock, present, ticks, hasConsole, features } = this.#options
    const started = clock.elapsed()
    try {
      const read = () => (hasConsole ? whoIsOnline(abilities, signal) : Promise.resolve(undefined))
      const { players, online, moved } = await present.poll(read)
      if (signal.aborted) return {}
      const latencyMs = Math.round(clock.elapsed() - started)
      if (players) features()?.setOnline(players, moved)
      const { problem } = present
      if (problem) this.#warn('the list of players cannot be read', problem)
      const health = {
        ...(await ticks.read(abilities, signal)),
        ...(online !== undefined && { onlinePlayers: online }),
      }
      if (!problem) this.#warned = undefined
      const heartbeat = { at: clock.now().toISOString(), latencyMs }
      return { health, ...(hasConsole && { heartbeat }) }
    } catch (thrown) {
      // A lost connection reports itself.
      if (signal.aborted) return {}
      this.#warn('a look at a Java server failed', asGatewayError(thrown))
      return {}
    }
  }

  #warn(message: 'the list of players cannot be read' | 'a look at a Java server failed', problem: GatewayError): void {
    const news = this.#news(problem)
    if (news) this.#options.log.warn(message, news)
  }

  /** For the log; undefined when the last problem was the same. */
  #news({ code, message, details, cause }: GatewayError): JsonObject | undefined {
    const error = cause instanceof GatewayError ? cause.message : message
    const warned = JSON.stringify([code, details?.reason, error])
    if (warned === this.#warned) return undefined
    this.#warned = warned
    return { server: this.#options.serverId, ...details, code, error }
  }
}
