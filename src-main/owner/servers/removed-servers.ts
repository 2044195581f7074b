/**
 * Removed servers: recently removed servers, for undo.
 *
 * Enforces invariant 8: a token is kept in memory only, for a minute.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { BackupSchedule } from '@shared/servers/java-server.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { restorableForMs } from '../../gateway/trust/manifest-trust.js'

export interface RemovedServer {
  readonly server: AddedServer
  /** Its index among the others. */
  readonly at: number
  readonly secrets: ServerSecrets
  readonly schedule: BackupSchedule | undefined
}

export class RemovedServers {
  readonly #clock: Pick<Clock, 'after'>
  readonly #removed = new Map<string, RemovedServer & { readonly cancel: () => void }>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  keep(removed: RemovedServer): void {
    const { id } = removed.server
    this.forget(id)
    const cancel = this.#clock.after(restorableForMs, () => this.#removed.delete(id))
    this.#removed.set(id, { ...removed, cancel })
  }

  /** Returns it once. @throws GatewayError when it is too late */
  take(id: string): RemovedServer {
    const removed = this.#removed.get(id)
    if (!removed) {
      throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
        message: 'It was removed too long ago to be restored.',
        suggestion: 'Add the server again, with its token.',
      })
    }
    this.forget(id)
    return removed
  }

  forget(id: string): void {
    this.#removed.get(id)?.cancel()
    this.#removed.delete(id)
  }
}
