/**
 * Installs the packages of a folder if they are missing: one line with progress, and what npm says only when it fails.
 *
 * npm warns about versions of Node and scripts of packages that were reviewed here; to somebody who sees them for the
 * first time they look like a failure. Whoever runs `npm ci` still gets them.
 *
 * It says which Node is needed on older ones too, so it and what loads it statically must run on Node 18.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isInstalled, packageCount } from './dependencies.mjs'
import { startManaged } from './managed-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @param {object} [options]
 * @param {string} [options.folder] default: the program's own
 * @param {string} [options.name] of what is installed, for the line
 * @param {readonly string[]} [options.args] of `npm ci`
 * @param {(started: import('./managed-process.mjs').ManagedProcess) => void} [options.onStart]
 * @param {NodeJS.WriteStream} [options.output]
 * @throws a sentence for people when they cannot be installed
 */
export async function ensureInstalled({
  folder = root,
  name = 'the packages',
  args = [],
  onStart,
  output = process.stderr,
} = {}) {
  requireNode(process.versions.node)
  if (isInstalled(folder)) return
  const began = Date.now()
  const total = packageCount(folder)
  const line = progressLine(output, `Installing ${name} from npm`, total)
  const running = startManaged(
    'npm',
    ['ci', '--loglevel=http', '--no-audit', '--no-fund', '--prefix', folder, ...args],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      graceMs: 8000,
    },
  )
  onStart?.(running)
  const complaints = []
  for await (const text of createInterface({ input: running.child.stderr })) {
    if (/^npm http .*\.tgz/.test(text)) line.step()
    else if (!/^npm (?:http|warn|notice)/.test(text)) complaints.push(text)
  }
  const code = await running.ended
  line.end(code === 0 ? `done after ${Math.round((Date.now() - began) / 1000)} s` : 'failed')
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}.\n${complaints.slice(-20).join('\n')}`)
}

/** One line, rewritten in a terminal; elsewhere a mark at each quarter. */
export function progressLine(output, text, total) {
  let [done, shown] = [0, 0]
  output.write(`${text} (${total} packages) ...`)
  return {
    step() {
      done += 1
      const percent = Math.min(99, Math.floor((100 * done) / total))
      if (output.isTTY && percent > shown) output.write(`\r${text} (${total} packages) ... ${percent} %`)
      else if (!output.isTTY && percent >= shown + 25) output.write(` ${percent} % ...`)
      else return
      shown = percent
    },
    end: (result) => void output.write(output.isTTY ? `\r${text} (${total} packages) ... ${result}\n` : ` ${result}\n`),
  }
}

/** @throws a sentence when this Node is too old for the packages */
export function requireNode(version) {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const [major, minor] = version.split('.').map(Number)
  // `^20.19.0 || >=22.12.0`
  const ranges = [...engines.node.matchAll(/(\^|>=)(\d+)\.(\d+)/g)].map(([, kind, wanted, least]) => ({
    wanted: Number(wanted),
    least: Number(least),
    isOpen: kind === '>=',
  }))
  const fits = ranges.some(
    ({ wanted, least, isOpen }) => (major === wanted && minor >= least) || (isOpen && major > wanted),
  )
  if (fits) return
  const words = ranges.map(
    ({ wanted, least, isOpen }) => `${wanted}.${least} or ${isOpen ? 'newer' : `a newer ${wanted} version`}`,
  )
  throw new Error(`Gatehouse needs Node.js ${words.reverse().join(', or ')}. This is ${version}.`)
}
