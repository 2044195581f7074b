/**
 * Backup partial: what a backup over a link had copied when it was cut off, so that the next one continues with it.
 *
 * Each copied file is noted at once, because the program may end too. A file is used again only by the rules of an
 * earlier backup: same size and time, and its content is verified. The newest partial backup is kept, no other.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { isPlainPath } from '../folder/plain-path.js'
import type { BackedUpFile } from './backup-manifest.js'

const listName = 'copied.jsonl'
const ending = '.part'

/** A backup, whole or partial, whose files a new one may share. */
export interface EarlierCopy {
  readonly folder: string
  /** Milliseconds since 1970; when copying began. */
  readonly copiedFrom: number
  readonly files: readonly BackedUpFile[]
  /** It was cut off or paused. */
  readonly isPartial?: boolean
}

export const isPartial = (folder: string): boolean => existsSync(path.join(folder, listName))

/** @param part folder of the backup that is made */
export function noteCopied(part: string, copiedFrom: number, file: BackedUpFile): void {
  appendFileSync(path.join(part, listName), `${JSON.stringify({ ...file, copiedFrom })}\n`, { mode: 0o600 })
}

/** The backup is verified: the manifest takes the place of the list. */
export const forgetCopied = (part: string): Promise<void> => rm(path.join(part, listName), { force: true })

/** The newest partial backup of a store; undefined when there is none. */
export function partialIn(store: string): EarlierCopy | undefined {
  const name = partialsIn(store).at(-1)
  if (name === undefined) return undefined
  const folder = path.join(store, name)
  const noted = readFileSync(path.join(folder, listName), 'utf8').split('\n').flatMap(noteIn)
  return { folder, copiedFrom: noted[0]?.copiedFrom ?? 0, files: noted, isPartial: true }
}

/** What the next backup continues with; undefined when nothing was copied. */
export function partialSummary(store: string): { readonly files: number; readonly bytes: number } | undefined {
  const files = partialIn(store)?.files
  return files && { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

/** @param except name of one that stays */
export async function removePartials(store: string, except?: string): Promise<void> {
  for (const name of partialsIn(store)) {
    if (name !== except) await rm(path.join(store, name), { recursive: true, force: true })
  }
}

/** Oldest first: names begin with the time. */
const partialsIn = (store: string): readonly string[] =>
  existsSync(store)
    ? readdirSync(store)
        .filter((name) => name.endsWith(ending) && isPartial(path.join(store, name)))
        .sort()
    : []

/** None for a line that was cut off. */
function noteIn(line: string): readonly (BackedUpFile & { readonly copiedFrom: number })[] {
  try {
    const note = JSON.parse(line) as BackedUpFile & { readonly copiedFrom: number }
    const isValid = isPlainPath(note.path) && [note.size, note.modified, note.copiedFrom].every(Number.isFinite)
    return isValid && typeof note.sha256 === 'string' ? [note] : []
  } catch {
    return []
  }
}
