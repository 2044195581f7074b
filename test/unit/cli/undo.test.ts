import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { openProfileStores } from '../../fakes/profile-stores.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()

async function gatehouse(...args: readonly string[]) {
  const screen = terminal({})
  const code = await runCommandLine(['undo', ...args, '--profile', profile()], screen)
  return { code, said: screen.said, complained: screen.complained.join('\n') }
}

function keep(...ids: string[]) {
  const stores = openProfileStores(profile())
  for (const requestId of ids) {
    stores.undo.add({
      requestId,
      capabilityId: 'world.weather.set',
      arguments: { worldName: 'world', weather: 'rain' },
      caller: { type: 'model', id: 'mcp:test', name: 'A\u001b[31m\ntest' },
      server: { id: 'overworld', name: 'Overworld' },
      risk: 'medium',
      snapshotId: 's-1',
      undo: { how: 'inverse', capabilityId: 'world.weather.set', arguments: { worldName: 'world', weather: 'clear' } },
      at: new Date().toISOString(),
    })
  }
  stores.close()
}

// verifies: promise 12
describe('gatehouse undo', () => {
  it('reports that there is nothing to undo', async () =>
    expect(await gatehouse('list')).toMatchObject({ code: 0, said: ['Nothing to undo.'] }))

  it('lists newest first, in pages, and escapes external text', async () => {
    keep('r-1', 'r-2')
    const { said } = await gatehouse('list', '--limit', '1')
    expect(said[0]).toContain('r-2')
    expect(said.join()).not.toContain('\u001b')
    expect(said.at(-1)).toBe('More rows: --before 2')
    const rest = await gatehouse('list', '--before', '2', '--json')
    expect(rest.said.map((line) => JSON.parse(line).requestId)).toEqual(['r-1'])
  })

  it.each([[[]], [['run', 'r-1']], [['list', 'r-1']], [['list', '--limit', '0']]])('cannot undo: %j', async (args) => {
    keep('r-1')
    expect(await gatehouse(...args)).toMatchObject({ code: 2 })
  })
})
