/** Redaction: secrets never reach logs, the audit trail or a screen (invariant 8). */

const secretName = /token|secret|passw|api[-_]?key|authorization|cookie|credential/iu

export const redacted = '[redacted]'

/** The same JSON value with everything that is named like a secret replaced. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, secretName.test(name) ? redacted : redact(member)]),
  )
}

export const redactObject = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  redact(value) as Record<string, unknown>
