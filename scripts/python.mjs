/**
 * Python: MCP servers from PyPI that the tests put behind Gatehouse, where this machine has Python.
 *
 * They are in a virtual environment below `node_modules/.cache`, with the versions of `test/python/requirements.txt`.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findOnPath } from './machine.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const requirements = path.join(root, 'test', 'python', 'requirements.txt')
const maxMs = 300_000

/** The environment of exactly these versions. */
const folder = () => {
  const digest = createHash('sha256').update(fs.readFileSync(requirements)).digest('hex').slice(0, 12)
  return path.join(root, 'node_modules', '.cache', 'gatehouse', `python-${digest}`)
}
const ready = () => path.join(folder(), 'ready')

/** @returns {string | undefined} the Python that has the servers; undefined when they are not installed */
export function pythonWithServers() {
  return fs.existsSync(ready()) ? path.join(folder(), 'bin', 'python') : undefined
}

/**
 * Installs the servers unless they are installed.
 *
 * @returns {Promise<string | undefined>} why that is not possible, in a sentence
 */
export async function installServers() {
  if (pythonWithServers()) return undefined
  const python = process.platform === 'win32' ? undefined : findOnPath('python3')
  if (!python) return 'Python 3 is not installed.'
  try {
    fs.rmSync(folder(), { recursive: true, force: true })
    await run(python, ['-m', 'venv', folder()], { timeout: maxMs })
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements]
    await run(path.join(folder(), 'bin', 'python'), pip, { timeout: maxMs })
    fs.writeFileSync(ready(), '')
    return undefined
  } catch (error) {
    const [line] = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .slice(-1)
    return `They cannot be installed: ${line}`
  }
}
