/** Secret names: which members of a JSON value are secrets, by their names (invariant 8). */

const secretName =
  /token|secret|passw|passphrase|(?:api|private|access|signing)[-_ ]?key|authorization|cookie|credential/iu

/** Whether a member's name or path is that of a secret. */
export const namesSecret = (name: string): boolean => secretName.test(name)

/** Maximum depth; deeper values are masked, since their consumer may be recursive. */
const deepest = 64

/** Replacement of a secret until a person reveals it. */
export const secretMask = '••••••••'

export interface MaskedSecrets {
  readonly value: unknown
  /** Number of masked members. */
  readonly count: number
}

/** A copy of the JSON value in which every member named like a secret is masked. */
export function maskSecrets(value: unknown): MaskedSecrets {
  let count = 0
  const mask = (part: unknown, depth: number): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (depth >= deepest) {
      count += 1
      return secretMask
    }
    if (Array.isArray(part)) return part.map((item) => mask(item, depth + 1))
    const members = Object.entries(part).map(([name, member]) => {
      if (!namesSecret(name)) return [name, mask(member, depth + 1)]
      count += 1
      return [name, secretMask]
    })
    return Object.fromEntries(members)
  }
  return { value: mask(value, 0), count }
}
