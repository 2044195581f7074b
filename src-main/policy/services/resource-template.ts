/**
 * Resource template: whether an address matches a service's template (RFC 6570).
 *
 * Guards invariant 7: only matching addresses can be read. A plain expression matches no slash, `..` is rejected, and a
 * template without a fixed prefix matches nothing. Linear in both texts, for each pair of braces.
 */

interface Part {
  readonly literal: string
  /** Whether the expression may contain slashes; undefined after the last literal. */
  readonly isFree?: boolean
}

/** Operators of RFC 6570 whose values contain slashes, begin with them, or are a query. */
const freeOperators: ReadonlySet<string> = new Set(['+', '#', '/', '?', '&', ';', '.'])

export function coversAddress(template: string, uri: string): boolean {
  const parts = partsOf(template)
  const [first] = parts
  if (!first) return false
  if (parts.length === 1) return uri === template
  if (first.literal === '' || !uri.startsWith(first.literal) || climbs(uri)) return false
  let at = first.literal.length
  for (const [index, part] of parts.entries()) {
    if (part.isFree === undefined) break
    const next = parts[index + 1] as Part
    const isLast = next.isFree === undefined
    const end = endOf(uri, at, next.literal, isLast)
    if (end === undefined) return false
    if (!part.isFree && /[/?#]/u.test(uri.slice(at, end))) return false
    at = end + next.literal.length
  }
  return true
}

/** The literal text of a template; for an address, all of it. */
export const fixedTextOf = (template: string): string =>
  partsOf(template)
    .map(({ literal }) => literal)
    .join(' ')

function endOf(uri: string, from: number, literal: string, isLast: boolean): number | undefined {
  if (!isLast) {
    const found = literal === '' ? from : uri.indexOf(literal, from)
    return found < 0 ? undefined : found
  }
  const end = uri.length - literal.length
  return end >= from && uri.endsWith(literal) ? end : undefined
}

function partsOf(template: string): readonly Part[] {
  const parts: Part[] = []
  let at = 0
  for (;;) {
    const open = template.indexOf('{', at)
    const close = open < 0 ? -1 : template.indexOf('}', open)
    if (close < 0) return [...parts, { literal: template.slice(at) }]
    const expression = template.slice(open + 1, close)
    const isFree = freeOperators.has(expression.charAt(0)) || expression.endsWith('*')
    parts.push({ literal: template.slice(at, open), isFree })
    at = close + 1
  }
}

/** Also detects dots that are percent-encoded once or twice. */
function climbs(uri: string): boolean {
  const plain = uri.replace(/%25/gu, '%').replace(/%2e/giu, '.').replace(/%2f/giu, '/').replace(/%5c/giu, '\\')
  return plain.split(/[/\\?#]/u).includes('..')
}
