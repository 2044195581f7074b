/** Modules of a start: what the built headless program loads before anybody uses it. See `deferred` in `scripts/build.mjs`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dist } from '../fixtures/programs.js'

/** Packages that every start needs: the log, the database, checks of settings and frames, the sockets of agents. */
const needed = [
  '@pinojs/redact',
  'ajv',
  'ajv-formats',
  'atomic-sleep',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'jsonc-parser',
  'lowdb',
  'on-exit-leak-free',
  'pino',
  'pino-std-serializers',
  'quick-format-unescaped',
  'safe-stable-stringify',
  'sonic-boom',
  'thread-stream',
  'ws',
]

const report = `process.on('exit', () => console.error('loaded ' + JSON.stringify(Object.keys(require.cache))))`

it('loads only packages that every start needs, and no way to a server', () => {
  const profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-start-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  const program = path.join(dist, 'headless.cjs')
  const script = `${report}; require(${JSON.stringify(program)})`
  const args = [program, '--profile', profile, '--http-port', '0', '--control', 'stdin']
  // The end of its standard input ends the program.
  const { status, stderr } = spawnSync(process.execPath, ['-e', script, '--', ...args], { input: '', encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const [, loaded = '[]'] = /^loaded (.*)$/m.exec(stderr) ?? []
  const files = (JSON.parse(loaded) as string[]).filter((file) => path.dirname(file) === dist)
  expect(files).toContain(program)
  const sources = files.flatMap((file) => JSON.parse(readFileSync(`${file}.map`, 'utf8')).sources as string[])
  const packages = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [])
  expect([...new Set(packages)].filter((name) => !needed.includes(name)).sort()).toEqual([])
  expect(sources.filter((source) => /\/java\/ways\/(?:docker|mcsmanager|panel)\/[^/]*-way\.ts$/.test(source))).toEqual(
    [],
  )
})
