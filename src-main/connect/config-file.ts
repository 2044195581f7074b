/**
 * Config file: adds our entry to another program's configuration file, and restores the file exactly.
 *
 * Nothing is lost: the write happens only if the file is what the person saw in the preview; the previous bytes are
 * backed up in the profile, because they may contain keys; the file is replaced atomically and read back; it is
 * restored only while it is still what we wrote. Writing over someone else's change gets a backup and record of its
 * own.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { canonical } from '@contract/json/canonical-json.js'
import type { ConfigFile, ConfigPreview, ConfigProblem } from '@shared/clients/connection.js'
import { encodingNames, type OtherEncoding } from '@shared/text/file-encoding.js'
import { writeAtomically } from '../storage/profile.js'
import { clientOption } from './bridge-command.js'
import type { ClientFormat } from './client-format.js'
import { type ConfigEdit, entryIn, problemIn, withEntry } from './config-edit.js'
import type { Json } from './config-syntax.js'
import { fileTextOf } from './file-text.js'
import { lineDifference } from './line-difference.js'

/** What was there before our write, and what we wrote. */
interface WrittenRecord {
  readonly file: string
  readonly at: string
  /** Of what we wrote. */
  readonly hash: string
  /** There was a file before; its bytes are stored beside this record. */
  readonly existed: boolean
  /** The encoding before, if it was not the one that we write. */
  readonly encoding?: OtherEncoding
  /** The caller's note on this write, returned by `noteOf` and `revert`. */
  readonly note?: WriteNote
}

/** Pairs of an entry of the file and the service it became. */
export type WriteNote = readonly (readonly [entry: string, became: string])[]

/** The new text of a file; `before` is undefined where there is no file. */
export type FileEdit = (before: string | undefined) => ConfigEdit

const editOf = (edit: object | FileEdit): FileEdit =>
  typeof edit === 'function' ? (edit as FileEdit) : (before) => withEntry(before, edit)

export class ConfigFiles {
  readonly #folder: string
  readonly #now: () => Date

  /** @param folder for backups in the profile; edits of two kinds have two */
  constructor(profile: string, now: () => Date, folder = 'client-files') {
    this.#folder = path.join(profile, folder)
    this.#now = now
  }

  /** @param format how the program parses the file; default: strict JSON */
  stateOf(file: string, entry: object, format?: ClientFormat): Pick<ConfigFile, 'state' | 'written'> {
    const written = this.writtenTo(file)
    const state = stateOf(file, entry, format)
    const encoding = written && !written.changed ? this.#recordOf(file)?.encoding : undefined
    const isRepaired = state.kind === 'ours' && encoding !== undefined
    return { state: isRepaired ? { kind: 'repaired', encoding } : state, ...(written && { written }) }
  }

