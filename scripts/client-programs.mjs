/**
 * Client programs: AI clients of others, in the versions of `test/clients/packages.json`, as the tests of clients run them.
 *
 * They are installed on demand into a folder of the user, outside the repository: they are large, and every checkout can
 * use them. No script of a package runs during the installation.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findOnPath } from './machine.mjs'

const run = promisify(execFile)
const pins = fileURLToPath(new URL('../test/clients/packages.json', import.meta.url))
const maxMs = 300_000

/**
 * @typedef {{ name: string, registry: 'npm' | 'pypi', package: string, version: string, with?: readonly string[],
 *   node?: number, usual?: true, cannot?: Readonly<Record<string, string>> }} ClientPackage
 *   with: other packages, with versions; node: the oldest major version of Node; usual: `npm test` runs it; cannot: steps
 *   of `test/clients/steps.ts` that the client cannot do, and why
 */

/** @returns {Readonly<Record<string, ClientPackage>>} by the id of the client */
export const clientPackages = () => JSON.parse(fs.readFileSync(pins, 'utf8'))

const cache = () => process.env.GATEHOUSE_CLIENTS || path.join(os.homedir(), '.cache', 'gatehouse-clients')

/** @returns {string} the folder of a client, whether it is installed or not */
export const clientFolder = (id) => path.join(cache(), `${id}-${clientPackages()[id].version}`)

/** Written last: a folder without it is a part of an installation. */
const readyFile = (id) => path.join(clientFolder(id), 'ready')

export const isClientInstalled = (id) => fs.existsSync(readyFile(id))

/**
 * Installs a client unless it is installed.
 *
 * @returns {Promise<string | undefined>} why that is not possible, in a few words
 */
export async function installClient(id) {
  if (isClientInstalled(id)) return undefined
  const wanted = clientPackages()[id]
  const major = Number(process.versions.node.split('.')[0])
  if (wanted.node && major < wanted.node) return `needs Node ${wanted.node}`
  const folder = clientFolder(id)
  try {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { recursive: true })
    await (wanted.registry === 'npm' ? installFromNpm(wanted, folder) : installFromPypi(wanted, folder))
    fs.writeFileSync(readyFile(id), '')
    return undefined
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    return reasonIn(String(error.stderr || error.message))
  }
}

async function installFromNpm({ package: name, version, with: others = [] }, folder) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel', 'error']
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const spawning = { cwd: folder, timeout: maxMs, shell: process.platform === 'win32' }
  await run(npm, ['install', ...options, `${name}@${version}`, ...others], spawning)
}

async function installFromPypi({ package: name, version, with: others = [] }, folder) {
  const python = process.platform === 'win32' ? undefined : findOnPath('python3')
  if (!python) throw new Error('Python 3 is not installed')
  await run(python, ['-m', 'venv', folder], { timeout: maxMs })
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:']
  await run(path.join(folder, 'bin', 'python'), [...pip, `${name}==${version}`, ...others], { timeout: maxMs })
}

/** The line that says most: the code of npm, or the last line. */
function reasonIn(text) {
  const lines = text.trim().split('\n')
  const line = lines.find((one) => /npm error code/u.test(one)) ?? lines.at(-1) ?? ''
  return line.replace('npm error code', 'npm says').trim().slice(0, 160)
}
