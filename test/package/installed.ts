/**
 * The packed program as a person has it: installed from the .deb, and run by somebody who is not root.
 *
 * As root, on a machine without Gatehouse, dpkg really installs it and takes it away again. Anybody else gets it
 * unpacked in a folder of their own, without the scripts of the package.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../fixtures/programs.js'

const nobody = 65_534

export const trial = path.join(root, 'release', 'trial')
export const unpacked = path.join(trial, 'linux-unpacked')

/** Packs the Electron that is here; what was packed before goes. */
export function pack(): void {
  rmSync(trial, { recursive: true, force: true })
  execFileSync(process.execPath, [path.join(root, 'scripts', 'package.mjs'), '--deb'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GATEHOUSE_SKIP_BUILD: '1', GATEHOUSE_DEB_COMPRESSION: 'none' },
  })
}

/** The .deb that was packed. */
export function packedDeb(): string {
  const file = readdirSync(trial).find((name) => name.endsWith('.deb'))
  if (!file) throw new Error('There is no .deb.')
  return path.join(trial, file)
}

export interface Installed {
  /** Whether dpkg did it, with the scripts of the package. */
  readonly really: boolean
  readonly folder: string
  readonly executable: string
  /** The `gatehouse` command. */
  readonly command: string
  uninstall(): void
}

export function install(deb: string): Installed {
  const isKnown = spawnSync('dpkg', ['-s', 'gatehouse'], { stdio: 'ignore' }).status === 0
  const really =
    process.getuid?.() === 0 && !isKnown && !existsSync('/opt/Gatehouse') && !existsSync('/usr/bin/gatehouse')
  const place = really ? '/' : mkdtempSync(path.join(tmpdir(), 'gatehouse-installed-'))
  if (really) execFileSync('dpkg', ['--force-depends', '-i', deb], { stdio: ['ignore', 'ignore', 'inherit'] })
  else execFileSync('dpkg-deb', ['-x', deb, place])
  const folder = path.join(place, 'opt', 'Gatehouse')
  return {
    really,
    folder,
    executable: path.join(folder, 'gatehouse'),
    command: really ? '/usr/bin/gatehouse' : path.join(folder, 'resources', 'bin', 'gatehouse'),
    uninstall() {
      if (really) execFileSync('dpkg', ['--purge', 'gatehouse'], { stdio: ['ignore', 'ignore', 'inherit'] })
      else rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Somebody who is not root, with a home of their own. */
export class OrdinaryUser {
  readonly home = mkdtempSync(path.join(tmpdir(), 'gatehouse-user-'))
  readonly #running = new Set<ChildProcess>()
  readonly #env: Record<string, string>

  constructor() {
    chmodSync(this.home, 0o700)
    this.#env = { PATH: '/usr/bin:/bin', HOME: this.home, LANG: 'en_US.UTF-8', DISPLAY: process.env.DISPLAY ?? '' }
    const cookie = process.env.XAUTHORITY
    if (cookie) {
      this.#env.XAUTHORITY = path.join(this.home, 'authority')
      copyFileSync(cookie, this.#env.XAUTHORITY)
      this.own(this.#env.XAUTHORITY)
    }
    this.own(this.home)
  }

  own(file: string): void {
    if (process.getuid?.() === 0) chownSync(file, nobody, nobody)
  }

  /** The command line that runs this as them, with an empty environment. */
  emptyCommandLine(file: string, args: readonly string[]) {
    return asUser(['-i', file, ...args])
  }

  #commandLine(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    return asUser([
      '-i',
      ...Object.entries({ ...this.#env, ...env }).map(([name, value]) => `${name}=${value}`),
      file,
      ...args,
    ])
  }

  run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = '/') {
    const line = this.#commandLine(file, args, env)
    const { status, stdout, stderr } = spawnSync(line.file, line.args, { encoding: 'utf8', timeout: 100_000, cwd })
    return { status, stdout, stderr }
  }

  /** Starts it and collects what it says. */
  start(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const line = this.#commandLine(file, args, env)
    const child = spawn(line.file, line.args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
    this.#running.add(child)
    const said = { text: '' }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        said.text += data
      })
    }
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    const end = async () => {
      this.#running.delete(child)
      child.kill('SIGTERM')
      return ended
    }
    return { child, said, ended, end }
  }

  leave(): void {
    for (const child of this.#running) child.kill('SIGKILL')
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** @param args of `env` */
function asUser(args: readonly string[]) {
  if (process.getuid?.() !== 0) return { file: 'env', args }
  return { file: 'setpriv', args: [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', 'env', ...args] }
}
