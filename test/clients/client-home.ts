/** Client home: the home and working folder of an AI client, with its commands and a browser, and a clean environment. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientFolder } from '../../scripts/client-programs.mjs'
import type { CleanUp } from '../fixtures/programs.js'
import type { AiClient, ClientAt } from './client.js'

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export class ClientHome {
  readonly #client: AiClient
  readonly #cleanUp: CleanUp
  readonly at: ClientAt
  /** The Node of the bridge. */
  readonly bridgeNode: string
  #isAnHourLater = false

  constructor(client: AiClient, cleanUp: CleanUp, model: string) {
    this.#client = client
    this.#cleanUp = cleanUp
    this.at = { home: cleanUp.folder(), model }
    mkdirSync(path.join(this.at.home, 'bin'))
    this.#addScript(client.command, `exec ${inWords(client.start(clientFolder(client.id)))} "$@"`)
    // Clients keep their environment from the bridge. While Gatehouse restarts, it must not start another one.
    const noLaunch = inWords(['/usr/bin/env', 'GATEHOUSE_NO_LAUNCH=1', process.execPath])
    this.bridgeNode = this.#addScript('node-of-bridge', `exec ${noLaunch} "$@"`)
    const browser = inWords([process.execPath, path.join(import.meta.dirname, 'browser.mjs')])
    this.#addScript('xdg-open', `${browser} "$1" </dev/null >/dev/null 2>&1 &`)
  }

  /** The client's own command. */
  run(words: readonly string[]): Promise<Ended> {
    return this.spawn(this.#script(this.#client.command), words)
  }

  /** The same, for a command that wants a terminal. */
  runInTerminal(words: readonly string[]): Promise<Ended> {
    const command = inWords([this.#script(this.#client.command), ...words])
    const asOnMac = ['-q', '/dev/null', '/bin/sh', '-c', command]
    return this.spawn('script', process.platform === 'darwin' ? asOnMac : ['-qec', command, '/dev/null'])
  }

  /** Resolves when it ends; it is ended when it takes too long. */
  spawn(command: string, words: readonly string[]): Promise<Ended> {
    const child = spawn(command, words, { cwd: this.at.home, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    const kill = () => child.kill('SIGKILL')
    this.#cleanUp.add(child, kill)
    const timer = setTimeout(kill, maxMs)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data
      })
    }
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => {
        clearTimeout(timer)
        resolve({ code, output })
      })
    })
  }

  /** Whatever it starts from now on has a clock that is an hour ahead, where it is written in JavaScript or Python. */
  letAnHourPass(): void {
    this.#isAnHourLater = true
  }

  get #env(): NodeJS.ProcessEnv {
    const folders = [path.join(this.at.home, 'bin'), path.dirname(process.execPath), '/usr/bin', '/bin']
    return {
      HOME: this.at.home,
      PATH: folders.join(path.delimiter),
      BROWSER: this.#script('xdg-open'),
      ...noNetwork,
      ...(this.#isAnHourLater && anHourLater),
      ...this.#client.env(this.at),
    }
  }

  #script(name: string): string {
    return path.join(this.at.home, 'bin', name)
  }

  #addScript(name: string, line: string): string {
    const file = this.#script(name)
    writeFileSync(file, `#!/bin/sh\n${line}\n`)
    chmodSync(file, 0o755)
    return file
  }
}

const inWords = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')

/** Nothing but loopback: what else a client wants to reach is refused at once. */
const noNetwork = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
}

const clocks = path.join(import.meta.dirname, 'an-hour-later')
const anHourLater = {
  NODE_OPTIONS: `--require=${path.join(clocks, 'clock.cjs')}`,
  PYTHONPATH: clocks,
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Less than a test may take, so that a client that hangs is seen. */
const maxMs = 200_000
