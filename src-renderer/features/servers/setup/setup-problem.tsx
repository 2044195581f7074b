/** Set-up problem: why the folder of a server can't be used or its file not written, in the language of the screen. */

import type { ContractError } from '@contract/generated/error.js'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../ui/messages/error-note.js'

/** `details.why` of the errors with their own text. */
const reasons = [
  'folder-not-a-folder',
  'folder-no-permission',
  'folder-missing',
  'folder-outside',
  'folder-not-a-file',
  'folder-too-large',
  'folder-damaged',
  'folder-disk-full',
  'folder-unreadable',
  'setup-no-plan',
  'setup-changed',
  'setup-not-kept',
  'setup-runs',
  'setup-nothing-written',
  'setup-no-backup',
  'setup-container',
  'setup-other-computer',
  'setup-no-files',
] as const

export interface SetupProblemProps {
  readonly error: ContractError
  /** The text of what was being tried. */
  readonly title?: string
}

export const SetupProblem = ({ error, title }: SetupProblemProps) => {
  const { t } = useTranslation()
  const why = reasons.find((reason) => reason === error.details?.why)
  if (!why) return <ErrorNote error={error} {...(title !== undefined && { title })} />
  // An error without a code of the catalogue is shown unchanged.
  const words = { code: '', message: t(`setUp.problem.${why}.what`), suggestion: t(`setUp.problem.${why}.next`) }
  return <ErrorNote error={words} {...(title !== undefined && { title })} />
}
