/**
 * Panel backups: the backups that the panel itself makes of a server, the undo of last resort.
 *
 * A restore replaces every file of the server, so it is an order of the owner and never part of an automatic undo. How
 * many there may be is the host's limit, and an old backup is never deleted to make room.
 */

import type { HostBackup } from '@shared/servers/java-server.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import type { HostBackups } from '../../ports.js'
import { backupIn, backupsIn, type PanelBackup, serverDetailsIn } from './panel-answers.js'
import type { PanelClient } from './panel-client.js'
import { PanelUnavailable } from './panel-failure.js'
import { isPanelId } from './panel-routes.js'

export interface PanelBackupList {
  readonly backups: readonly PanelBackup[]
  /** Number that the plan allows; 0 when the host sells none. */
  readonly most: number
}

export interface PanelBackupTerms {
  readonly client: PanelClient
  /** UUID. */
  readonly server: string
  readonly clock: Clock
}

/** Milliseconds in which a backup is made, or restored. */
const mostMs = 2 * 3_600_000

export function hostBackupsOf(terms: PanelBackupTerms): HostBackups {
  return {
    async list() {
      const { backups, most } = await listPanelBackups(terms)
      return { backups: backups.map(shown), most }
    },
    async make(name) {
      const { uuid } = await createPanelBackup(terms, name)
      return shown(await waitForPanelBackup(terms, uuid, mostMs))
    },
    async restore(id) {
      if (!isPanelId(id)) throw new PanelUnavailable('file-missing')
      await restorePanelBackup(terms, id)
      await waitForRestore(terms)
    },
  }
}

const shown = ({ uuid, name, bytes, created, state }: PanelBackup): HostBackup => ({
  id: uuid,
  name,
  bytes,
  state,
  ...(created > 0 && { at: new Date(created).toISOString() }),
})

/** Milliseconds between two looks at a backup that is being made. */
const lookAgainMs = 5_000

/** @throws GatewayError */
export async function listPanelBackups({ client, server }: PanelBackupTerms): Promise<PanelBackupList> {
  const { maxBackups } = serverDetailsIn(await client.json('viewServer', { server }))
  const backups = backupsIn(await client.json('listBackups', { server, query: { per_page: '50' } }))
  return { backups: [...backups].sort((a, b) => b.created - a.created), most: maxBackups }
}

/** Resolves when the panel has begun; `waitForPanelBackup` waits for its end. @throws GatewayError */
export async function createPanelBackup(terms: PanelBackupTerms, name: string): Promise<PanelBackup> {
  const { client, server } = terms
  const { backups, most } = await listPanelBackups(terms)
  const counted = backups.filter(({ state }) => state !== 'failed').length
  if (counted >= most) throw new PanelUnavailable('backup-limit', { details: { backups: counted, most } })
  try {
    return backupIn(await client.json('createBackup', { server, json: { name: name.slice(0, 190), is_locked: false } }))
  } catch (error) {
    // Two backups in ten minutes are allowed; the answer is that of too many requests.
    if (error instanceof PanelUnavailable && error.problem === 'panel-limit') {
      throw new PanelUnavailable('backup-limit', {
        details: { ...error.details, reason: 'backup-limit' },
        cause: error,
      })
    }
    throw unlessRefused(error)
  }
}

/** @throws GatewayError when it failed, or after `mostMs` */
export async function waitForPanelBackup(
  terms: PanelBackupTerms,
  backup: string,
  mostMs: number,
): Promise<PanelBackup> {
  const { client, server, clock } = terms
  const ended = await lookUntil(clock, mostMs, async () => {
    const found = backupIn(await client.json('viewBackup', { server, backup }))
    return found.state === 'running' ? undefined : found
  })
  if (!ended) throw new PanelUnavailable('busy', { details: { backup, state: 'running', mayHaveRun: true } })
  if (ended.state === 'failed') throw new PanelUnavailable('file-refused', { details: { backup } })
  return ended
}

/** Looks in a row that may fail, for example while the panel restarts. */
const mostFailures = 12

/** @returns undefined after `mostMs`. @throws GatewayError when nothing can be seen any more: the order may have run */
async function lookUntil<Found>(
  clock: Clock,
  mostMs: number,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const end = clock.elapsed() + mostMs
  let failures = 0
  for (;;) {
    try {
      const found = await look()
      if (found !== undefined) return found
      failures = 0
    } catch (cause) {
      failures += 1
      const problem = cause instanceof PanelUnavailable ? cause.problem : 'lost'
      if (failures === mostFailures) throw new PanelUnavailable(problem, { details: { mayHaveRun: true }, cause })
    }
    if (clock.elapsed() >= end) return undefined
    await new Promise<void>((done) => clock.after(lookAgainMs, done))
  }
}

/**
 * Orders the restore; while it runs, the panel refuses everything else. Files that the backup lacks stay.
 *
 * @throws GatewayError
 */
export async function restorePanelBackup({ client, server }: PanelBackupTerms, backup: string): Promise<void> {
  const found = backupIn(await client.json('viewBackup', { server, backup }))
  if (found.state !== 'done') throw new PanelUnavailable('busy', { details: { backup, state: found.state } })
  await client.json('restoreBackup', { server, backup, json: { truncate: false } }).catch((error) => {
    throw unlessRefused(error)
  })
}

/** Without a refusal by the panel itself, what was ordered may have run. */
function unlessRefused(error: unknown): unknown {
  if (!(error instanceof PanelUnavailable)) return error
  const { status } = error.details ?? {}
  if (typeof status === 'number' && status < 500) return error
  return new PanelUnavailable(error.problem, { details: { ...error.details, mayHaveRun: true }, cause: error })
}

/** The panel does not say whether it worked. @throws GatewayError after two hours, or when something else stops it */
async function waitForRestore({ client, server, clock }: PanelBackupTerms): Promise<void> {
  const ended = await lookUntil(clock, mostMs, async () => {
    const { obstacle } = serverDetailsIn(await client.json('viewServer', { server }))
    return obstacle === 'restoring' ? undefined : { obstacle }
  })
  const obstacle = ended ? ended.obstacle : 'restoring'
  if (obstacle) throw new PanelUnavailable(obstacle, { details: { mayHaveRun: true } })
}
