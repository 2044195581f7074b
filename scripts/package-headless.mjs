/**
 * Makes `release/gatehouse-headless-VERSION-SYSTEM.tar.gz`: the program for a machine with Node and no desktop, with the
 * `gatehouse` command and a unit for systemd. Its folder, `release/headless/`, is what the Docker image contains.
 *
 * `node scripts/package-headless.mjs [--no-build] [--no-archive]`
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyHeadless } from './package/programs.cjs'

const root = path.resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const release = path.join(root, 'release')
const folder = path.join(release, 'headless')

if (!process.argv.includes('--no-build'))
  execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs'), '--no-renderer'], { stdio: 'inherit' })
copyHeadless(folder)
if (!process.argv.includes('--no-archive')) {
  const name = `gatehouse-headless-${version}-${process.platform}-${process.arch}.tar.gz`
  // One that is only half written is not found under its name.
  const draft = path.join(release, `${name}.draft`)
  execFileSync('tar', ['-czf', draft, '-C', release, '--owner=0', '--group=0', '--numeric-owner', 'headless'])
  renameSync(draft, path.join(release, name))
  rmSync(folder, { recursive: true })
  console.log(path.join('release', name))
}
