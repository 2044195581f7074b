/**
 * File name: the one way from a text of an outsider (an id, the name of a key) to the name of a file.
 *
 * Enforces invariant 5: what is not plain is refused, never changed, so that two texts can't lead to one file. A `FileName`
 * is one part of a path on every system: no separator, no `..`, no device of Windows, no stream, no end in a dot or space.
 */
import { isKeyName } from './client-key.js'

declare const brand: unique symbol
export type FileName = string & { readonly [brand]: 'file name' }

/** Endings of files of ours that are named after something. */
export type FileEnding = '' | '.blocks' | '.after' | '.undoing' | '.dat' | '.key' | '.part'

/** Whether a text may name a file: lower-case letters, digits and hyphens, 64 at most. */
export const canNameFile = (text: string): boolean => isKeyName(text)

/** @throws TypeError when the text can't name a file */
export function fileNameOf(text: string, ending: FileEnding = ''): FileName {
  if (!canNameFile(text)) throw new TypeError(`${JSON.stringify(text.slice(0, 64))} can't name a file.`)
  return `${text}${ending}` as FileName
}