  /** What we wrote and can revert, unless it was changed since. */
  writtenTo(file: string): ConfigFile['written'] {
    const record = this.#recordOf(file)
    return (
      record && {
        at: record.at,
        ...(record.existed && { backup: this.#newestBackupOf(file) }),
        ...(!hasHash(file, record.hash) && { changed: true as const }),
      }
    )
  }

  /** The note of the newest write, with those of the writes that it continued. */
  noteOf(file: string): WriteNote {
    return this.#recordOf(file)?.note ?? []
  }

  /** The text of a file; undefined where there is none, a problem where it must not be edited. */
  textOf(file: string): string | ConfigProblem | undefined {
    try {
      const bytes = bytesOf(file)
      const read = bytes && fileTextOf(bytes)
      return read && 'text' in read ? read.text : read
    } catch {
      return { kind: 'unreadable' }
    }
  }

  /** @throws GatewayError when the file must not be edited, or nothing would change */
  preview(file: string, entry: object | FileEdit): Omit<ConfigPreview, 'running'> {
    const { before, after, expected, encoding } = this.#plan(file, entry)
    return { path: file, lines: lineDifference(before, after), expected, ...(encoding && { encoding }) }
  }

  /** @param expected of the preview that the person saw. @throws GatewayError; then the file is unchanged */
  write(file: string, entry: object | FileEdit, expected: string, note?: WriteNote): void {
    const plan = this.#plan(file, entry)
    if (plan.expected !== expected) throw problems.changed(file)
    const bytes = Buffer.from(plan.after)
    const earlier = this.#recordsOf(file)
    const last = earlier.at(-1)
    // A write over our own write keeps the backup of the original.
    const continued = plan.bytes && last?.hash === hashOf(plan.bytes) ? last : undefined
    const backup = this.#backupOf(file, earlier.length)
    const existed = continued ? continued.existed : plan.bytes !== undefined
    const encoding = continued ? continued.encoding : plan.encoding
    const notes = [...(continued?.note ?? []), ...(note ?? [])]
    const record: WrittenRecord = {
      file,
      at: this.#now().toISOString(),
      hash: hashOf(bytes),
      existed,
      ...(encoding && { encoding }),
      ...(notes.length > 0 && { note: notes }),
    }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (!continued && plan.bytes) writeAtomically(backup, plan.bytes, 0o600)
    try {
      put(file, bytes)
    } catch (error) {
      if (!continued) rmSync(backup, { force: true })
      throw error
    }
    if (!bytesOf(file)?.equals(bytes)) throw problems.overwrittenByOther(file)
    try {
      this.#record(file, [...(continued ? earlier.slice(0, -1) : earlier), record])
    } catch (error) {
      // Without a record it could not be restored later, so it is restored at once.
      if (plan.bytes) put(file, plan.bytes)
      else rmSync(targetOf(file))
      throw problems.unwritable(this.#recordFileOf(file), (error as NodeJS.ErrnoException).code ?? `${error}`)
    }
  }

  /** What restoring would change. @throws GatewayError as `revert` does */
  previewRevert(file: string): Omit<ConfigPreview, 'running'> {
    const { now, before } = this.#revertibleContents(file)
    const [shownNow, shownBefore] = [now, before ?? Buffer.alloc(0)].map((bytes) => {
      const read = fileTextOf(bytes)
      return 'text' in read ? read.text : bytes.toString('utf8')
    })
    return { path: file, lines: lineDifference(shownNow ?? '', shownBefore ?? ''), expected: hashOf(now) }
  }

  /**
   * Restores the file as it was before the newest write, byte for byte.
   *
   * @returns the note of that write. @throws GatewayError when it is no longer what we wrote
   */
  revert(file: string): WriteNote {
    const { before } = this.#revertibleContents(file)
    const note = this.noteOf(file)
    const backup = this.#newestBackupOf(file)
    if (before) {
      put(file, before)
      if (!bytesOf(file)?.equals(before)) throw problems.overwrittenByOther(file)
    } else rmSync(targetOf(file))
    this.#record(file, this.#recordsOf(file).slice(0, -1))
    rmSync(backup, { force: true })
    return note
  }

  /** What we wrote, and what was there before; without it where there was no file. */
  #revertibleContents(file: string): { readonly now: Buffer; readonly before: Buffer | undefined } {
    const record = this.#recordOf(file)
    if (!record) throw problems.nothingWritten(file)
    const now = bytesOf(file)
    const before = record.existed ? bytesOf(this.#newestBackupOf(file)) : undefined
    if (record.existed && !before) throw problems.noBackup(file)
    if (!now || hashOf(now) !== record.hash) {
      throw problems.changedSince(file, record.existed ? this.#newestBackupOf(file) : undefined)
    }
    return { now, before }
  }

  #plan(file: string, entry: object | FileEdit) {
    const bytes = bytesOf(file)
    const read = bytes && fileTextOf(bytes)
    if (read && !('text' in read)) throw problems.refused(file, read)
    const before = read?.text ?? ''
    const edit = editOf(entry)(read?.text)
    if (edit.kind === 'refused') throw problems.refused(file, edit.problem)
    // Without its byte-order mark, the same text is a better file.
    if (edit.kind === 'same' && read?.encoding === 'utf-8') throw problems.same(file)
    const after = edit.kind === 'same' ? before : edit.text
    const encoding = read && read.encoding !== 'utf-8' ? read.encoding : undefined
    return { bytes, before, after, expected: bytes ? hashOf(bytes) : 'none', encoding }
  }

  #record(file: string, records: readonly WrittenRecord[]): void {
    if (records.length === 0) return rmSync(this.#recordFileOf(file), { force: true })
    writeAtomically(this.#recordFileOf(file), Buffer.from(JSON.stringify(records)), 0o600)
  }

  #recordOf(file: string): WrittenRecord | undefined {
    return this.#recordsOf(file).at(-1)
  }

  /** Oldest first. */
  #recordsOf(file: string): readonly WrittenRecord[] {
    const bytes = bytesOf(this.#recordFileOf(file))
    if (!bytes) return []
    try {
      const records: unknown = JSON.parse(bytes.toString('utf8'))
      return Array.isArray(records) && records.every((record) => isRecord(record, file)) ? records : []
    } catch {
      return []
    }
  }

  readonly #newestBackupOf = (file: string): string => this.#backupOf(file, this.#recordsOf(file).length - 1)
  readonly #backupOf = (file: string, index: number): string =>
    path.join(this.#folder, `${nameOf(file)}${index === 0 ? '' : `.${index + 1}`}.before`)
  readonly #recordFileOf = (file: string): string => path.join(this.#folder, `${nameOf(file)}.record.json`)
}

function isRecord(value: unknown, file: string): value is WrittenRecord {
  if (typeof value !== 'object' || value === null) return false
  const { at, hash, existed, encoding, note = [], ...rest } = value as Partial<WrittenRecord>
  const isNote = Array.isArray(note) && note.every((pair) => Array.isArray(pair) && pair.every(isText))
  if (encoding !== undefined && !Object.hasOwn(encodingNames, encoding)) return false
  return isText(at) && isText(hash) && typeof existed === 'boolean' && isNote && rest.file === file
}

const isText = (value: unknown): value is string => typeof value === 'string'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Whether a file has this hash; false when it cannot be read. */
function hasHash(file: string, hash: string): boolean {
  try {
    const bytes = bytesOf(file)
    return bytes !== undefined && hashOf(bytes) === hash
  } catch {
    return false
  }
}

const nameOf = (file: string): string => `${path.basename(file)}-${hashOf(Buffer.from(file)).slice(0, 12)}`

function stateOf(file: string, entry: object, format?: ClientFormat): ConfigFile['state'] {
  let bytes: Buffer | undefined
  try {
    bytes = bytesOf(file)
  } catch {
    return { kind: 'refused', problem: { kind: 'unreadable' } }
  }
  if (!bytes) return { kind: 'missing' }
  const read = fileTextOf(bytes)
  if (!('text' in read)) return { kind: 'refused', problem: read }
  const { text, encoding } = read
  const problem = problemIn(text, format)
  if (problem) return { kind: 'refused', problem }
  const there = entryIn(text, format)
  if (!there) return { kind: 'without' }
  if (encoding !== 'utf-8') return { kind: 'encoded', encoding }
  const [found, wanted] = [wordsOf(there), wordsOf(entry as Json)]
  if (canonical(found) === canonical(wanted)) return { kind: 'ours' }
  return canonical(found) === canonical(withoutKey(wanted))
    ? { kind: 'keyless' }
    : { kind: 'elsewhere', ...wayOf(found) }
}

/** The words of the command line, wherever a client's entry has them. */
const wordsOf = ({ command, args }: Json): readonly unknown[] => [command, args].flat()

/** As a person may have entered it: without a name of its own. */
function withoutKey(words: readonly unknown[]): readonly unknown[] {
  const at = words.indexOf(clientOption)
  return at === -1 ? words : words.filter((_, index) => index !== at && index !== at + 1)
}

function wayOf(words: readonly unknown[]): { command: string; profile?: string } {
  const [command] = words
  const profile: unknown = words[words.indexOf('--profile') + 1]
  const named = words.includes('--profile') && typeof profile === 'string'
  return { command: typeof command === 'string' ? command : '', ...(named && { profile }) }
}

/** @throws GatewayError when it exists and cannot be read */
function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw problems.unreadable(file, code)
  }
}

/** The target of a symbolic link, so that the link stays one. */
function targetOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function put(file: string, bytes: Buffer): void {
  const target = targetOf(file)
  try {
    mkdirSync(path.dirname(target), { recursive: true })
    const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600
    writeAtomically(target, bytes, mode & 0o777)
  } catch (error) {
    throw problems.unwritable(file, (error as NodeJS.ErrnoException).code ?? `${error}`)
  }
}

const problem = (message: string, suggestion: string, details: Record<string, string | number> = {}): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion, details: { ...details } })

