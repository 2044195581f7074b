/** The command line as it was built: started, and over real files. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { dist } from '../fixtures/programs.js'

const root = path.resolve(import.meta.dirname, '../..')
const fixtures = 'test/fixtures/manifests'
const program = path.join(dist, 'cli.cjs')

const gatehouse = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    input,
    encoding: 'utf8',
    timeout: 100_000,
  })
  return { code: status, said: stdout, complained: stderr }
}

/** File of `bad/` → where and why it is. */
const bad: Readonly<Record<string, RegExp>> = {
  'cut-off.jsonl': /:2:\d+: error: it is not JSON: this string has no end/u,
  'empty-list.json': /:1:1: error: the list has no manifest/u,
  'endless-reference.json': /:11:17: error: \/parameters: .*refers to itself/u,
  'example-parameters.json':
    /:\d+:\d+: error: \/examples\/0\/parameters\/world: it does not fit its own parameters: .*got 5/u,
  'example-response.json':
    /:\d+:\d+: error: \/examples\/0\/response\/shops: it does not fit its own returns: .*got "none"/u,
  'id-with-capitals.json': /:2:9: error: \/id: expected text that matches/u,
  'member-twice.jsonl': /:1:\d+: error: \/version appears twice/u,
  'no-manifest.json': /:1:1: error: expected object/u,
  'permission-with-star.json': /:\d+:\d+: error: \/permissions\/1: expected text that matches/u,
  'provider-without-capability.json': /:2:9: error: \/id: .*ext\.\{provider\}/u,
  'removed-before-deprecated.json': /:\d+:\d+: error: \/deprecated\/removalVersion: .*newer/u,
  'reserved-namespace.json': /:2:9: error: \/id: its namespace is reserved/u,
  'look-ahead-pattern.json': /:11:17: error: \/parameters: .*is not supported/u,
  'same-id-twice.json': /:\d+:\d+: error: \/id: ext\.shopkeeper\.list appears twice in this file/u,
  'schema-that-does-not-compile.json': /:\d+:14: error: \/returns: .*does not compile/u,
  'type-against-catalogue.json': /:4:11: error: \/type: the core catalogue says/u,
  'without-name.json': /:1:1: error: \/name: expected a value/u,
}

// verifies: agents-tools
describe('gatehouse validate, as a program', () => {
  it('is directly executable where the system allows it', () => {
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/u)
  })

  it('finds nothing wrong with good files, one by one, as a folder, and from standard input', () => {
    const good = path.join(fixtures, 'good')
    for (const file of readdirSync(path.join(root, good))) {
      expect(gatehouse(['validate', path.join(good, file)])).toMatchObject({ code: 0, complained: '' })
    }
    const catalogue = 'src-main/contract/catalogue'
    expect(gatehouse(['validate', catalogue]).said).toBe('30 manifests in 5 files: no problems\n')
    const piped = readFileSync(path.join(root, good, 'one.json'), 'utf8')
    expect(gatehouse(['validate', '-'], piped).said).toBe('1 manifest in 1 file: no problems\n')
  })

  it('has an expectation for every bad file', () => {
    expect(readdirSync(path.join(root, fixtures, 'bad')).sort()).toEqual(Object.keys(bad).sort())
  })

  it('reports an id that is in two files of a folder', () => {
    const { code, said } = gatehouse(['validate', path.join(fixtures, 'good')])
    expect(code).toBe(1)
    expect(said).toMatch(/one\.json:2:9: error: \/id: ext\.shopkeeper\.list is also in \S+lines\.jsonl/u)
  })

  it('reports the fault and its position in each bad file, without colours', () => {
    for (const [file, reported] of Object.entries(bad)) {
      const { code, said } = gatehouse(['validate', path.join(fixtures, 'bad', file)])
      expect(code, file).toBe(1)
      expect(said).not.toContain('\u001b[')
      const found = said.split('\n').filter((line) => line.startsWith(path.join(fixtures, 'bad', file)))
      expect(found, file).toEqual([expect.stringMatching(reported)])
    }
  })

  it('reports unusable input', () => {
    const missing = gatehouse(['validate', 'no-such-file.json'])
    expect(missing).toMatchObject({ code: 2, said: '', complained: expect.stringContaining('file not found') })
  })
})

describe('gatehouse diff, as a program', () => {
  const old = path.join(fixtures, 'good/one.json')
  const version = (name: string) => path.join(fixtures, 'versions', `${name}.json`)

  it.each([
    ['better-described', 0, 'patch'],
    ['one-more-parameter', 0, 'minor'],
    ['breaking-as-minor', 1, 'major'],
  ])('classifies %s', (name, code, level) => {
    const answer = gatehouse(['diff', old, version(name), '--json'])
    expect(answer).toMatchObject({ code, complained: '' })
    expect(JSON.parse(answer.said)).toMatchObject({ right: code === 0, verdicts: [{ level }] })
  })

  it('names the version that is needed', () => {
    expect(gatehouse(['diff', old, version('breaking-as-minor')]).said).toContain('the version must be 2.0.0 or newer')
  })
})
