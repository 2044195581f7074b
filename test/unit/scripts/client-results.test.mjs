import { describe, expect, it } from 'vitest'
import { clientPackages } from '../../../scripts/client-programs.mjs'
import { clientResults, resultsAfter } from '../../../scripts/client-results.mjs'
import { clientRows } from '../../../scripts/client-table.mjs'

const packages = {
  one: { name: 'One', version: '2.0.0', cannot: { http: 'Connect it with the bridge.' } },
  two: { name: 'Two', version: '1.0.0' },
}
const steps = {
  tools: { title: 'offers tools', heading: 'Tools' },
  denial: { title: 'shows a denial', heading: 'Denial' },
  http: { title: 'uses HTTP', heading: 'HTTP' },
}
const test = (client, title, status, meta = {}) => ({ ancestorTitles: [`'${client}'`], title, status, meta })
const reportOf = (...assertionResults) => ({ testResults: [{ assertionResults }] })

describe('the results of AI clients', () => {
  it('are those of the run for clients that ran, and the ones of before for others', () => {
    const before = {
      one: { version: '1.0.0', steps: { tools: { failed: 'no tools' }, denial: 'works' } },
      two: { version: '1.0.0', steps: { tools: 'works' } },
      gone: { version: '1.0.0', steps: {} },
    }
    const report = reportOf(
      test('one', 'offers tools', 'passed'),
      test('one', 'shows a denial', 'failed', { observed: 'nothing' }),
      test('one', 'uses HTTP', 'passed', { observed: 'no session' }),
      test('two', 'offers tools', 'pending'),
    )
    expect(resultsAfter(before, report, packages, steps)).toEqual({
      one: {
        version: '2.0.0',
        steps: { tools: 'works', denial: { failed: 'nothing' }, http: { cannot: 'no session' } },
      },
      two: before.two,
    })
  })

  it('are the only source of the table: what did not run is not a yes, and what did not work says why', () => {
    const ofOne = { tools: 'works', denial: { failed: 'a `list`' }, http: { cannot: 'no session' } }
    expect(clientRows(packages, { one: { version: '2.0.0', steps: ofOne } }, steps)).toEqual({
      rows: [
        ['One 2.0.0', 'yes', 'failed', 'no'],
        ['Two 1.0.0', 'not run', 'not run', 'not run'],
      ],
      notes: ["One, *Denial*: Seen: `a 'list'`", 'One, *HTTP*: Connect it with the bridge.'],
    })
  })

  it('of another version than the one that is installed are refused', () => {
    const results = { two: { version: '0.9.0', steps: { tools: 'works' } } }
    expect(() => clientRows(packages, results, steps)).toThrow('npm run test:clients -- two')
  })

  it('that are committed are of the versions that are installed', () => {
    const versions = Object.entries(clientResults()).map(([id, { version }]) => [id, version])
    expect(versions).toEqual(versions.map(([id]) => [id, clientPackages()[id]?.version]))
  })
})
