/** Connect problem: why a file was not changed, in the language of the screen, with the position if known. */

import type { ContractError } from '@contract/generated/error.js'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../ui/messages/error-note.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'

const reasons = [
  'broken',
  'not-object',
  'not-servers',
  'not-text',
  'no-servers',
  'no-file',
  'other-format',
  'unclear',
  'too-large',
  'unreadable',
  'unwritable',
  'same',
  'changed',
  'changed-since',
  'nothing-written',
  'no-backup',
  'not-kept',
  'running',
  'running-unknown',
  'not-opened',
  'no-link',
] as const
export type ConnectReason = (typeof reasons)[number]

const isReason = (why: unknown): why is ConnectReason => (reasons as readonly unknown[]).includes(why)

export interface ReasonNoteProps {
  readonly why: ConnectReason
  /** Values of the text: `line`, `column`, `backup`. */
  readonly details?: Readonly<Record<string, unknown>>
}

export const ReasonNote = ({ why, details = {} }: ReasonNoteProps) => {
  const { t } = useTranslation()
  const named = Object.entries(details).map(([name, value]) => [name, visibleText(String(value))])
  const words: Readonly<Record<string, string>> = Object.fromEntries(named)
  return (
    <div className="error-note" role="alert">
      <Icon name="warning" />
      <div>
        <div className="error-note-title">{t(`connect.problem.${why}.what`, words)}</div>
        <div className="error-note-suggestion">{t(`connect.problem.${why}.next`, words)}</div>
        {words.backup && <div className="error-note-suggestion mono">{words.backup}</div>}
      </div>
    </div>
  )
}

export const ConnectProblem = ({ error }: { readonly error: ContractError }) => {
  const why = error.details?.why
  return isReason(why) ? <ReasonNote why={why} details={error.details ?? {}} /> : <ErrorNote error={error} />
}
