/**
 * Restores that are cut off: the process ends or the link is cut at any operation, which has its effect, a part of it or
 * none. The server may start in between and make a world of its own.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BackupManifest } from '../../../../../src-main/providers/java/backup/backup-manifest.js'
import {
  type Journal,
  type RestoreJournal,
  type RestoreTarget,
  repairRestore,
  restoreBackup,
} from '../../../../../src-main/providers/java/backup/backup-restore.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { times } from '../../../../fixtures/properties.js'

const root = folderForEach()

const files = ['world/level.dat', 'world/region/r', 'world_nether/level.dat'].map((file) => ({
  path: file,
  size: 3,
  modified: 0,
  sha256: `new ${file}`,
}))
const manifest: BackupManifest = {
  id: '20260101-000000-0000',
  at: '2026-01-01T00:00:00Z',
  copiedFrom: 0,
  worlds: ['world', 'world_nether'],
  files,
  copiedBytes: 0,
  skipped: 0,
}
/** The End is newer than the backup. */
const ownWorlds = ['world', 'world_nether', 'world_the_end']

/** A folder of which every operation may be the last. */
class ModelFolder implements RestoreTarget {
  readonly place = 'model'
  /** Path of a file → its content. */
  readonly content = new Map<string, string>()
  /** The second server that found no world made this one. */
  made = 0
  #left = Number.POSITIVE_INFINITY
  #share = 0

  constructor(worlds: readonly string[]) {
    for (const world of worlds)
      for (const file of ['level.dat', 'more']) this.content.set(`${world}/${file}`, `old ${world}`)
  }

  /** @param share of the last operation that has an effect, up to 1 */
  cutAfter(operations: number, share: number): void {
    this.#left = operations
    this.#share = share
  }

  async isThere(name: string): Promise<boolean> {
    this.#operation(() => {})
    return this.#inside(name).length > 0
  }

  isFolder(name: string): Promise<boolean> {
    return this.isThere(name)
  }

  async mustBeInside(): Promise<void> {}

  async levelOf(world: string): Promise<string> {
    this.#operation(() => {})
    return this.content.get(`${world}/level.dat`) ?? ''
  }

  async rename(from: string, to: string): Promise<void> {
    expect([this.#inside(from).length > 0, this.#inside(to).length]).toEqual([true, 0])
    this.#operation((share) => {
      if (share < 1) return
      for (const file of this.#inside(from)) {
        this.content.set(to + file.slice(from.length), this.content.get(file) ?? '')
        this.content.delete(file)
      }
    })
  }

  async remove(name: string): Promise<void> {
    const inside = this.#inside(name)
    expect(inside.filter((file) => !this.content.get(file)?.startsWith('new '))).toEqual([])
    this.#operation((share) => {
      for (const file of inside.slice(0, Math.ceil(inside.length * share))) this.content.delete(file)
    })
  }

  async copy({ entry, target }: Parameters<RestoreTarget['copy']>[0]): Promise<{ readonly sha256: string }> {
    this.#operation((share) => this.content.set(target, share < 1 ? 'new part' : entry.sha256))
    return entry
  }

  async isWhole({ entry, target }: Parameters<RestoreTarget['isWhole']>[0]): Promise<boolean> {
    this.#operation(() => {})
    return this.content.get(target) === entry.sha256
  }

  serverStarts(): void {
    if (this.#inside('world').length > 0) return
    this.made += 1
    this.content.set('world/level.dat', `made ${this.made}`)
  }

  at(folder: string): readonly (string | undefined)[] {
    return this.#inside(folder).map((file) => this.content.get(file))
  }

  get folders(): ReadonlySet<string> {
    return new Set([...this.content.keys()].map((file) => file.split('/')[0] ?? ''))
  }

  #inside(folder: string): readonly string[] {
    return [...this.content.keys()].filter((file) => file.startsWith(`${folder}/`)).sort()
  }

  #operation(effect: (share: number) => void): void {
    this.#left -= 1
    if (this.#left > 0) return effect(1)
    if (this.#left === 0 && this.#share > 0) effect(this.#share)
    throw new Error('cut')
  }
}

class ModelJournal implements RestoreJournal {
  #journal: Journal | undefined

  read(): Journal | undefined {
    return this.#journal
  }

  write(journal: Journal): void {
    this.#journal = structuredClone(journal)
  }

  forget(): void {
    this.#journal = undefined
  }
}

const cut = fc.record({ at: fc.integer({ min: 1, max: 24 }), share: fc.constantFrom(0, 0.5, 1), starts: fc.boolean() })

it('lose nothing after 10,000 cuts at any moment, also of the repair', { timeout: 120_000 }, async () => {
  const store = path.join(root(), 'store')
  mkdirSync(path.join(store, manifest.id), { recursive: true })
  const outcomes = new Set<string>()
  await times(10_000).forAllAsync(
    fc.subarray(ownWorlds),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(0, 0.5, 1),
    fc.array(cut, { maxLength: 3 }),
    async (worlds, first, share, cuts) => {
      const folder = new ModelFolder(worlds)
      folder.cutAfter(first, share)
      const journal = new ModelJournal()
      const done = await restoreBackup({
        journal,
        manifest,
        target: folder,
        mainWorld: 'world',
        store,
        now: new Date(0),
        mustBeStopped: async () => undefined,
        onProgress: () => undefined,
      }).then(
        () => true,
        () => false,
      )
      for (const { at, share: part, starts } of cuts) {
        if (starts) folder.serverStarts()
        folder.cutAfter(at, part)
        const present = folder.at('world')
        await repairRestore(folder, journal, async () => !starts).catch(() => false)
        // What a server made since then stays in its place.
        if (present[0]?.startsWith('made')) expect(folder.at('world')).toEqual(present)
      }
      folder.cutAfter(Number.POSITIVE_INFINITY, 1)
      const present = folder.at('world')
      // Another world that was moved away has nothing in its place: then the restore is completed.
      const isMissing = worlds.includes('world_nether') && folder.at('world_nether').length === 0
      await repairRestore(folder, journal, async () => true, true)

      expect(journal.read()).toBeUndefined()
      const isPlayed = present[0]?.startsWith('made') === true && !isMissing
      const isNew = folder.at('world')[0] === 'new world/level.dat'
      outcomes.add(`${done} ${isNew}`)
      expect(isNew || !done).toBe(true)
      // Whole worlds, all of one time.
      if (isPlayed) expect(folder.at('world')).toEqual(present)
      else if (isNew) {
        expect([folder.at('world'), folder.at('world_nether'), folder.at('world_the_end')]).toEqual([
          ['new world/level.dat', 'new world/region/r'],
          ['new world_nether/level.dat'],
          [],
        ])
      } else for (const world of worlds) expect(folder.at(world)).toEqual([`old ${world}`, `old ${world}`])
      // Nothing that was there, or that the server made, is gone.
      const kept = [...folder.folders].map((one) => folder.at(one).join())
      for (const world of worlds) expect(kept).toContain(`old ${world},old ${world}`)
      for (let one = 1; one <= folder.made; one += 1) expect(kept).toContain(`made ${one}`)
      expect([...folder.folders].filter((one) => one.endsWith('.restoring'))).toEqual([])
    },
  )
  expect([...outcomes].sort()).toEqual(['false false', 'false true', 'true true'])
})
