import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { kept, ratiosOf, sectionOf, withSection, worseThan } from '../../bench/ratios.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const recorded = JSON.parse(readFileSync(path.join(root, 'test/bench/ratios.json'), 'utf8'))

describe('the ratios of the benchmark', () => {
  it('are all stored, and written into the document unchanged', () => {
    expect(Object.keys(recorded.ratios)).toEqual(Object.keys(kept))
    const document = readFileSync(path.join(root, 'docs/performance.md'), 'utf8')
    expect(withSection(document, sectionOf(recorded))).toBe(document)
  })

  it('say of each goal whether it is met, in its own direction', () => {
    const read = { what: 'a read', value: 0.3, goal: 0.4 }
    const written = sectionOf({
      ...recorded,
      milliseconds: { read, slow: { ...read, what: 'a slow one', value: 0.5 } },
      ratios: { ...recorded.ratios, 'mcp.p50': 0.2, 'mcp.calls': 3 },
    })
    expect(written).toContain('| a read | 0.3 ms | 0.4 ms | met |')
    expect(written).toContain('| a slow one | 0.5 ms | 0.4 ms | **not met** |')
    expect(written).toContain('0.2 × `mcp-remote` | 0.25 × | met |')
    expect(written).toContain('3 × `mcp-remote` | 4 × | **not met** |')
  })

  it('are worse only beyond the tolerance, each in its own direction', () => {
    const base = { 'path.read': 4, 'mcp.calls': 4 }
    expect(worseThan(base, { 'path.read': 6, 'mcp.calls': 2.7 })).toEqual([])
    expect(worseThan(base, { 'path.read': 6.1, 'mcp.calls': 9 })).toEqual(['path.read'])
    expect(worseThan(base, { 'path.read': 1, 'mcp.calls': 2.6 })).toEqual(['mcp.calls'])
  })

  it('count as worse where they were not measured', () => {
    expect(worseThan({ 'path.read': 4 }, {})).toEqual(['path.read'])
    expect(worseThan({ 'path.read': 4 }, { 'path.read': Number.NaN })).toEqual(['path.read'])
  })

  it('come from the runs of all topics', () => {
    const figures = { bareRead: { timesFloor: 1 }, ping: { timesFloor: 0.5 }, path: { timesFloor: 2 } }
    const mcp = {
      figures: {
        sequential: { gatehouse: { p50OfMcpRemote: 0.3 } },
        'in-flight': { gatehouse: { callsTimesMcpRemote: 3.5 } },
      },
    }
    const headless = [
      { what: 'until ready', timesFloor: 9 },
      { what: 'processor time until ready', timesFloor: 3 },
      { what: 'resident when ready', timesFloor: 1.8 },
    ]
    const start = { figures: { headless } }
    expect(ratiosOf({ path: { figures }, mcp, start })).toEqual({
      'path.ping': 0.5,
      'mcp.p50': 0.3,
      'mcp.calls': 3.5,
      'start.processor': 3,
      'start.resident': 1.8,
    })
    const elsewhere = { figures: { headless: headless.slice(0, 1) } }
    expect(ratiosOf({ path: { figures }, mcp, start: elsewhere })['start.processor']).toBeUndefined()
  })
})
