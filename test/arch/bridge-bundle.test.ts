/** Bundle of the stdio bridge: one small file that clients may run in their own Node. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BuildResult, build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'bridge-bundle-'))
const outfile = path.join(folder, 'stdio-bridge.cjs')
const largest = 96 * 1024

let built: BuildResult<{ metafile: true }>
beforeAll(async () => {
  const entryPoints = ['src-main/stdio-bridge.ts']
  built = await build({ entryPoints, outfile, bundle: true, platform: 'node', target: 'node20', metafile: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the bundle of the bridge', () => {
  it('is small, and contains only the bridge, the contract and the event stream parser', () => {
    const [[, output] = []] = Object.entries(built.metafile.outputs)
    expect(output?.bytes).toBeLessThan(largest)
    for (const file of Object.keys(built.metafile.inputs)) {
      expect(file).toMatch(/^(src-main\/(stdio-bridge\.ts|bridge\/|contract\/)|node_modules\/eventsource-parser\/)/)
    }
    for (const { path: name } of output?.imports ?? []) expect(isBuiltin(name), name).toBe(true)
  })

  const run = (...args: string[]) => spawnSync(process.execPath, [outfile, ...args], { encoding: 'utf8', input: '' })

  it('explains itself', () => {
    const { status, stdout } = run('--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Usage: .*--framing content-length/s)
  })

  it('rejects unknown input, and writes none of it to its output', () => {
    const { status, stdout, stderr } = run('--framing=lsp')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('--framing takes lines or content-length.')
  })
})
