/** The benchmark as a program: what it prints, not how fast anything is. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newestJdk } from '../../scripts/java.mjs'

interface Figure {
  readonly what: string
  readonly value: number
  readonly timesFloor?: number
}

const root = path.resolve(import.meta.dirname, '../..')
const bench = path.join(root, 'scripts/bench.mjs')
const run = (args: readonly string[]) =>
  spawnSync(process.execPath, [bench, ...args], { encoding: 'utf8', timeout: 280_000 })

describe('a short run of the contract benchmark', () => {
  let said: { readonly figures: Readonly<Record<string, readonly Figure[]>> }
  let table: string

  beforeAll(() => {
    const { stdout, stderr } = run(['contract', '--once'])
    said = JSON.parse(stdout)
    table = stderr
  })

  it('prints every figure as JSON', () => {
    const measured = ['manifests', 'arguments', 'tools-list', 'registration', 'events', 'server-updates', 'limits']
    expect(Object.keys(said.figures)).toEqual(measured)
    for (const figure of Object.values(said.figures).flat()) expect(figure.value).toEqual(expect.any(Number))
  })

  it('prints every figure in a table for people', () => {
    for (const { what } of Object.values(said.figures).flat()) expect(table).toContain(what)
  })

  it('reports a baseline beside what it measures', () => {
    for (const figures of Object.values(said.figures)) {
      expect(figures.some(({ timesFloor }) => timesFloor !== undefined && timesFloor > 0)).toBe(true)
    }
  })

  it('loses no event', () => {
    const reported = (what: string) => said.figures.events?.find((figure) => figure.what === what)?.value
    expect([reported('lost'), reported('doubled or out of order')]).toEqual([0, 0])
  })
})

describe('a short run of one MCP measurement', () => {
  let said: { readonly figures: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> }
  let table: string

  beforeAll(() => {
    const { stdout, stderr } = run(['mcp', '--once', '--only', 'start', '--without', 'supergateway'])
    said = JSON.parse(stdout)
    table = stderr
  })

  it('runs only that measurement', () => expect(Object.keys(said.figures)).toEqual(['start']))

  it('has every transport beside the bridge, and the time above the start of Node', () => {
    expect(Object.keys(said.figures.start ?? {})).toEqual(['node', 'gatehouse', 'bareStdio', 'mcpRemote'])
    for (const figures of Object.values(said.figures.start ?? {})) {
      expect(figures).toEqual({ p50Ms: expect.any(Number), p95Ms: expect.any(Number), overNodeMs: expect.any(Number) })
    }
    expect(table).toContain('the bridge of Gatehouse')
  })
})

it('measures RCON beside a bare client in a short run', () => {
  const { stdout, stderr } = run(['java', '--once', '--only', 'rcon'])
  const { figures } = JSON.parse(stdout) as { figures: Readonly<Record<string, readonly Figure[]>> }
  for (const { what, value, timesFloor } of figures.rcon ?? []) {
    expect([what, value > 0, (timesFloor ?? 0) > 0]).toEqual([what, true, true])
    expect(stderr).toContain(what)
  }
  expect(figures.rcon).toHaveLength(4)
})

it('lists the benchmarks when the name is unknown', () => {
  const { status, stderr } = run(['everything'])
  expect(status).not.toBe(0)
  expect(stderr).toContain('mcp, path, contract')
})

/** Every number of the figures of a topic. */
const numbersIn = (figures: unknown): readonly unknown[] =>
  typeof figures === 'object' && figures !== null ? Object.values(figures).flatMap(numbersIn) : [figures]

/** `contract` is above, and the end-to-end tests start `desktop`. */
const topics = ['audit', 'build', 'java', 'mcp', 'path', 'remote', 'scale', 'services', 'start', 'soak']
const jar = path.join(root, 'agents/java/gatehouse-bench/target/gatehouse-bench.jar')

describe('every benchmark', () => {
  const runOnce = (topic: string): void => {
    const { status, stdout, stderr } = run([topic, '--once', '--without', 'supergateway', '--without', 'mcp-hub'])
    expect({ status, stderr }).toMatchObject({ status: 0 })
    const measured = numbersIn(JSON.parse(stdout).figures).filter((value) => typeof value !== 'string')
    expect(measured).not.toEqual([])
    // JSON has null where a number was not one.
    expect(measured).not.toContain(null)
  }

  it.each(topics.filter((topic) => topic !== 'soak' || process.platform === 'linux'))('%s still runs', runOnce)

  it.skipIf(!newestJdk() || !existsSync(jar))('java-agent still runs', () => runOnce('java-agent'))
})

it('a short run of the Java benchmark reads ten thousand lines of a log with less than a second of the processor, and loses none', () => {
  const { stdout } = run(['java', '--quick', '--only', 'log'])
  const figures: readonly Figure[] = JSON.parse(stdout).figures.log
  expect(figures.find(({ what }) => what.startsWith('events lost'))?.value).toBe(0)
  expect(figures.find(({ what }) => what.startsWith('processor time'))?.value).toBeLessThan(1_000)
})
