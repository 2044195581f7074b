/**
 * Build journal: the records of a server's builds in the profile, each on disk before what it says happens.
 *
 * Builds that are over are kept for a while, with the picture that was approved.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import { type FileEnding, fileNameOf } from '@contract/text/file-name.js'
import type { BuildPicture } from '@shared/build/build-preview.js'
import { z } from 'zod'
import type { Log } from '../../../gateway/ports/runtime.js'
import { writePrivateFile } from '../../../storage/profile.js'
import { type BuildRecord, isOver } from './build-run.js'

/** Builds that are over of which the record is kept. */
const keptBuilds = 20

/** Made when records are read: most starts read none, and do not load Zod. */
function createRecordSchema(): z.ZodType<BuildRecord> {
  const count = z.number().nonnegative()
  return z.object({
    id: z.string(),
    groupId: z.string(),
    name: z.string(),
    caller: z.object({ id: z.string(), name: z.string() }),
    given: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
    hash: z.string(),
    address: z.string(),
    dimension: z.string(),
    phase: z.enum(['running', 'paused', 'stopped', 'failed', 'done', 'undone']),
    isSaved: z.boolean(),
    tiles: z.array(z.enum(['fresh', 'begun', 'done'])),
    planned: z.array(count),
    most: count,
    counts: z.object({ built: count, changed: count, skipped: count, commands: count }),
    activeMs: z.number(),
    startedAt: z.string(),
    changedAt: z.string(),
    problem: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  })
}

export class BuildJournal {
  readonly #folder: string
  readonly #log: Log

  /** @param folder for the builds of one server; created when missing */
  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
  }

  /** Oldest first. A damaged record is left out, and logged. */
  read(): readonly BuildRecord[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder).filter((name) => name.endsWith('.build')) : []
    if (names.length === 0) return []
    const schema = createRecordSchema()
    return names
      .flatMap((name) => this.#readOne(path.join(this.#folder, name), schema))
      .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt))
  }

  /** @throws Error when it cannot be written */
  write(record: BuildRecord): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writePrivateFile(this.#file(record.id, '.build'), JSON.stringify(record))
  }

  /** It does not go on after a restart; needs no space on the disk. Never throws. */
  forget(id: string): void {
    try {
      rmSync(this.#file(id, '.build'), { force: true })
    } catch (error) {
      this.#log.error('a build that ended goes on after a restart', { id, error: `${error}` })
    }
  }

  /** Drops the oldest builds that are over, but for the newest. @returns what is kept */
  prune(records: readonly BuildRecord[]): readonly BuildRecord[] {
    const over = records.filter(isOver)
    const dropped = new Set(over.slice(0, Math.max(0, over.length - keptBuilds)).map(({ id }) => id))
    for (const id of dropped)
      for (const ending of ['.build', '.picture'] as const) rmSync(this.#file(id, ending), { force: true })
    return records.filter(({ id }) => !dropped.has(id))
  }

  /** @throws Error when it cannot be written */
  writePicture(id: string, picture: BuildPicture): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writePrivateFile(this.#file(id, '.picture'), JSON.stringify(picture))
  }

  /** Undefined when there is none, or it is damaged. */
  readPicture(id: string): BuildPicture | undefined {
    try {
      return JSON.parse(readFileSync(this.#file(id, '.picture'), 'utf8')) as BuildPicture
    } catch {
      return undefined
    }
  }

  #readOne(file: string, schema: z.ZodType<BuildRecord>): BuildRecord[] {
    try {
      return [schema.parse(JSON.parse(readFileSync(file, 'utf8')))]
    } catch (error) {
      this.#log.error('the record of a build is damaged: it does not go on', { file, error: `${error}` })
      return []
    }
  }

  /** Callers choose request ids, which may be no file names. */
  readonly #file = (id: string, ending: FileEnding): string =>
    path.join(this.#folder, fileNameOf(createHash('sha256').update(id).digest('hex').slice(0, 32), ending))
}
