/**
 * Known hosts: the host keys that this computer's SSH client trusts already (`known_hosts` of OpenSSH).
 *
 * Guards invariant 7: the file is bounded, and what is not understood is skipped. Entries of certificate authorities
 * do not count, because no host certificates are checked here.
 */
import { createHmac } from 'node:crypto'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export interface HostPlace {
  readonly host: string
  readonly port: number
}

interface Entry {
  /** Comma-separated patterns, or one hashed name. */
  readonly names: string
  readonly type: string
  readonly key: Buffer
  readonly isRevoked: boolean
}

const defaultPort = 22
const maxFileBytes = 1_048_576
/** Characters of a line that is read; names and keys are far shorter. */
const maxLine = 16_384

export class KnownHosts {
  readonly #entries: readonly Entry[]

  constructor(text: string) {
    this.#entries = text.split('\n').flatMap((line) => entryIn(line))
  }

  /** `changed`: the computer knows other keys for this host, or the key was revoked. */
  verdictOn(place: HostPlace, key: Buffer): 'known' | 'changed' | 'unknown' {
    const entries = this.#entriesOf(nameOf(place))
    if (entries.some((entry) => entry.isRevoked && entry.key.equals(key))) return 'changed'
    const trusted = entries.filter(({ isRevoked }) => !isRevoked)
    if (trusted.some((entry) => entry.key.equals(key))) return 'known'
    if (trusted.length > 0) return 'changed'
    // As OpenSSH does: the same key under the name without the port.
    return this.#entriesOf(place.host).some((entry) => !entry.isRevoked && entry.key.equals(key)) ? 'known' : 'unknown'
  }

  /** Types of the known keys: asked for first, so that the server shows a key that can be compared. */
  typesOf(place: HostPlace): readonly string[] {
    const entries = this.#entriesOf(nameOf(place))
    const found = entries.length > 0 ? entries : this.#entriesOf(place.host)
    return [...new Set(found.filter(({ isRevoked }) => !isRevoked).map(({ type }) => type))]
  }

  #entriesOf(name: string): readonly Entry[] {
    return this.#entries.filter(({ names }) => isNamed(names, name))
  }
}

/** Those of the user and of the computer. A file that cannot be read counts as empty. */
export async function readKnownHosts(home = os.homedir()): Promise<KnownHosts> {
  const files = [path.join(home, '.ssh', 'known_hosts'), '/etc/ssh/ssh_known_hosts']
  const texts = await Promise.all(files.map((file) => beginningOf(file, maxFileBytes).catch(() => '')))
  return new KnownHosts(texts.join('\n'))
}

/** @param most bytes */
export async function beginningOf(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const nameOf = ({ host, port }: HostPlace): string => (port === defaultPort ? host : `[${host}]:${port}`)

function entryIn(line: string): readonly Entry[] {
  if (line.length > maxLine || line.startsWith('#')) return []
  const words = line.trim().split(/\s+/u)
  const marker = words[0]?.startsWith('@') ? words.shift() : undefined
  const [names, type, key] = words
  if (!names || !type || !key || (marker !== undefined && marker !== '@revoked')) return []
  return [{ names, type, key: Buffer.from(key, 'base64'), isRevoked: marker === '@revoked' }]
}

/** A negated pattern wins over all others. */
function isNamed(names: string, name: string): boolean {
  if (names.startsWith('|1|')) return isHashOf(names, name)
  const patterns = names.split(',')
  if (patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1), name))) return false
  return patterns.some((pattern) => matches(pattern, name))
}

function isHashOf(hashed: string, name: string): boolean {
  const [, , salt = '', hash = ''] = hashed.split('|')
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash
}

/** `*` is any text, `?` any character. Goes back to the last `*` only, so the time is bounded by both lengths. */
function matches(pattern: string, name: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), name.toLowerCase()]
  let [at, from, star, resume] = [0, 0, -1, 0]
  while (at < given.length) {
    if (wanted[from] === '*') [star, resume, from] = [from, at, from + 1]
    else if (wanted[from] === '?' || wanted[from] === given[at]) [at, from] = [at + 1, from + 1]
    else if (star >= 0) [resume, at, from] = [resume + 1, resume + 1, star + 1]
    else return false
  }
  while (wanted[from] === '*') from += 1
  return from === wanted.length
}
