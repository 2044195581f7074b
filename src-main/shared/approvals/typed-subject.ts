/**
 * Typed subject: the text that one person alone types to approve a critical action. The window, the phone page and the
 * program compare it with this one function.
 *
 * Guards invariant 2: what was typed counts only when it is exactly the subject.
 */

/** What one typed, without spaces around it, is the subject. Capitals count. */
export const isSubjectTyped = (typed: string | undefined, subject: string): boolean =>
  typed !== undefined && typed.normalize('NFC').trim() === subject
