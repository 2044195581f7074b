/**
 * Model files: the files of a server as Wings 1.11 serves them to its panel. It is a model, checked against the record of a
 * real one: what is missing is a failure of the node (500), a rename of nothing succeeds, links are named by their mode
 * alone, and nothing behind them is read.
 */
import { posix } from 'node:path'

export interface ModelEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'pipe'
  readonly bytes: Buffer
  readonly modified: number
}

export interface WingsAnswer {
  readonly status: number
  readonly answer: unknown
  /** The node closes the connection in the middle. */
  readonly broken?: true
}

const failure: WingsAnswer = {
  status: 500,
  answer: { error: 'An unexpected error was encountered while processing this request', request_id: '<uuid>' },
}
const refusal = (status: number, error: string): WingsAnswer => ({ status, answer: { error } })
const done: WingsAnswer = { status: 204, answer: '' }

const modes = { file: '-rw-r--r--', folder: 'drwxr-xr-x', link: 'Lrwxrwxrwx', pipe: 'prw-r--r--' } as const
const denied = 'This file cannot be modified: present in egg denylist.'

export class ModelFiles {
  readonly entries = new Map<string, ModelEntry>([['', folderEntry(0)]])
  readonly #now: () => number
  /** Names that the egg of the server protects. */
  denylist: readonly string[] = []
  /** The node says that a name is a link; Wings of Pterodactyl never does. */
  readonly namesLinks: boolean
  /** Bytes of a write that arrive before the node dies; undefined while it lives. */
  cutAfter: number | undefined

  constructor(now: () => number, namesLinks: boolean) {
    this.#now = now
    this.namesLinks = namesLinks
  }

  put(path: string, bytes: Buffer | string, kind: ModelEntry['kind'] = 'file', modified = this.#now()): void {
    const folder = posix.dirname(path)
    if (folder !== '.' && !this.entries.has(folder)) this.put(folder, '', 'folder', modified)
    this.entries.set(path, { kind, bytes: Buffer.from(bytes), modified })
  }

  /** A request of the panel to the node, below `/files`. */
  handle(method: string, name: string, query: URLSearchParams, body: Buffer): WingsAnswer {
    switch (`${method} ${name}`) {
      case 'GET list-directory':
        return this.#list(query.get('directory') ?? '/')
      case 'GET contents':
        return this.#read(query.get('file') ?? '')
      case 'POST write':
        return this.#write(query.get('file') ?? '', body)
      case 'PUT rename':
        return this.#rename(JSON.parse(body.toString()))
      case 'POST create-directory':
        return this.#makeFolder(JSON.parse(body.toString()))
      case 'POST delete':
        return this.#remove(JSON.parse(body.toString()))
      default:
        return refusal(404, 'The requested resource was not found.')
    }
  }

  /** Undefined when nothing can be read there. */
  fileAt(path: string): Buffer | undefined {
    const entry = this.#at(path)
    return entry?.kind === 'file' ? entry.bytes : undefined
  }

  #at(path: string): ModelEntry | undefined {
    return this.#isAbove(path) ? undefined : this.entries.get(clean(path))
  }

  #isAbove = (path: string): boolean => posix.normalize(path.replace(/^\/+/u, '')).startsWith('..')

  #list(directory: string): WingsAnswer {
    if (this.#at(directory)?.kind !== 'folder') return failure
    const folder = clean(directory)
    const inside = [...this.entries].filter(([path]) => path !== '' && parentOf(path) === folder)
    return { status: 200, answer: inside.map(([path, entry]) => this.#described(path, entry)) }
  }

  #described(path: string, { kind, bytes, modified }: ModelEntry) {
    const date = new Date(modified).toISOString().replace(/\.\d+Z$/u, 'Z')
    return {
      name: posix.basename(path),
      created: date,
      modified: date,
      mode: modes[kind],
      mode_bits: kind === 'folder' ? '755' : kind === 'link' ? '777' : '644',
      size: kind === 'folder' ? 4_096 : bytes.length,
      directory: kind === 'folder',
      file: kind !== 'folder',
      symlink: this.namesLinks && kind === 'link',
      mime: kind === 'folder' ? 'inode/directory' : 'application/octet-stream',
    }
  }

  #read(path: string): WingsAnswer {
    const entry = this.#at(path)
    if (entry?.kind === 'folder') return { ...failure, broken: true }
    return entry?.kind === 'file' ? { status: 200, answer: entry.bytes } : failure
  }

  #write(path: string, bytes: Buffer): WingsAnswer {
    if (this.#isAbove(path)) return failure
    if (this.denylist.includes(clean(path))) return refusal(403, denied)
    const entry = this.#at(path)
    if (entry?.kind === 'folder') {
      return refusal(400, 'Cannot write file, name conflicts with an existing directory by the same name.')
    }
    if (entry && entry.kind !== 'file') return failure
    // The file is emptied first.
    this.put(clean(path), bytes.subarray(0, this.cutAfter ?? bytes.length))
    return this.cutAfter === undefined ? done : { ...failure, broken: true }
  }

  #rename({ root, files }: { root: string; files: readonly { from: string; to: string }[] }): WingsAnswer {
    if (files.length === 0) return refusal(422, 'No files to move or rename were provided.')
    for (const { from, to } of files) {
      const [source, target] = [posix.join('/', root, from), posix.join('/', root, to)].map(clean)
      if (source === undefined || target === undefined) continue
      if (this.denylist.includes(source) || this.denylist.includes(target)) return refusal(403, denied)
      const entry = this.entries.get(source)
      if (!entry) continue
      if (this.entries.has(target)) return refusal(400, 'Cannot move or rename file, destination already exists.')
      for (const [path, moved] of [...this.entries]) {
        if (path !== source && !path.startsWith(`${source}/`)) continue
        this.entries.delete(path)
        this.entries.set(target + path.slice(source.length), moved)
      }
    }
    return done
  }

  #makeFolder({ name, path }: { name: string; path: string }): WingsAnswer {
    const folder = clean(posix.join('/', path, name))
    if (!this.entries.has(folder)) this.put(folder, '', 'folder')
    return done
  }

  #remove({ root, files }: { root: string; files: readonly string[] }): WingsAnswer {
    for (const file of files) {
      const path = clean(posix.join('/', root, file))
      if (path === '') return failure
      for (const name of [...this.entries.keys()]) {
        if (name === path || name.startsWith(`${path}/`)) this.entries.delete(name)
      }
    }
    return done
  }
}

const folderEntry = (modified: number): ModelEntry => ({ kind: 'folder', bytes: Buffer.alloc(0), modified })
const clean = (path: string): string =>
  posix
    .normalize(path)
    .replace(/^\/+|\/+$/gu, '')
    .replace(/^\.$/u, '')
const parentOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')
