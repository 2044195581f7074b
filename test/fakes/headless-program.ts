/** Headless program: runs the built headless program, or a program of the tests, in a separate process. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { root } from '../fixtures/programs.js'

/** Builds one program where `node_modules` is found from; returns its file and how to remove it. */
export async function buildProgram(entry: string): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = path.join(
    root,
    'node_modules',
    '.cache',
    `gatehouse-test-${process.pid}-${path.basename(entry, '.ts')}`,
  )
  const file = path.join(folder, `${path.basename(entry, '.ts')}.cjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [
      { in: entry, out: path.basename(entry, '.ts') },
      { in: 'src-main/schema-worker.ts', out: 'schema-worker' },
      { in: 'src-main/painter-worker.ts', out: 'painter-worker' },
    ],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.dirname': '__dirname' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite', 'node:sqlite', 'cpu-features', '*/sshcrypto.node'],
    // As in the build of the program.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    logLevel: 'silent',
  })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A profile of its own in the system's folder for temporary files. */
export const temporaryProfile = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'gatehouse-profile-'))

export interface OutputLine {
  readonly event: string
  readonly [name: string]: unknown
}

export class Program {
  readonly process: ChildProcessWithoutNullStreams
  /** Everything it said on stdout, in order. */
  readonly said: OutputLine[] = []
  /** Lines on stdout that were no JSON. */
  readonly nonsense: string[] = []
  stderr = ''
  readonly #exit: Promise<number | null>
  readonly #waiting = new Set<() => void>()
  #taken = new Set<OutputLine>()
  #ended = false

  constructor(file: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [file, ...args], { stdio: 'pipe' })
    this.process.stderr.on('data', (data) => {
      this.stderr += data
    })
    this.process.stdin.on('error', () => {})
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      try {
        this.said.push(JSON.parse(line) as OutputLine)
      } catch {
        this.nonsense.push(line)
      }
      for (const look of [...this.#waiting]) look()
    })
    this.#exit = once(this.process, 'close').then(([code]) => {
      this.#ended = true
      for (const look of [...this.#waiting]) look()
      return code as number | null
    })
  }

  /** The next line of this event that was not returned yet. @throws Error when the program ends before it comes */
  next(event: string, condition: (said: OutputLine) => boolean = () => true): Promise<OutputLine> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.said.find((said) => said.event === event && !this.#taken.has(said) && condition(said))
        if (!found && !this.#ended) return
        this.#waiting.delete(look)
        if (!found) return reject(new Error(`It ended without "${event}". ${this.stderr}`))
        this.#taken.add(found)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  send(line: object | string): void {
    this.process.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  }

  /** Its exit code, once it has ended. */
  ended(): Promise<number | null> {
    return this.#exit
  }

  /** Ends the process if it is still running. */
  async kill(): Promise<void> {
    if (!this.#ended) this.process.kill('SIGKILL')
    await this.#exit
  }
}
