/** Orders and events for backups of Java servers: those that Gatehouse makes, and those of the host. */

import { type BackupsView, type HostBackupList, maxScheduledBackups } from '@shared/servers/java-server.js'
import { anyOf, flag, id, integer, object, only, text, timeOfDay, typed } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const backupsOrders = {
  /** The backups, with their schedule and what is being done; null until the folder of the server is open. */
  'backups:list': { by: ['window'], takes: object({ id }), returns: of<BackupsView | null>() },
  /** Creates a backup; responds when it is complete. */
  'backups:make': {
    by: ['window'],
    takes: object({ id }, { name: text({ minLength: 1, maxLength: 64 }) }),
    returns: of<null>(),
  },
  /**
   * Replaces the worlds by a backup; responds when it is done. `confirmedStopped`: a person confirmed that the server is
   * stopped. `stopFirst`: its host stops it first and starts it again afterwards, unless more players would be
   * disconnected than the person was shown.
   */
  'backups:restore': {
    by: ['window'],
    takes: object(
      { id, backup: id, confirmedStopped: flag },
      { typed, stopFirst: object({ players: integer({ minimum: 0, maximum: 1_000_000 }) }) },
    ),
    returns: of<null>(),
  },
  'backups:remove': {
    by: ['window', 'command-line'],
    takes: object({ id, backup: id }),
    returns: of<null>(),
  },
  /** Backs the server up every day at this time; null turns it off. */
  'backups:schedule': {
    by: ['window'],
    takes: object({
      id,
      schedule: anyOf(
        object({ at: timeOfDay, keep: integer({ minimum: 1, maximum: maxScheduledBackups }) }),
        only(null),
      ),
    }),
    returns: of<null>(),
  },
  'backups:cancel': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Ends a running backup so that the next one continues with what was copied. */
  'backups:pause': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Removes what was copied of a backup that was paused or cut off. */
  'backups:discard': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Backups that the host itself makes. */
  'backups:host-list': { by: ['window'], takes: object({ id }), returns: of<HostBackupList>() },
  /** Has the host make one; responds when it is complete. */
  'backups:host-make': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Has the host put every file of the server back; responds when it is done. */
  'backups:host-restore': { by: ['window'], takes: object({ id, backup: id }, { typed }), returns: of<null>() },
} satisfies OrderTable

export const backupsEvents = {
  /** Id of the server whose backups or progress changed. */
  'backups:changed': { to: ['window'], carries: of<{ readonly id: string }>() },
} satisfies EventTable
