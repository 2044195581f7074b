/**
 * Kept head: the last row of the trail, noted in a file of its own.
 *
 * Guards against a tail that is cut off and a trail that is put back to an older copy: the file says how far it once
 * came. With a key of the system's store it is signed, so that who can write the profile alone cannot write it; the
 * seal, in the same store, says that there is a signed one, and how far it came at least.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { AuditBreak } from '../../contract/audit.js'
import { writePrivateFile } from '../profile.js'
import type { Head } from './chain.js'

export const headFile = 'audit.head.json'

export interface KeptHead extends Head {
  /** Whether the program ended in order after this row: then there must be none behind it. */
  readonly closed: boolean
  /** The break that was found last, and is in the trail already. */
  readonly known?: Pick<AuditBreak, 'sequence' | 'what'>
  /** Row up to which every intent has an outcome. */
  readonly settled?: number
}

/** How far a signed head came; kept in the system's store, beside the key. */
export interface HeadSeal {
  /** Undefined when the key is new: nothing was signed with it yet. */
  read(): number | undefined
  write(sequence: number): void
}

export type HeadReading =
  | { readonly kind: 'kept'; readonly head: KeptHead; readonly signed: boolean }
  | { readonly kind: 'missing'; readonly sealed?: number | undefined }
  /** The signature is not ours, or it is no head at all. */
  | { readonly kind: 'forged' }
  /** Others wrote it than who has the key. */
  | { readonly kind: 'unsigned'; readonly sealed: number }
  /** Ours, and put back. */
  | { readonly kind: 'older'; readonly sealed: number }

/**
 * @param key of the system's store; a head is believed without one, unless it is signed by another
 * @param sealed what the seal says; then a head that is unsigned, or does not come as far, is not believed
 */
export function readHead(profile: string, key?: string, sealed?: number): HeadReading {
  const file = path.join(profile, headFile)
  if (!existsSync(file)) return { kind: 'missing', sealed }
  try {
    const { signature, ...head } = JSON.parse(readFileSync(file, 'utf8')) as KeptHead & { signature?: string }
    if (!Number.isSafeInteger(head.sequence) || head.sequence < 0 || !/^[0-9a-f]{64}$/u.test(head.hash)) {
      return { kind: 'forged' }
    }
    if (head.settled !== undefined && !Number.isSafeInteger(head.settled)) return { kind: 'forged' }
    if (key !== undefined && signature !== undefined && !isSignedBy(key, head, signature)) return { kind: 'forged' }
    if (key !== undefined && sealed !== undefined) {
      if (signature === undefined) return { kind: 'unsigned', sealed }
      if (head.sequence < sealed) return { kind: 'older', sealed }
    }
    return { kind: 'kept', head, signed: key !== undefined && signature !== undefined }
  } catch {
    return { kind: 'forged' }
  }
}

export function writeHead(profile: string, head: KeptHead, key?: string): void {
  writePrivateFile(path.join(profile, headFile), textOf(head, key))
}

/** The same, without waiting for the disk. @param isWanted asked right before the file takes the other's place */
export async function writeHeadSoon(profile: string, head: KeptHead, key: string | undefined, isWanted: () => boolean) {
  const file = path.join(profile, headFile)
  const draft = `${file}.${process.pid}.soon`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(textOf(head, key))
    await handle.datasync()
  } finally {
    await handle.close()
  }
  if (isWanted()) renameSync(draft, file)
}

function textOf(head: KeptHead, key: string | undefined): string {
  return `${JSON.stringify({ ...head, ...(key !== undefined && { signature: sign(key, head) }) })}\n`
}

/** What is known is signed where there is any: whoever could add it would keep a break from being said. */
function sign(key: string, { sequence, hash, closed, known, settled }: KeptHead): string {
  const said = [
    ...[sequence, hash, closed],
    ...(known ? [known.sequence, known.what] : []),
    ...(settled === undefined ? [] : ['settled', settled]),
  ]
  return createHmac('sha256', key).update(said.join('\n')).digest('hex')
}

function isSignedBy(key: string, head: KeptHead, signature: string): boolean {
  const [ours, theirs] = [Buffer.from(sign(key, head)), Buffer.from(String(signature))]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
