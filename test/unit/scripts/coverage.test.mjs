import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coverageTable } from '../../../scripts/coverage.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const lines = (covered, total) => ({ lines: { covered, total } })

describe('the table of coverage', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-coverage-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const tableOf = (files) => {
    const absolute = Object.entries(files).map(([name, one]) => [path.join(root, name), one])
    const summary = { total: lines(1, 1), ...Object.fromEntries(absolute) }
    writeFileSync(path.join(folder, 'coverage-summary.json'), JSON.stringify(summary))
    return coverageTable(folder, root)
  }

  it('adds up the lines of each part, and says whether its goal is met', () => {
    const table = tableOf({
      'src-main/providers/java/java-provider.ts': lines(90, 100),
      'src-main/providers/mcp-service/connection/adapters.ts': lines(10, 20),
      'src-main/gateway/trust/registry.ts': lines(81, 100),
      'src-main/consumers/mcp/tools.ts': lines(80, 100),
      'src-main/consumers/mcp/tools-of-others.ts': lines(0, 80),
    })
    expect(table).toContain('| the program | 65.3 % of 400 |  |')
    expect(table).toMatch(/adapters: all[^|]+\| 83\.3 % of 120 \| over 80 %: met/)
    expect(table).toMatch(/adapters of services[^|]+\| 50\.0 % of 20 \| over 80 %: \*\*not met\*\*/)
    expect(table).toMatch(/aggregator[^|]+\| 80\.0 % of 100 \| over 80 %: \*\*not met\*\*/)
    expect(table).toMatch(/registry[^|]+\| 81\.0 % of 100 \| over 80 %: met/)
  })

  it('is absent when the tests left no summary', () => expect(coverageTable(folder, root)).toBeUndefined())
})
