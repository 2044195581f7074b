/**
 * Checkpoint: the last row of the trail, in a separate file.
 *
 * Guards against a truncated trail and against an older copy: the file names the last row. With a key of
 * the credential store it is signed, so that write access to the profile is not enough to forge it; without one it can be
 * forged. The seal in the same store states that a signed checkpoint exists, and its minimum row.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { AuditBreak } from '@shared/trail/audit.js'
import { writePrivateFile } from '../profile.js'
import type { Head } from './chain.js'

export const headFile = 'audit.head.json'

export interface Checkpoint extends Head {
  /** Whether the program ended normally after this row: no rows may follow then. */
  readonly closed: boolean
  /** The last break that was found and recorded. */
  readonly known?: Pick<AuditBreak, 'sequence' | 'what'>
  /** Row up to which every intent has an outcome. */
  readonly settled?: number
}

/** Row of a signed checkpoint; stored in the credential store, with the key. */
export interface CheckpointSeal {
  /** Undefined when the key is new: nothing has been signed with it. */
  read(): number | undefined
  write(sequence: number): void
}

export type CheckpointReading =
  | { readonly kind: 'kept'; readonly checkpoint: Checkpoint; readonly signed: boolean }
  | { readonly kind: 'missing'; readonly sealed?: number | undefined }
  /** The signature is invalid, or the file is not a checkpoint. */
  | { readonly kind: 'forged' }
  /** Written without the key. */
  | { readonly kind: 'unsigned'; readonly sealed: number }
  /** Validly signed, but an older copy. */
  | { readonly kind: 'older'; readonly sealed: number }

/**
 * @param key of the credential store; a signature that is not of this key is forged. Without a key no signature is checked
 * @param sealed the seal; with the key, a checkpoint that is unsigned or behind it is not trusted
 */
export function readHead(profile: string, key?: string, sealed?: number): CheckpointReading {
  const file = path.join(profile, headFile)
  if (!existsSync(file)) return { kind: 'missing', sealed }
  try {
    const { signature, ...head } = JSON.parse(readFileSync(file, 'utf8')) as Checkpoint & { signature?: string }
    if (!Number.isSafeInteger(head.sequence) || head.sequence < 0 || !/^[0-9a-f]{64}$/u.test(head.hash)) {
      return { kind: 'forged' }
    }
    if (head.settled !== undefined && !Number.isSafeInteger(head.settled)) return { kind: 'forged' }
    if (key !== undefined && signature !== undefined && !isSignedBy(key, head, signature)) return { kind: 'forged' }
    if (key !== undefined && sealed !== undefined) {
      if (signature === undefined) return { kind: 'unsigned', sealed }
      if (head.sequence < sealed) return { kind: 'older', sealed }
    }
    return { kind: 'kept', checkpoint: head, signed: key !== undefined && signature !== undefined }
  } catch {
    return { kind: 'forged' }
  }
}

export function writeHead(profile: string, head: Checkpoint, key?: string): void {
  writePrivateFile(path.join(profile, headFile), textOf(head, key))
}

let drafts = 0

/** The same without blocking: syncs asynchronously, then replaces the file. @param isWanted checked right before the file is replaced */
export async function writeHeadSoon(
  profile: string,
  head: Checkpoint,
  key: string | undefined,
  isWanted: () => boolean,
) {
  const file = path.join(profile, headFile)
  const draft = `${file}.${process.pid}.${++drafts}.soon`
  try {
    const handle = await open(draft, 'w', 0o600)
    try {
      await handle.writeFile(textOf(head, key))
      await handle.datasync()
    } finally {
      await handle.close()
    }
    if (isWanted()) return renameSync(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await rm(draft, { force: true })
}

function textOf(head: Checkpoint, key: string | undefined): string {
  return `${JSON.stringify({ ...head, ...(key !== undefined && { signature: sign(key, head) }) })}\n`
}

/** A known break is part of the signature when there is one: whoever could add it would prevent its report. */
function sign(key: string, { sequence, hash, closed, known, settled }: Checkpoint): string {
  const said = [
    ...[sequence, hash, closed],
    ...(known ? [known.sequence, known.what] : []),
    ...(settled === undefined ? [] : ['settled', settled]),
  ]
  return createHmac('sha256', key).update(said.join('\n')).digest('hex')
}

function isSignedBy(key: string, head: Checkpoint, signature: string): boolean {
  const [ours, theirs] = [Buffer.from(sign(key, head)), Buffer.from(String(signature))]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
