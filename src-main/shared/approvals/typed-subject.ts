/**
 * Typed subject: the text that a sole approver types to approve a critical action. The window, the phone page and the
 * program all compare it with this function.
 *
 * Guards invariant 2: the typed text must equal the subject exactly.
 */

/** Compares the typed text, without surrounding spaces, with the subject. Case-sensitive. */
export const isSubjectTyped = (typed: string | undefined, subject: string): boolean =>
  typed !== undefined && typed.normalize('NFC').trim() === subject
