import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { kept, ratiosOf, sectionOf, withSection, worseThan } from '../../bench/ratios.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const recorded = JSON.parse(readFileSync(path.join(root, 'test/bench/ratios.json'), 'utf8'))

describe('the ratios of the benchmark', () => {
  it('are all kept, and written into the document as they are', () => {
    expect(Object.keys(recorded.ratios)).toEqual(Object.keys(kept))
    const document = readFileSync(path.join(root, 'docs/performance.md'), 'utf8')
    expect(withSection(document, sectionOf(recorded))).toBe(document)
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

  it('come from the runs of both topics', () => {
    const figures = { bareRead: { timesFloor: 1 }, ping: { timesFloor: 0.5 }, path: { timesFloor: 2 } }
    const mcp = {
      figures: {
        sequential: { gatehouse: { p50OfMcpRemote: 0.3 } },
        'in-flight': { gatehouse: { callsTimesMcpRemote: 3.5 } },
      },
    }
    expect(ratiosOf({ path: { figures }, mcp })).toEqual({ 'path.ping': 0.5, 'mcp.p50': 0.3, 'mcp.calls': 3.5 })
  })
})
