/**
 * File name: the only conversion of an external text (an id, the name of a key) to a file name.
 *
 * Enforces invariant 5: an unsafe text is rejected, never changed, so that two texts cannot give the same file. A
 * `FileName` is one path segment on every system: no separator, `..`, Windows device, stream, or trailing dot or space.
 */
import { isKeyName } from '../local/client-key.js'

declare const brand: unique symbol
export type FileName = string & { readonly [brand]: 'file name' }

/** Extensions of files with derived names. */
export type FileEnding =
  | ''
  | '.blocks'
  | '.after'
  | '.undoing'
  | '.group'
  | '.build'
  | '.picture'
  | '.dat'
  | '.json'
  | '.key'
  | '.part'
  | '.structure'

/** Whether a text may name a file: at most 64 lower-case letters, digits and hyphens. */
export const canNameFile = (text: string): boolean => isKeyName(text)

/** @throws TypeError when the text can't name a file */
export function fileNameOf(text: string, ending: FileEnding = ''): FileName {
  if (!canNameFile(text)) throw new TypeError(`${JSON.stringify(text.slice(0, 64))} can't name a file.`)
  return `${text}${ending}` as FileName
}
