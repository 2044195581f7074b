/**
 * Backup restore: replaces the current worlds with a verified copy of a backup and keeps the old worlds.
 *
 * The copies are made next to the worlds. Then folders are only renamed, and a journal on this computer records that.
 * After a crash or a cut `repairRestore` completes or rolls back, so a complete world always exists.
 */
import { readFileSync, rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { BackupProgress } from '@shared/servers/java-server.js'
import { writeAtomically } from '../../../storage/profile.js'
import { asFolderError } from '../folder/folder-problem.js'
import { NotRegular } from '../folder/open-regular.js'
import type { BackedUpFile, BackupManifest } from './backup-manifest.js'
import { backupProblems } from './backup-problems.js'
import {
  freeName,
  isBetweenRenames,
  isMissing,
  isUntouched,
  type MovableNames,
  type Move,
  moveAll,
  worldsToMove,
} from './restore-moves.js'
import { worldFolders } from './world-files.js'

export interface RestoredWorld {
  readonly worlds: readonly string[]
  /** Folders with the previous worlds, inside the server folder. */
  readonly movedFolders: readonly string[]
}

export interface Journal {
  readonly place: string
  readonly moves: readonly Move[]
  /** All copies are complete; folders are being renamed. */
  readonly isMoving: boolean
  /** `levelOf` of each present world, as it was when the copying began. */
  readonly levels: Readonly<Record<string, string>>
}

/** What outlives a crash of this program. */
export interface RestoreJournal {
  /** Undefined when nothing was cut off. */
  read(): Journal | undefined
  write(journal: Journal): void
  forget(): void
}

/** In the store of a server's backups. One of another folder is none. */
export function restoreJournal(store: string, place: string): RestoreJournal {
  const file = path.join(store, 'restoring.json')
  return {
    read() {
      try {
        const read = JSON.parse(readFileSync(file, 'utf8')) as Journal
        return read.place === place && Array.isArray(read.moves) ? read : undefined
      } catch {
        return undefined
      }
    },
    write: (journal) => writeAtomically(file, Buffer.from(JSON.stringify(journal)), 0o600),
    forget: () => rmSync(file, { force: true }),
  }
}

/** Where a backup is restored to. Names are inside the server's folder, with `/`. */
export interface RestoreTarget extends MovableNames {
  /** The same as long as it is the same folder. */
  readonly place: string
  /** False for a link. */
  isFolder(name: string): Promise<boolean>
  /** @throws GatewayError when a world of this name would be outside of the server's folder */
  mustBeInside(world: string): Promise<void>
  /** Another one after each save of the world; empty where it has no level file that can be read. @throws GatewayError */
  levelOf(world: string): Promise<string>
  /** Removes it with everything inside, if it is there. */
  remove(name: string): Promise<void>
  /** Called before the files of a world are copied. */
  makeFolder?(incoming: string, world: string): Promise<void>
  /** @returns what the backup held when it was copied; the caller compares it. @throws GatewayError */
  copy(file: FileToRestore): Promise<{ readonly sha256: string }>
  /** Called when all files of a world are copied, before they are checked. */
  settle?(incoming: string, world: string): Promise<void>
  /** Whether the copy is there as it was copied, as far as the way can tell. */
  isWhole(file: FileToRestore): Promise<boolean>
}

export interface FileToRestore {
  readonly entry: BackedUpFile
  /** Absolute, in the backup. */
  readonly source: string
  /** Absolute: the folder of the backup. */
  readonly within: string
  /** Inside the server's folder. */
  readonly target: string
  /** Called with the bytes of each piece, where the way tells. */
  readonly onPiece: (bytes: number) => void
}

export interface RestoreInput {
  readonly manifest: BackupManifest
  readonly target: RestoreTarget
  /** The main world. */
  readonly mainWorld: string
  readonly store: string
  readonly journal: RestoreJournal
  readonly now: Date
  readonly mustBeStopped: () => Promise<void>
  readonly onProgress: (progress: BackupProgress) => void
}

export async function restoreBackup(input: RestoreInput): Promise<RestoredWorld> {
  const { manifest, target, journal } = input
  const { moves, present } = await movesFor(input)
  // The world name comes from a file: nothing outside the server folder may be moved.
  for (const { world } of moves) await target.mustBeInside(world)
  const { place } = target
  const levels: Record<string, string> = {}
  for (const { world } of moves) levels[world] = await target.levelOf(world)
  journal.write({ place, moves, levels, isMoving: false })
  try {
    await copyIn(input, moves)
    await input.mustBeStopped()
    // Where nothing tells whether the server runs, its saves do.
    if (await isPlayed(target, moves, levels)) throw backupProblems.notStopped()
  } catch (error) {
    // Where the link is cut the journal stays, and a later repair removes the rest: the host may still carry out what it
    // was sent last.
    const isCut = error instanceof GatewayError && error.code.startsWith('SYSTEM.')
    if (!isCut)
      await removeIncoming(target, moves).then(
        () => journal.forget(),
        () => undefined,
      )
    throw error
  }
  journal.write({ place, moves, levels, isMoving: true })
  await moveAll(target, moves).catch((error) => {
    throw backupProblems.unfinished(error)
  })
  journal.forget()
  return {
    worlds: manifest.worlds,
    movedFolders: moves.flatMap(({ world, aside }) => (present.has(world) ? aside : [])),
  }
}

/**
 * A Nether or an End that the backup does not hold is moved away with the main world. Other worlds that it does not hold,
 * and links, are newer or were left out: they stay.
 */
async function movesFor({ manifest, target, mainWorld, now }: RestoreInput) {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const present = new Set<string>()
  for (const world of worldFolders(mainWorld)) if (await target.isFolder(world)) present.add(world)
  for (const world of manifest.worlds) if (await target.isThere(world)) present.add(world)
  const moves: Move[] = []
  for (const world of new Set([...present, ...manifest.worlds])) {
    const aside = await freeName(target, `${world}.before-${stamp}`)
    moves.push({ world, aside, ...(manifest.worlds.includes(world) && { incoming: `${world}.restoring` }) })
  }
  return { moves, present }
}

/** Copies every file, then looks at each copy again. */
async function copyIn({ manifest, target, store, onProgress }: RestoreInput, moves: readonly Move[]): Promise<void> {
  await removeIncoming(target, moves)
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  const backup = await realpath(path.join(store, manifest.id))
  for (const { world, incoming } of moves) if (incoming !== undefined) await target.makeFolder?.(incoming, world)
  const progress = { files: manifest.files.length, filesDone: 0, bytes, bytesDone: 0 }
  const copies: FileToRestore[] = []
  for (const entry of manifest.files) {
    const world = manifest.worlds.find((one) => entry.path.startsWith(`${one}/`))
    const incoming = moves.find((move) => move.world === world)?.incoming
    if (world === undefined || incoming === undefined) throw backupProblems.damaged(entry.path)
    const before = progress.bytesDone
    const file: FileToRestore = {
      entry,
      source: path.join(backup, entry.path),
      within: backup,
      target: `${incoming}/${entry.path.slice(world.length + 1)}`,
      onPiece: (piece) => {
        progress.bytesDone += piece
        onProgress({ phase: 'copying', ...progress })
      },
    }
    const copied = await target.copy(file).catch((error) => {
      const isDamaged = error instanceof NotRegular || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (isDamaged) throw backupProblems.damaged(entry.path)
      throw asFolderError(error, entry.path)
    })
    if (copied.sha256 !== entry.sha256) throw backupProblems.damaged(entry.path)
    copies.push(file)
    progress.filesDone++
    progress.bytesDone = before + entry.size
    onProgress({ phase: 'copying', ...progress })
  }
  for (const { world, incoming } of moves) {
    if (incoming !== undefined && (await target.isThere(incoming))) await target.settle?.(incoming, world)
  }
  let bytesDone = 0
  for (const [index, file] of copies.entries()) {
    if (!(await target.isWhole(file))) throw backupProblems.notVerified(file.entry.path)
    bytesDone += file.entry.size
    onProgress({ phase: 'verifying', files: copies.length, filesDone: index + 1, bytes, bytesDone })
  }
}

async function removeIncoming(target: RestoreTarget, moves: readonly Move[]): Promise<void> {
  for (const { incoming } of moves) if (incoming !== undefined) await target.remove(incoming)
}

/** Whether a server saved a world, or made one, that is still to be moved away. */
async function isPlayed(target: RestoreTarget, moves: readonly Move[], levels: Journal['levels']): Promise<boolean> {
  for (const world of await worldsToMove(target, moves)) {
    if ((await target.levelOf(world)) !== (levels[world] ?? '')) return true
  }
  return false
}

/** `waits`: a server may have the folders open. `played`: somebody played since then, so it is left to a person. */
export type RestoreRepair = 'completed' | 'reverted' | 'waits' | 'played'

/**
 * Completes a restore that was renaming folders, or rolls back one that had renamed none.
 *
 * @param isAsked a person restores another backup now. A world in which somebody played since then stays where it is in
 * either case: asked, the one that was cut off is dropped. It may be the only one that is left when the new one fails
 * @returns what came of it; undefined when there is none. Never `played` when it is asked
 * @throws GatewayError when the folder cannot be reached; call it again then
 */
export async function repairRestore(
  target: RestoreTarget,
  journal: RestoreJournal,
  isStopped: () => Promise<boolean>,
  isAsked = false,
): Promise<RestoreRepair | undefined> {
  const found = journal.read()
  if (!found) return undefined
  const { moves, levels } = found
  for (const { world } of moves) await target.mustBeInside(world)
  let isDropped = !found.isMoving || (await isUntouched(target, moves))
  if (!isDropped) {
    const mayMove = (await isStopped()) || (await isBetweenRenames(target, moves))
    if (!mayMove) return 'waits'
    const isKept = await isPlayed(target, moves, levels)
    if (isKept && !isAsked) return 'played'
    isDropped = isKept && !(await isMissing(target, moves))
  }
  if (isDropped) {
    // A copy that is removed in part must never be taken for a whole one.
    journal.write({ ...found, isMoving: false })
    await removeIncoming(target, moves)
  } else await moveAll(target, moves)
  journal.forget()
  return isDropped ? 'reverted' : 'completed'
}
