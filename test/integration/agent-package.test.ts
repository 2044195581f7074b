/** The agent SDK as an npm package: packed, installed into an empty project, and used there as its README says. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { checkAgent } from '../../agents/kit/check/check-agent.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { inProcessThread } from '../fakes/admission.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { root } from '../fixtures/programs.js'

const source = path.join(root, 'agents', 'kit')
const cleanUp = cleanUpForEach()

interface Locked {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const lock = (): Record<string, Locked> => json(path.join(root, 'package-lock.json')).packages
const declared = (): Record<string, string> => json(path.join(source, 'package.json')).dependencies

function run(command: string, args: readonly string[], cwd: string): string {
  const windows = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', shell: windows })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** The packages that these need, with themselves: the entries of our own lock file. */
function needed(names: readonly string[], locked = lock(), found = new Map<string, Locked>()): Map<string, Locked> {
  for (const name of names) {
    const entry = locked[`node_modules/${name}`]
    if (!entry || found.has(name)) continue
    found.set(name, entry)
    needed(Object.keys(entry.dependencies ?? {}), locked, found)
  }
  return found
}

/** An empty project with the tarball; what it needs is in the cache of npm, because this program needs it too. */
function installed(): string {
  const project = cleanUp.folder()
  const packed = JSON.parse(run('npm', ['pack', '--silent', '--json', '--pack-destination', project], source))
  const tarball = `file:${packed[0].filename}`
  const about = { name: 'my-agent', version: '1.0.0', type: 'module', dependencies: { 'gatehouse-agent': tarball } }
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(about))
  const others = [...needed(Object.keys(declared()))].map(([name, { ...entry }]) => [
    `node_modules/${name}`,
    { ...entry, dev: undefined },
  ])
  const own = {
    version: packed[0].version,
    resolved: tarball,
    integrity: packed[0].integrity,
    dependencies: declared(),
  }
  const packages = { '': about, 'node_modules/gatehouse-agent': own, ...Object.fromEntries(others) }
  const lockFile = { name: about.name, version: about.version, lockfileVersion: 3, requires: true, packages }
  writeFileSync(path.join(project, 'package-lock.json'), JSON.stringify(lockFile))
  run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], project)
  return project
}

function firstExample(project: string): string {
  const [, code = ''] = /```ts\n(.+?)```/su.exec(readFileSync(path.join(source, 'README.md'), 'utf8')) ?? []
  const file = path.join(project, 'agent.ts')
  writeFileSync(file, code)
  return file
}

describe('the agent SDK as a package', { timeout: 300_000 }, () => {
  it('needs the packages that this program needs, in the same versions', () => {
    for (const [name, version] of Object.entries(declared()))
      expect(lock()[`node_modules/${name}`]?.version).toBe(version)
  })

  it('is installed into an empty project, where the example of its README compiles and runs', async () => {
    const project = installed()
    const example = firstExample(project)
    const modules = path.join(root, 'node_modules')
    const types = ['--typeRoots', path.join(modules, '@types'), '--types', 'node']
    const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext']
    run(process.execPath, [path.join(modules, 'typescript', 'lib', 'tsc.js'), ...strict, ...types, example], project)
    const built = path.join(project, 'agent.mjs')
    const bundling = ['--bundle', '--platform=node', '--format=esm', '--packages=external', `--outfile=${built}`]
    run(path.join(modules, '.bin', 'esbuild'), [example, ...bundling], project)

    const token = 'a token of the package'
    const agent = spawn(process.execPath, [built], {
      ...{ cwd: project, env: { ...process.env, AGENT_PORT: '0', AGENT_TOKEN: token } },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(agent, 'exit')
    cleanUp.add(agent, async () => {
      agent.kill()
      await ended
    })
    const [address] = await once(createInterface({ input: agent.stdout }), 'line')
    const { conforms, findings } = await checkAgent({
      ...{ address: String(address), token, actions: true, timeoutMs: 20_000, settleMs: 50, listenMs: 2_500 },
      clock: systemClock,
      schemas: inProcessThread(),
    })
    expect(findings.filter(({ verdict }) => verdict === 'fail').map(({ id, seen }) => [id, ...seen])).toEqual([])
    expect(conforms).toBe(true)
  })
})
