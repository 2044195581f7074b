/**
 * Properties edit: sets keys in a properties file and leaves every other byte unchanged.
 *
 * New text is ASCII (`\uXXXX` for other characters), which Java reads the same in both encodings. Of a repeated key the
 * last line counts and is changed.
 */
import { type PropertiesText, readProperties } from './properties-text.js'

/** Undefined removes the line, so that the server uses its default. */
export type PropertyValues = Readonly<Record<string, string | undefined>>

export function editProperties(text: PropertiesText, values: PropertyValues): Buffer {
  const edits: { readonly from: number; readonly to: number; readonly put: string }[] = []
  const added: string[] = []
  for (const [key, value] of Object.entries(values)) {
    const line = text.byKey.get(key)
    if (value === undefined) {
      for (const one of text.lines) if (one.key === key) edits.push({ from: one.start, to: one.end, put: '' })
    } else if (!line) added.push(`${escapeProperty(key, true)}=${escapeProperty(value, false)}`)
    else if (line.value !== value) {
      const put = `${line.isSeparated ? '' : '='}${escapeProperty(value, false)}`
      edits.push({ from: line.valueStart, to: line.valueEnd, put })
    }
  }
  // Listed first for this position: edits are applied from the end, so it is written last.
  if (added.length > 0) edits.unshift(addition(text, added, edits))
  let out = text.bytes.toString('latin1')
  for (const { from, to, put } of edits.sort((a, b) => b.from - a.from)) out = out.slice(0, from) + put + out.slice(to)
  return Buffer.from(out, 'latin1')
}

/** New lines are appended, or inserted before a last line that would absorb them. */
function addition(text: PropertiesText, added: readonly string[], edits: readonly { readonly to: number }[]) {
  const { bytes, lineEnd } = text
  const last = text.lines.at(-1)
  const isReplaced = last !== undefined && edits.some(({ to }) => to === last.valueEnd)
  if (last?.isOpen && !isReplaced) {
    return { from: last.start, to: last.start, put: added.map((line) => line + lineEnd).join('') }
  }
  const final = bytes.at(-1)
  const endsLine = final === undefined || final === 0x0a || final === 0x0d
  const gap = endsLine && !(last?.isOpen && isReplaced) ? '' : lineEnd
  return { from: bytes.length, to: bytes.length, put: gap + added.map((line) => line + lineEnd).join('') }
}

/** As `java.util.Properties` writes it. */
export function escapeProperty(text: string, isKey: boolean): string {
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const code = text.charCodeAt(at)
    const short = ({ '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' } as Record<string, string>)[character]
    if (short) out += short
    else if (code < 0x20 || code > 0x7e) out += `\\u${code.toString(16).padStart(4, '0')}`
    else if ('\\=:#!'.includes(character) || (character === ' ' && (isKey || at === 0))) out += `\\${character}`
    else out += character
  }
  return out
}

/** Key → value of a file; the last line of a key counts. */
export const propertyValues = (bytes: Buffer): ReadonlyMap<string, string> =>
  new Map([...readProperties(bytes).byKey].map(([key, { value }]) => [key, value]))
