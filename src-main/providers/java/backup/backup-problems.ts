/** Backup problems: backup failures, each with one action to take. `details.why` selects the localized text. */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { operationProblem } from '../operation-problem.js'

const problem = (why: string, ...rest: ProblemArguments) => operationProblem(`backup-${why}`, ...rest)

type ProblemArguments = [message: string, suggestion: string, details?: Record<string, unknown>, cause?: unknown]

const fasterBackup = 'Stop the server and make the backup then, or move its folder to a faster disk.'

export const isTooLong = (thrown: unknown): boolean =>
  thrown instanceof GatewayError && thrown.details?.why === 'backup-too-long'

/** After these, nothing that was copied is of use. */
export const keepsNothing = (thrown: unknown): boolean =>
  thrown instanceof GatewayError && ['backup-cancelled', 'backup-grows'].includes(`${thrown.details?.why}`)

export const backupProblems = {
  noWorld: (world: string) =>
    problem(
      'no-world',
      `There is no world at ${JSON.stringify(world.slice(0, 128))} in the server's folder.`,
      'Check level-name in server.properties and world-container in bukkit.yml. If the server is new, start it once.',
      { world },
    ),
  noSpace: (needed: number, free: number) =>
    problem('no-space', 'There is not enough free space for the backup.', 'Free some space or remove old backups.', {
      needed,
      free,
    }),
  /** Only for a scheduled backup. */
  full: () =>
    problem(
      'full',
      'There is no room: a scheduled backup does not replace backups that it did not make.',
      'Remove backups that you no longer need.',
    ),
  busy: () => problem('busy', 'A backup or a restore is running already.', 'Wait until it is done.'),
  keepsChanging: (file: string) =>
    problem(
      'keeps-changing',
      'A file of the world keeps changing.',
      'Check that no other program saves the world, then try again.',
      { file },
    ),
  stalled: () =>
    problem(
      'stalled',
      'The disk did not respond for a minute, so the backup was stopped.',
      'Check the disk, then try again.',
    ),
  tooLong: () => problem('too-long', 'The backup took more than two hours, so it was stopped.', fasterBackup),
  /** Only after the server confirmed it. */
  tooLongButSaving: () =>
    problem(
      'too-long-but-saving',
      'The backup took more than two hours, so it was stopped. Saving is on again.',
      fasterBackup,
    ),
  notStopped: () =>
    problem(
      'not-stopped',
      'The server must be stopped before a backup is restored.',
      'Stop the server, then try again.',
    ),
  stopping: () =>
    problem(
      'stopping',
      'The server is still stopping, so nothing was restored. Gatehouse does not start it again.',
      'Wait until it is stopped, then restore the backup and start the server.',
    ),
  mayRun: () =>
    problem(
      'may-run',
      "Gatehouse can't tell whether the server is stopped: something uses its game port, or its locks are not visible here.",
      'Stop the server and confirm it, then try again. Another program may use the port.',
    ),
  otherWorld: (world: string, worlds: readonly string[]) =>
    problem(
      'other-world',
      'The server now uses a different world than this backup.',
      'Set level-name in server.properties to the world of the backup, or choose another backup.',
      { world, worlds: worlds.join(', ') },
    ),
  gone: (id: string) => problem('gone', 'This backup is no longer there.', 'Choose another backup.', { id }),
  damaged: (file: string) =>
    problem('damaged', 'The backup is damaged, so nothing of it was put in place.', 'Choose another backup.', { file }),
  notVerified: (file: string) =>
    problem(
      'not-verified',
      'The disk returned different data than was written, so nothing of it is used.',
      'Check the disk, then try again.',
      { file },
    ),
  tooMany: (folder: string) =>
    problem(
      'too-many',
      'The worlds at the host hold more files or folders than a backup may have.',
      'Check what is in the folder of the world. If it is right, make the backup with the tools of the host.',
      { folder: folder.slice(0, 256) },
    ),
  grows: (file: string) =>
    problem(
      'grows',
      'A file at the host is larger than it was listed, so the backup was stopped. Nothing of it is kept.',
      'Check that no other program writes there, then try again.',
      { file },
    ),
  paused: () =>
    problem('paused', 'The backup is paused. Saving is on.', 'Resume it: what was copied is not copied again.'),
  cancelled: () => problem('cancelled', 'The backup was cancelled.', 'Make another one when you want it.'),
  restoreElsewhere: () =>
    problem(
      'restore-elsewhere',
      'Gatehouse can only read the files of this server, so it cannot restore a backup.',
      'Stop the server, then put the files of the backup back with the tools of its host.',
    ),
  notSent: (file: string, cause: unknown) =>
    problem(
      'not-sent',
      'The host did not take a file of the backup, so nothing of it was put in place.',
      'Check the free space and the limits of the host, then try again.',
      { file },
      cause,
    ),
  notStarted: (cause: unknown) =>
    problem(
      'not-started',
      'The backup is restored, but the host did not start the server again.',
      'Start the server.',
      {},
      cause,
    ),
  needsSecond: () =>
    problem(
      'needs-second',
      'Two people must approve critical actions. A restore at the host cannot ask a second one, so nothing was ordered.',
      'Restore it in the panel of the host.',
    ),
  noHostBackups: () =>
    problem('no-host-backups', 'The host of this server makes no backups for Gatehouse.', 'Make one with Gatehouse.'),
  unfinished: (cause: unknown) =>
    problem(
      'unfinished',
      'The restore was cut off while folders were renamed. Nothing is lost.',
      'Leave the server stopped. Gatehouse completes the restore or takes it back as soon as it can reach the files.',
      {},
      cause,
    ),
  /** What stopped a restore, after one that was cut off earlier was completed for it. */
  afterEarlier: (thrown: unknown) => {
    const { code, message, suggestion, details } = asGatewayError(thrown)
    return new GatewayError(code, {
      message: `${message} Before that, the restore that was cut off earlier was completed: its worlds are in place.`,
      ...(suggestion !== undefined && { suggestion }),
      details: { ...details, earlier: 'completed' },
      cause: thrown,
    })
  },
  noFolder: () =>
    problem(
      'no-folder',
      'Backups need the folder of the server on this computer.',
      'Check that the folder is still there.',
    ),
  interrupted: () =>
    problem(
      'interrupted',
      'The connection to the server ended, so the backup was not finished.',
      'Make another one when the server is connected.',
    ),
  stillOff: (cause: unknown) =>
    problem(
      'still-off',
      'Saving could not be turned on again. Gatehouse tries again when the server is reachable.',
      'Run save-on on the server.',
      {},
      cause,
    ),
}
