/**
 * Backup restore: replaces the current worlds with a verified copy of a backup and keeps the old worlds.
 *
 * The copies are made next to the worlds. Then folders are only renamed, and a journal records the renames. After a
 * crash `repairRestore` completes or rolls back, so a complete world always exists.
 */
import { lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { writeAtomically } from '../../../storage/profile.js'
import { asFolderError, folderError } from '../folder/folder-problem.js'
import { isBelow, NotRegular } from '../folder/open-regular.js'
import { isPlainPath } from '../folder/plain-path.js'
import type { BackedUpFile, BackupManifest } from './backup-manifest.js'
import { backupProblems } from './backup-problems.js'
import { changeOwner, copyWithHash, hashOfFile, ownerOf } from './copy-file.js'
import { worldFolders } from './world-files.js'

export interface RestoredWorld {
  readonly worlds: readonly string[]
  /** Folders with the previous worlds, inside the server folder. */
  readonly movedFolders: readonly string[]
}

/** A world folder, its copy and the name that the old one gets. */
interface Move {
  readonly world: string
  /** Absent when there is no current folder. */
  readonly aside?: string
  /** Absent when the backup does not have the folder. */
  readonly incoming?: string
}

interface Journal {
  readonly root: string
  readonly moves: readonly Move[]
  /** All copies are complete; folders are being renamed. */
  readonly isMoving: boolean
}

const journalName = 'restoring.json'

export interface RestoreInput {
  readonly manifest: BackupManifest
  /** Absolute path of the server's folder on this computer. */
  readonly root: string
  /** The main world, inside it. */
  readonly mainWorld: string
  readonly store: string
  readonly now: Date
  readonly mustBeStopped: () => Promise<void>
  readonly onProgress: (progress: BackupProgress) => void
}

export async function restoreBackup(input: RestoreInput): Promise<RestoredWorld> {
  const { manifest, root, mainWorld, store, now } = input
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  // A Nether or an End that the backup does not hold is moved away with the main world. Other worlds that it does not
  // hold, and links, are newer or were left out: they stay.
  const newer = worldFolders(mainWorld).filter((name) => isFolder(path.join(root, name)))
  const present = [...new Set([...newer, ...manifest.worlds])].filter((name) => isThere(path.join(root, name)))
  const worlds = [...new Set([...present, ...manifest.worlds])]
  const moves = worlds.map(
    (world): Move => ({
      world,
      ...(present.includes(world) && { aside: freeName(root, `${world}.before-${stamp}`) }),
      ...(manifest.worlds.includes(world) && { incoming: `${world}.restoring` }),
    }),
  )
  // The world name comes from a file: nothing outside the server folder may be moved.
  for (const { world } of moves) await mustBeInside(root, world)
  const journal = path.join(store, journalName)
  const note = (isMoving: boolean) =>
    writeAtomically(journal, Buffer.from(JSON.stringify({ root, moves, isMoving } satisfies Journal)), 0o600)
  note(false)
  try {
    await copyIn(input, moves)
    await input.mustBeStopped()
  } catch (error) {
    await removeIncoming(root, moves)
    rmSync(journal, { force: true })
    throw error
  }
  note(true)
  moveAll(root, moves)
  rmSync(journal, { force: true })
  return { worlds: manifest.worlds, movedFolders: moves.flatMap(({ aside }) => aside ?? []) }
}

/** Copies every file, then reads each copy again and compares it with the manifest. */
async function copyIn({ manifest, root, store, onProgress }: RestoreInput, moves: readonly Move[]): Promise<void> {
  await removeIncoming(root, moves)
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  const backup = await realpath(path.join(store, manifest.id))
  const progress = { files: manifest.files.length, filesDone: 0, bytes, bytesDone: 0 }
  const copies: { readonly copy: string; readonly file: BackedUpFile }[] = []
  for (const file of manifest.files) {
    const world = manifest.worlds.find((one) => file.path.startsWith(`${one}/`))
    const incoming = moves.find((move) => move.world === world)?.incoming
    if (world === undefined || incoming === undefined) throw backupProblems.damaged(file.path)
    const target = path.join(root, incoming, file.path.slice(world.length + 1))
    const source = path.join(backup, file.path)
    const copied = await copyWithHash({ source, within: backup, target }).catch((error) => {
      const isDamaged = error instanceof NotRegular || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (isDamaged) throw backupProblems.damaged(file.path)
      throw asFolderError(error, file.path)
    })
    if (copied.sha256 !== file.sha256) throw backupProblems.damaged(file.path)
    copies.push({ copy: target, file })
    progress.filesDone++
    progress.bytesDone += copied.size
    onProgress({ phase: 'copying', ...progress })
  }
  for (const { world, incoming } of moves) {
    if (incoming === undefined || !isThere(path.join(root, incoming))) continue
    await changeOwner(path.join(root, incoming), await ownerOf(root, world))
  }
  let bytesDone = 0
  for (const [index, { copy, file }] of copies.entries()) {
    const sha256 = await hashOfFile(copy, root).catch((error) => {
      throw error instanceof NotRegular ? backupProblems.notVerified(file.path) : error
    })
    if (sha256 !== file.sha256) throw backupProblems.notVerified(file.path)
    bytesDone += file.size
    onProgress({ phase: 'verifying', files: copies.length, filesDone: index + 1, bytes, bytesDone })
  }
}

function moveAll(root: string, moves: readonly Move[]): void {
  const at = (name: string) => path.join(root, name)
  for (const { world, aside } of moves) {
    if (aside !== undefined && isThere(at(world)) && !isThere(at(aside))) renameSync(at(world), at(aside))
  }
  for (const { world, incoming } of moves) {
    if (incoming !== undefined && isThere(at(incoming)) && !isThere(at(world))) {
      renameSync(at(incoming), at(world))
    }
  }
}

async function removeIncoming(root: string, moves: readonly Move[]): Promise<void> {
  for (const { incoming } of moves) {
    if (incoming !== undefined) await rm(path.join(root, incoming), { recursive: true, force: true })
  }
}

/**
 * Completes a restore that was renaming folders, or rolls back one that was still copying.
 * @returns false when there is none, or when a running server still has the folders open
 */
export async function repairRestore(root: string, store: string, isStopped: () => Promise<boolean>): Promise<boolean> {
  const journal = path.join(store, journalName)
  const found = readJournal(journal, root)
  if (!found) return false
  if (found.isMoving && !(await isStopped())) return false
  for (const { world } of found.moves) await mustBeInside(root, world)
  if (found.isMoving) moveAll(root, found.moves)
  else await removeIncoming(root, found.moves)
  rmSync(journal, { force: true })
  return true
}

function readJournal(journal: string, root: string): Journal | undefined {
  try {
    const read = JSON.parse(readFileSync(journal, 'utf8')) as Journal
    return read.root === root && Array.isArray(read.moves) ? read : undefined
  } catch {
    return undefined
  }
}

/** The folder in which a world is renamed must really be inside the server's folder, or be that folder. */
async function mustBeInside(root: string, world: string): Promise<void> {
  if (!isPlainPath(world)) throw folderError('outside', world)
  let parent = path.dirname(path.join(root, world))
  while (!isThere(parent)) parent = path.dirname(parent)
  const real = await realpath(parent).catch(() => '')
  if (real !== root && !isBelow(root, real)) throw folderError('outside', world)
}

const isFolder = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true

/** Also a link that leads nowhere. */
const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined

function freeName(root: string, wanted: string): string {
  for (let number = 0; ; number++) {
    const name = number === 0 ? wanted : `${wanted}-${number}`
    if (!isThere(path.join(root, name))) return name
  }
}
