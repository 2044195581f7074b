/**
 * Bedrock pack: copies the behavior pack and opens it as a double click does. A computer without a program for it shows
 * the folder.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface BedrockPackDependencies {
  /** The built pack, possibly inside the program's archive. */
  readonly source: string
  readonly folder: string
  /** Returns the error; empty when it was opened. */
  readonly open: (file: string) => Promise<string>
  readonly showInFolder: (file: string) => void
}

/** @throws Error when it cannot be read or written */
export async function installBedrockPack({ source, folder, open, showInFolder }: BedrockPackDependencies) {
  const file = path.join(folder, 'gatehouse.mcpack')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, await readFile(source), { mode: 0o600 })
  const wasOpened = (await open(file)) === ''
  if (!wasOpened) showInFolder(file)
  return { file, wasOpened }
}
