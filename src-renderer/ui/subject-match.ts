/**
 * Subject match: whether what a person typed lets them go on, as far as this page can know.
 *
 * On a stream the subject is covered here. Then the page lets any text through, and the program compares it.
 */
import { everyMark } from '../../src-main/contract/stream-mark.js'
import { isSubjectTyped } from '../../src-main/contract/typed-subject.js'

/** The page does not know what must be typed. */
export const isSubjectCovered = (subject: string): boolean => everyMark().test(subject)

export const matchesSubject = (typed: string, subject: string): boolean =>
  isSubjectCovered(subject) ? typed.trim() !== '' : isSubjectTyped(typed, subject)
