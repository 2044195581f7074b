/** Backup text: sizes and problems of backups, in the language of the screen. */

import type { ContractError } from '@contract/generated/error.js'
import type { TFunction } from 'i18next'
import type { ErrorDescription } from '../../../ui/messages/error-text.js'
import { visibleText } from '../../../ui/text/visible-text.js'

type Translate = TFunction

/** Reasons with their own text, by `details.why`. */
const known = [
  'backup-no-world',
  'backup-no-space',
  'backup-full',
  'backup-busy',
  'backup-keeps-changing',
  'backup-not-stopped',
  'backup-stopping',
  'backup-may-run',
  'backup-other-world',
  'backup-gone',
  'backup-damaged',
  'backup-not-verified',
  'backup-still-off',
  'backup-interrupted',
  'backup-grows',
  'backup-too-many',
  'backup-cancelled',
  'backup-no-folder',
  'backup-restore-elsewhere',
  'backup-not-sent',
  'backup-unfinished',
  'backup-not-started',
  'backup-needs-second',
  'backup-paused',
  'backup-no-host-backups',
  'backup-stalled',
  'backup-too-long',
  'backup-too-long-but-saving',
  'folder-level-name',
  'folder-container-outside',
  'folder-outside',
  'folder-no-permission',
] as const

export function backupProblem(error: ContractError, t: Translate): ErrorDescription {
  const why = known.find((one) => one === error.details?.why)
  if (!why) return error
  const { needed, free, world } = error.details ?? {}
  const sizes = { needed: sizeText(Number(needed), t), free: sizeText(Number(free), t) }
  const values = { ...sizes, world: visibleText(String(world)) }
  const what = t(`backups.problem.${why}.what`, values)
  const message = error.details?.earlier === 'completed' ? `${what} ${t('backups.earlierCompleted')}` : what
  return { code: why, message, suggestion: t(`backups.problem.${why}.next`) }
}

const units = ['kb', 'mb', 'gb'] as const

/** Bytes in the unit that gives a short number. */
export function sizeText(bytes: number, t: Translate): string {
  let [size, unit] = [bytes / 1_024, 0]
  while (size >= 1_000 && unit < units.length - 1) [size, unit] = [size / 1_024, unit + 1]
  return t(`backups.size.${units[unit]}`, {
    size: size >= 100 || unit === 0 ? Math.ceil(size) : Math.round(size * 10) / 10,
  })
}
