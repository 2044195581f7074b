/**
 * Subject match: whether the typed confirmation matches, as far as this page can know.
 *
 * In stream-safe mode the subject is redacted here. Then the page accepts any text, and main compares it.
 */

import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import { everyMark } from '@shared/features/stream-mark.js'

/** The page does not know what must be typed. */
export const isSubjectRedacted = (subject: string): boolean => everyMark().test(subject)

export const matchesSubject = (typed: string, subject: string): boolean =>
  isSubjectRedacted(subject) ? typed.trim() !== '' : isSubjectTyped(typed, subject)