/** `details.why` selects the localized text. */
const problems = {
  refused: (file: string, why: ConfigProblem) =>
    problem('This file is not a valid configuration. Nothing was changed.', 'Repair the file, then try again.', {
      why: why.kind,
      file,
      ...(why.kind === 'broken' && { line: why.line, column: why.column }),
      ...(why.kind === 'no-servers' && { looked: why.looked }),
      ...(why.kind === 'other-format' && { format: why.format }),
    }),
  same: (file: string) =>
    problem('This file already contains Gatehouse.', 'Restart the program.', { why: 'same', file }),
  changed: (file: string) =>
    problem('The file changed during the review, so nothing was written.', 'Review it again.', {
      why: 'changed',
      file,
    }),
  changedSince: (file: string, backup: string | undefined) =>
    problem(
      'The file changed after Gatehouse wrote it, so it was not restored.',
      'Remove the entry of Gatehouse from the file by hand.',
      { why: 'changed-since', file, ...(backup && { backup }) },
    ),
  nothingWritten: (file: string) =>
    problem('Gatehouse made no change here that can be undone.', 'Nothing needs to be done.', {
      why: 'nothing-written',
      file,
    }),
  noBackup: (file: string) =>
    problem('The backup of the file no longer exists.', 'Remove the entry of Gatehouse from the file by hand.', {
      why: 'no-backup',
      file,
    }),
  overwrittenByOther: (file: string) =>
    problem('Another program overwrote the file.', 'Close the other program, then check the file.', {
      why: 'not-kept',
      file,
    }),
  unreadable: (file: string, code: string) =>
    problem(`The file cannot be read (${code}).`, 'Check its permissions.', { why: 'unreadable', file, code }),
  unwritable: (file: string, code: string) =>
    problem(`The file cannot be written (${code}).`, 'Check its permissions.', { why: 'unwritable', file, code }),
}
