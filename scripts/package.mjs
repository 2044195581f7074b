/**
 * `npm run package`: what users install, for the system it runs on, made with the official Electron only.
 *
 * `npm run package:dir` and `npm run package:deb` pack whatever Electron is installed, so that packaging can be tested
 * on any machine; with the fallback it is a trial: its version says so and its output folder is separate.
 * Nothing is ever published from here.
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveElectron } from './electron/resolve.mjs'
import { findOnPath } from './machine.mjs'
import { startManaged } from './managed-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version, devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))

try {
  const [target = 'release', ...rest] = process.argv.slice(2).map((argument) => argument.replace(/^--/, ''))
  if (rest.length > 0 || !['release', 'dir', 'deb'].includes(target)) throw new Error('Say --dir, --deb, or nothing.')
  if (process.env.GATEHOUSE_SKIP_BUILD !== '1') await run('build', [path.join(root, 'scripts', 'build.mjs')])
  const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js')
  const { args, env } = target === 'release' ? { args: [], env: {} } : await local(target)
  await run('electron-builder', [builder, '--publish', 'never', ...args], env)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** Options for electron-builder when it packs the installed Electron. */
async function local(target) {
  const electron = await resolveElectron({ prepare: true })
  const trial = electron.kind !== 'official' || electron.version !== devDependencies.electron
  const args = [
    ...(target === 'dir' ? ['--dir'] : ['--linux', 'deb']),
    `-c.electronDist=${path.dirname(electron.executable)}`,
    `-c.electronVersion=${electron.version}`,
  ]
  if (trial) {
    args.push(`-c.extraMetadata.version=${version}-trial`, '-c.directories.output=release/trial')
    console.error('This is a trial: it is not to be given to anybody.')
  }
  const env =
    target === 'deb' && !findOnPath('fpm') ? { CUSTOM_FPM_PATH: path.join(root, 'scripts/package/fpm.cjs') } : {}
  return { args, env: trial ? env : {} }
}

async function run(name, args, env = {}) {
  const { ended } = startManaged(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const code = await ended
  if (code !== 0) throw new Error(`${name} failed with exit code ${code}.`)
}
