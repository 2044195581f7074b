/** Servers here: Minecraft servers running on this computer, with their folders. */
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { FoundServer } from '@shared/servers/java-server.js'
import type { Log } from '../../../gateway/ports/runtime.js'
import { plainName, untrusted } from '../../../policy/text/untrusted-text.js'
import { openServerFolder } from '../folder/server-folder.js'
import { type JavaProcess, javaProcesses } from './java-processes.js'

/** A Java program counts as a server when its folder has a `server.properties`. Never rejects. */
export async function findServersHere(
  log: Log,
  processes: () => Promise<readonly JavaProcess[]> = javaProcesses,
): Promise<readonly FoundServer[]> {
  const folders = new Map<string, number>()
  for (const { pid, folder } of await processes())
    if (folder !== undefined && !folders.has(folder)) folders.set(folder, pid)
  const found = await Promise.all([...folders].map(([folder, pid]) => describe(folder, pid, log)))
  return found.filter((one) => one !== undefined)
}

async function describe(folder: string, pid: number, log: Log): Promise<FoundServer | undefined> {
  try {
    await access(path.join(folder, 'server.properties'))
    const opened = await openServerFolder(folder, { log })
    const { gamePort } = opened
    return {
      key: `${pid} ${opened.root}`,
      name: plainName(untrusted(path.basename(opened.root))),
      ...(await opened.software()),
      ...(gamePort !== undefined && { gamePort }),
      folder: opened.root,
    }
  } catch {
    return undefined
  }
}
