/** Process environment: the files, standard input and terminal of this process. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { decodedText } from '@shared/text/file-encoding.js'
import { systemClock } from '../storage/system-clock.js'
import { WorkerSchemaThread } from '../validation/schema-thread.js'
import { startProgram } from './start-program.js'
import { terminalBytes } from './text.js'
import type { CliEnvironment } from './verb.js'

/** Folders with untrusted files. */
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EACCES: 'no permission to read it',
  EISDIR: 'it is a folder',
}

/** Also of a file that PowerShell wrote. */
function textIn(bytes: Buffer): string {
  const decoded = decodedText(bytes)
  if (!decoded) throw new Error('it is not UTF-8 or UTF-16 text')
  return decoded.text
}

const inWords = (error: NodeJS.ErrnoException): Error => new Error(reasons[error.code ?? ''] ?? error.message)

export const processEnvironment = (): CliEnvironment => ({
  read: (file) =>
    file === '-'
      ? text(process.stdin)
      : readFile(file).then(textIn, (error: NodeJS.ErrnoException) => {
          throw inWords(error)
        }),
  list: async (folder) => {
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return isFolder ? filesBelow(folder) : undefined
  },
  out: (line) => void process.stdout.write(`${terminalBytes(line)}\n`),
  err: (line) => void process.stderr.write(`${terminalBytes(line)}\n`),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  environment: process.env,
  promptSecret,
  startProgram: startProgram(import.meta.dirname),
  schemaThread: () =>
    new WorkerSchemaThread({ program: path.join(import.meta.dirname, 'schema-worker.cjs'), clock: systemClock }),
  listen(onLine) {
    createInterface({ input: process.stdin }).on('line', onLine)
    // The listener alone must not keep the process alive.
    if (process.stdin instanceof Socket) process.stdin.unref()
  },
  untilInterrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
})

/** In terminal mode, the reader echoes input to its output, which is discarded. */
async function promptSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const discardedOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: discardedOutput, terminal: true })
  process.stderr.write(question)
  const answer = await new Promise<string | undefined>((resolve) => {
    reader.once('line', resolve)
    reader.once('SIGINT', () => reader.close())
    reader.once('close', () => resolve(undefined))
  })
  reader.close()
  process.stderr.write('\n')
  return answer
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .filter(({ name }) => !isSkipped(name))
    .map((entry) => {
      const inside = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(inside)
      return entry.isFile() ? [inside] : []
    })
  return (await Promise.all(found)).flat()
}
