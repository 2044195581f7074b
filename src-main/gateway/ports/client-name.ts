/**
 * Client name: the name of a tool or prompt in a form that AI clients accept.
 *
 * Some clients drop the whole list of tools for one name with another character than A-Z, a-z, 0-9, `_` and `-`. The
 * owner's separator is kept. A name that loses letters gets a hash of the whole, so that it stays the same.
 */
import { createHash } from 'node:crypto'

const accepted = /^[\w-]$/
const otherLetter = /^[\p{L}\p{N}]$/u
const hashDigits = 8

export function acceptedName(name: string): string {
  if ([...name].every((one) => accepted.test(one))) return name
  const kept = [...name].map((one) => (accepted.test(one) ? one : otherLetter.test(one) ? '' : '_')).join('')
  const isWhole = ![...name].some((one) => !accepted.test(one) && otherLetter.test(one))
  if (isWhole && /[a-z\d]/i.test(kept)) return kept
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashDigits)
  return [kept.replaceAll('_', '') === '' ? '' : kept, hash].filter(Boolean).join('_')
}
