/**
 * Launch files: what the profile holds so that a bridge finds this program: how to start it, and for an AppImage copies
 * of the bridge and its Node, since the paths inside an AppImage change at each start.
 */
import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { launchFileName } from '@contract/local/launch-file.js'
import { writePrivateFile } from '../storage/profile.js'
import { bridgeFilesOf, builtBridge, launchOf, type ProgramFacts } from './bridge-command.js'

export async function storeLaunchFiles(program: ProgramFacts): Promise<void> {
  writePrivateFile(path.join(program.profile, launchFileName), `${JSON.stringify(launchOf(program))}\n`)
  const [built, started] = [builtBridge(program), bridgeFilesOf(program)]
  if (built.node === started.node) return
  await copyChanged(built.node, started.node)
  await copyChanged(built.bridge, started.bridge)
}

/** Copies a file with its mode and time, unless that was done. A process may be running the previous copy. */
async function copyChanged(from: string, to: string): Promise<void> {
  const [wanted, copied] = await Promise.all([stat(from), stat(to).catch(() => undefined)])
  if (copied?.size === wanted.size && Math.abs(copied.mtimeMs - wanted.mtimeMs) < 1) return
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  const draft = `${to}.${process.pid}.draft`
  try {
    await copyFile(from, draft)
    await utimes(draft, wanted.atime, wanted.mtime)
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
