/**
 * Docker files: reads the server's folder inside a container, also of a stopped one, where its volume is not a folder
 * of this computer.
 *
 * Each part of a path is looked at before a file is read, so that no link leads out of the folder (invariant 7). Nothing
 * is written: Docker replaces a file by removing it first, and a crash between the two would lose it.
 */
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { asFolderError, folderError, isMissing } from '../../folder/folder-problem.js'
import type { FileEntry, FileFacts, OpenedFile } from '../../ports.js'
import { WholeFiles } from '../../whole-files.js'
import { ArchiveFile, NotAFile } from './archive-file.js'
import { DockerUnavailable } from './docker-failure.js'
import type { DockerEngine, PathStat } from './engine.js'
import { asContainerProblem, runProgram } from './run-program.js'

/** Of one file, as far as it is read: the largest regions have a few hundred megabytes. */
const maxFileBytes = 512 * 1024 * 1024
const maxListBytes = 16 * 1024 * 1024
const maxEntries = 100_000
const listMs = 30_000
/** Milliseconds for the rest of a file that was read. */
const finishMs = 2_000
const maxLinks = 8
/** Bits of a mode as Go has them. */
const modes = { folder: 2 ** 31, link: 2 ** 27, others: [2 ** 26, 2 ** 25, 2 ** 24, 2 ** 21, 2 ** 19] } as const
const kinds = ['file', 'folder', 'link'] as const

export interface DockerFilesOptions {
  readonly engine: DockerEngine
  readonly clock: Clock
  /** Name, as it is shown. */
  readonly name: string
  readonly container: string
  /** Absolute in the container. */
  readonly folder: string
}

export class DockerFiles extends WholeFiles {
  readonly #options: DockerFilesOptions
  readonly place: string

  constructor(options: DockerFilesOptions) {
    super()
    this.#options = options
    this.place = `docker://${options.name}${options.folder}`
  }

  async withFile<Result>(
    relative: string,
    use: (file: OpenedFile, facts: FileFacts) => Promise<Result>,
  ): Promise<Result> {
    const { engine, container, clock } = this.#options
    const { real, stat } = await this.#resolve(relative)
    if (!isRegular(stat)) throw folderError('not-a-file', relative)
    if (stat.size > maxFileBytes) throw folderError('too-large', relative)
    const archive = await engine.file(container, real).catch(asContainerProblem)
    if (!archive) throw folderError('missing', relative)
    try {
      const file = await ArchiveFile.open(archive)
      // It may have been replaced since it was looked at.
      if (file.size > maxFileBytes) throw folderError('too-large', relative)
      const result = await use(file, { size: file.size, modified: Date.parse(stat.mtime) })
      const stop = clock.after(finishMs, () => archive.destroy())
      await file.finish().then(stop, stop)
      return result
    } catch (error) {
      if (error instanceof NotAFile) throw folderError('not-a-file', relative)
      throw (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? asFolderError(error, relative) : error
    } finally {
      archive.destroy()
    }
  }

  async facts(relative: string): Promise<(FileFacts & { readonly isFolder: boolean }) | undefined> {
    try {
      const { stat } = await this.#resolve(relative)
      return { size: stat.size, modified: Date.parse(stat.mtime), isFolder: has(stat, modes.folder) }
    } catch (error) {
      return undefinedUnlessLost(error)
    }
  }

  /** Docker itself lists nothing, so the container has to run. */
  async entries(relative: string): Promise<readonly FileEntry[] | undefined> {
    const { engine, clock, container } = this.#options
    try {
      const { real, stat } = await this.#resolve(relative)
      if (!has(stat, modes.folder)) return undefined
      const run = { argv: listing(real), timeoutMs: listMs, mostBytes: maxListBytes }
      const { exitCode, output } = await runProgram(engine, clock, container, run)
      return exitCode === 0 ? entriesIn(output.toString('utf8'), real) : undefined
    } catch (error) {
      return isMissing(error) ? [] : undefinedUnlessLost(error)
    }
  }

  async isNamed(relative: string): Promise<boolean> {
    try {
      const { real, stat } = await this.#resolve(path.posix.dirname(relative))
      if (!has(stat, modes.folder)) return false
      return (await this.#stat(path.posix.join(real, path.posix.basename(relative)))) !== undefined
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  /** Absolute in the container, with links resolved. @throws GatewayError when it is missing or outside */
  async #resolve(relative: string): Promise<{ readonly real: string; readonly stat: PathStat }> {
    const { folder } = this.#options
    let real = path.posix.resolve(folder, relative)
    for (let links = 0; links <= maxLinks; links++) {
      if (relative.includes('\0') || !isWithin(folder, real)) throw folderError('outside', relative)
      const found = await this.#firstLink(real, relative)
      if ('stat' in found) return { real, stat: found.stat }
      real = found.target
    }
    throw folderError('outside', relative)
  }

  /** The path with its first link replaced, or what it names when there is none. */
  async #firstLink(real: string, relative: string): Promise<{ readonly target: string } | { readonly stat: PathStat }> {
    const { folder } = this.#options
    const parts = real
      .slice(folder.length)
      .split('/')
      .filter((part) => part !== '')
    let place = folder
    let stat = await this.#stat(folder)
    for (const [index, part] of parts.entries()) {
      place = path.posix.join(place, part)
      stat = await this.#stat(place)
      if (stat && has(stat, modes.link)) return { target: path.posix.join(stat.linkTarget, ...parts.slice(index + 1)) }
      // What is below a file is not there.
      if (stat && index + 1 < parts.length && !has(stat, modes.folder)) stat = undefined
      if (!stat) break
    }
    if (!stat) throw folderError('missing', relative)
    return { stat }
  }

  #stat(absolute: string): Promise<PathStat | undefined> {
    return this.#options.engine.stat(this.#options.container, absolute).catch(asContainerProblem)
  }
}

/** A problem of the folder, or a container that is stopped, is no answer; a lost connection is an error. */
function undefinedUnlessLost(error: unknown): undefined {
  const isFolderProblem = error instanceof GatewayError && `${error.details?.why}`.startsWith('folder-')
  const isStopped = error instanceof DockerUnavailable && error.problem === 'container-stopped'
  if (!isFolderProblem && !isStopped) throw error
}

const isWithin = (folder: string, file: string): boolean => file === folder || file.startsWith(`${folder}/`)

const has = ({ mode }: PathStat, bit: number): boolean => Math.floor(mode / bit) % 2 === 1

const isRegular = (stat: PathStat): boolean =>
  ![modes.folder, modes.link, ...modes.others].some((bit) => has(stat, bit))

/** Each path is printed as often as its kind says, because `find` of busybox cannot print the kind. */
const listing = (folder: string): readonly string[] => {
  const print = (times: number) => Array.from({ length: times }, () => '-print0')
  const of = (type: string, times: number) => ['-type', type, ...print(times), '-o']
  const within = ['-mindepth', '1', '-maxdepth', '1']
  return ['find', folder, ...within, '(', ...of('f', 1), ...of('d', 2), ...of('l', 3), ...print(4), ')']
}

export function entriesIn(listed: string, folder: string): readonly FileEntry[] {
  const counts = new Map<string, number>()
  for (const found of listed.split('\0').slice(0, -1)) {
    if (counts.size < maxEntries || counts.has(found)) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return [...counts]
    .map(([found, times]) => ({ name: found.slice(folder.length + 1), kind: kinds[times - 1] ?? ('other' as const) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
