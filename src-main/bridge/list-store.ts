/**
 * List store: the lists that this client received last, in the profile, for the next cold start.
 *
 * A list names servers and tools that not every client may see, so each client has a file of its own that only the
 * owner can read. Lists that are too large are not kept.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject, parseObject } from '@contract/json/json-object.js'
import { lastListsFolder } from '@contract/local/client-key.js'
import { limits } from './limits.js'
import { readOwnFile } from './own-file.js'

type List = Readonly<Record<string, unknown>>

/** Lists of one key: of a few programs, versions and kinds of list. The one received longest ago is dropped first. */
const maxLists = 64

export class ListStore {
  readonly #file: string
  readonly #lists = new Map<string, List>()
  #loading: Promise<void> | undefined
  #written = ''
  #writing: Promise<void> | undefined
  isLoaded = false

  /** @param client name of its key; absent for clients without one */
  constructor(profile: string, client: string | undefined) {
    // No key has a name with an underscore.
    this.#file = join(profile, lastListsFolder, `${client ?? '_shared'}.json`)
  }

  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  get(key: string): List | undefined {
    return this.#lists.get(key)
  }

  /** Writes what changed in the background: a failure only means that the next start waits. */
  keep(key: string, list: List): void {
    this.#add(key, list)
    this.#writing ??= this.load()
      .then(() => this.#write())
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined
      })
  }

  /** Resolves when everything is written. */
  flush(): Promise<void> {
    return this.#writing ?? Promise.resolve()
  }

  #add(key: string, list: List): void {
    this.#lists.delete(key)
    this.#lists.set(key, list)
    const [oldest] = this.#lists.keys()
    if (this.#lists.size > maxLists && oldest !== undefined) this.#lists.delete(oldest)
  }

  async #load(): Promise<void> {
    const read = await readOwnFile(this.#file, limits.listFile)
    if (read.kind === 'read') {
      this.#written = read.text
      const newer = [...this.#lists]
      for (const [key, list] of Object.entries(parseObject(read.text) ?? {})) if (isObject(list)) this.#add(key, list)
      for (const [key, list] of newer) this.#add(key, list)
    }
    this.isLoaded = true
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(Object.fromEntries(this.#lists))
    if (text === this.#written) return
    if (Buffer.byteLength(text) > limits.listFile) return rm(this.#file, { force: true })
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 })
    const draft = `${this.#file}.${process.pid}.draft`
    try {
      await writeFile(draft, text, { mode: 0o600 })
      await rename(draft, this.#file)
      this.#written = text
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
}
