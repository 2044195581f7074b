/**
 * Reference keys: which parts of a text with references are secrets (invariant 8). Pure.
 *
 * An address is judged as a whole, with a neutral name in place of each reference: in `https://me:key@${HOST}/mcp` no
 * part is an address by itself. Where it cannot be read as one, all its parts are secrets.
 */
import { containsKey } from './service-keys.js'
import type { TextPart } from './service-references.js'
import { isAddress, schemeBefore, type TextSpan, urlKeySpans } from './url-keys.js'

/** What stands around a reference and is no part of a key: `Bearer `, a separator. */
const isFrame = /^(?:Bearer|Basic|Token|ApiKey)?[\s:@/=&?,.;-]*$/iu

const neutralName = 'name1'
/** More addresses in one text are not searched: all its parts are secrets. */
const maxAddresses = 16

/** @param parts with a reference among them. @param isKey whether the text has the name or form of a secret */
export function keyParts(parts: readonly TextPart[], isKey: boolean): ReadonlySet<TextPart> {
  const named = neutral(parts, '1')
  // The reference may be the rest of a port: `:8080${SUFFIX}`.
  const { text, places } = URL.canParse(named.text) ? named : firstReadable(named, neutral(parts, ''))
  const spans = addressSpans(text)
  const isPlainAddress = isAddress.test(text) && !/\s/u.test(text) && URL.canParse(text)
  return new Set(
    parts.filter((part, index) => {
      if (part.isReference) return false
      const [from, to] = places[index] as TextSpan
      return (
        containsKey(part.text) ||
        spans.some((span) => Math.max(from, span[0]) < Math.min(to, span[1])) ||
        (isKey && !isPlainAddress && !isFrame.test(part.text.trim()))
      )
    }),
  )
}

interface NeutralText {
  readonly text: string
  /** Where each part is. */
  readonly places: readonly TextSpan[]
}

const firstReadable = (one: NeutralText, other: NeutralText): NeutralText => (URL.canParse(other.text) ? other : one)

/** @param port what stands in place of a reference after a colon */
function neutral(parts: readonly TextPart[], port: string): NeutralText {
  let text = ''
  const places = parts.map((part, index): TextSpan => {
    const from = text.length
    if (!part.isReference) text += part.text
    else if (index === 0) text += firstName(parts[1]?.text ?? '')
    else text += /:[0-9]{0,5}$/u.test(text.slice(-6)) ? port : neutralName
    return [from, text.length]
  })
  return { text, places }
}

/** The first reference may be a scheme, or an address up to its path. */
function firstName(next: string): string {
  if (next.startsWith('://')) return 'https'
  return /^[/?:#@]/u.test(next) ? `https://${neutralName}` : neutralName
}

function addressSpans(text: string): readonly TextSpan[] {
  const found: TextSpan[] = []
  const marks = [...text.matchAll(/:\/\//gu)]
  if (marks.length > maxAddresses) return [[0, text.length]]
  for (const mark of marks) {
    const index = mark.index - schemeBefore(text.slice(Math.max(0, mark.index - 32), mark.index)).length
    const rest = text.slice(index)
    const end = rest.search(/[\s"'`]/u)
    const word = end < 0 ? rest : rest.slice(0, end)
    // A password may contain spaces and quotes.
    const readings = end < 0 ? [urlKeySpans(word)] : [urlKeySpans(word), urlKeySpans(rest) ?? []]
    for (const spans of readings) {
      for (const [from, to] of spans ?? [[0, word.length] as const]) found.push([index + from, index + to])
    }
  }
  return found
}
