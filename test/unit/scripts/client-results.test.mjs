import { describe, expect, it } from 'vitest'
import { clientPackages } from '../../../scripts/client-programs.mjs'
import { clientResults, resultsAfter } from '../../../scripts/client-results.mjs'
import { clientRows } from '../../../scripts/client-table.mjs'

const packages = {
  one: { name: 'One', version: '2.0.0', cannot: { http: 'It has no HTTP.' } },
  two: { name: 'Two', version: '1.0.0' },
}
const steps = { tools: { title: 'offers tools' }, denial: { title: 'shows a denial' }, http: { title: 'uses HTTP' } }
const test = (client, title, status) => ({ ancestorTitles: [`'${client}'`], title, status })
const reportOf = (...assertionResults) => ({ testResults: [{ assertionResults }] })

describe('the results of AI clients', () => {
  it('are those of the run for clients that ran, and the ones of before for others', () => {
    const before = {
      one: { version: '1.0.0', steps: { tools: 'failed', denial: 'passed' } },
      two: { version: '1.0.0', steps: { tools: 'passed' } },
      gone: { version: '1.0.0', steps: {} },
    }
    const report = reportOf(
      test('one', 'offers tools', 'passed'),
      test('one', 'shows a denial', 'failed'),
      test('one', 'uses HTTP (it cannot: It has no HTTP.)', 'pending'),
      test('two', 'offers tools', 'pending'),
    )
    expect(resultsAfter(before, report, packages, steps)).toEqual({
      one: { version: '2.0.0', steps: { tools: 'passed', denial: 'failed' } },
      two: before.two,
    })
  })

  it('are the only source of the table: what did not run is not a yes', () => {
    const results = { one: { version: '2.0.0', steps: { tools: 'passed', denial: 'failed' } } }
    expect(clientRows(packages, results, Object.keys(steps))).toEqual([
      'One 2.0.0 | yes | failed | no',
      'Two 1.0.0 | not run | not run | not run',
    ])
  })

  it('of another version than the one that is installed are refused', () => {
    const results = { two: { version: '0.9.0', steps: { tools: 'passed' } } }
    expect(() => clientRows(packages, results, ['tools'])).toThrow('npm run test:clients -- two')
  })

  it('that are committed are of the versions that are installed', () => {
    const versions = Object.entries(clientResults()).map(([id, { version }]) => [id, version])
    expect(versions.length).toBeGreaterThan(0)
    expect(versions).toEqual(versions.map(([id]) => [id, clientPackages()[id]?.version]))
  })
})
