/** Backups: copies of the world, in memory. */
import { ContractError } from '../../sdk/index.js'

export interface Backup {
  readonly backupId: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly sizeBytes: number
}

/** Maximum backups; the oldest is deleted. */
export const maxBackups = 32

export class SimulatedBackups<State> {
  readonly #copies = new Map<string, string>()
  #next = 1

  make(state: State, at: Date): Backup {
    const backupId = `backup-${this.#next}`
    const copy = JSON.stringify(state)
    this.#next += 1
    this.#copies.set(backupId, copy)
    const [oldest] = this.#copies.keys()
    if (this.#copies.size > maxBackups && oldest) this.#copies.delete(oldest)
    return { backupId, createdAt: at.toISOString(), sizeBytes: Buffer.byteLength(copy) }
  }

  /** Ids, oldest first. */
  list(): string[] {
    return [...this.#copies.keys()]
  }

  /** @throws ContractError BUSINESS.OPERATION_FAILED when there is no such backup */
  read(backupId: string): State {
    const copy = this.#copies.get(backupId)
    if (copy !== undefined) return JSON.parse(copy) as State
    throw new ContractError('BUSINESS.OPERATION_FAILED', {
      message: `There is no backup "${backupId}".`,
      suggestion: 'Use one of the backups that details.backups lists.',
      details: { backupId, backups: this.list() },
    })
  }
}
