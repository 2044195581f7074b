/** Process surroundings: the files, standard input and terminal of this process. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Surroundings } from './verb.js'

/** Folders with other people's files in them. */
const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
}

const inWords = (error: NodeJS.ErrnoException): Error => new Error(reasons[error.code ?? ''] ?? error.message)

export const processSurroundings = (): Surroundings => ({
  read: (file) =>
    file === '-'
      ? text(process.stdin)
      : readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw inWords(error)
        }),
  list: async (folder) => {
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return isFolder ? filesBelow(folder) : undefined
  },
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .filter(({ name }) => !isPassedOver(name))
    .map((entry) => {
      const inside = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(inside)
      return entry.isFile() ? [inside] : []
    })
  return (await Promise.all(found)).flat()
}
