import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../../src-main/cli/command-line.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import { type Terminal, terminal } from '../../../../test/fixtures/terminal.js'

const shops = manifestOf({
  type: 'action',
  parameters: { type: 'object', required: ['world'], properties: { world: { type: 'string' }, top: { default: 3 } } },
  returns: { type: 'object', required: ['shops'], properties: { shops: { type: 'array', items: { type: 'string' } } } },
  risk: { level: 'high' },
  examples: [
    { name: 'Overworld', parameters: { world: 'overworld', top: 3 }, response: { shops: ['Bakery'] } },
    { name: 'Nether', parameters: { world: 'nether' }, response: { shops: [] } },
  ],
})
const bank = {
  ...manifestOf({ id: 'ext.bank.total.get' }),
  returns: { type: 'object', required: ['coins'], properties: { coins: { type: 'integer' } } },
}

async function trial(screen: Terminal, ...args: readonly string[]) {
  const code = await runCommandLine(['sandbox', ...args, '--json'], screen)
  return { code, ...(JSON.parse(screen.said[0] ?? '{}') as Record<string, unknown>) }
}

describe('gatehouse sandbox, with a capability of the core catalogue', () => {
  it('shows what was sent, who would be asked, what came back, and only what the call changed', async () => {
    const reported = await trial(terminal(), 'world.time.set', '{"worldName":"world","time":13000}')
    expect(reported).toMatchObject({
      code: 0,
      against: 'world',
      sent: { worldName: 'world', time: 13_000 },
      decision: { risk: 'high', people: 1, permissions: ['mcp.action.world.time'], readBefore: true },
      outcome: 'done',
      obeys: true,
      changes: [{ path: ['time', 'timeOfDay'], before: 1_000, after: 13_000 }],
    })
  })

  it('needs two approvals for a critical action, and reports what happened', async () => {
    const reported = await trial(terminal(), 'player.ban', '{"playerName":"Steve","reason":"griefing"}')
    expect(reported).toMatchObject({
      decision: { risk: 'critical', people: 2 },
      changes: [
        { path: ['players', 'Steve', 'online'], before: true, after: false },
        { path: ['bans', 'Steve'], after: { reason: 'griefing' } },
      ],
      happened: [{ eventId: 'player.leave' }],
    })
  })

  it.each([...coreCatalogue.values()].filter(({ type }) => type !== 'event').map(({ id, examples }) => [id, examples]))(
    'runs the examples of %s, and every result is valid',
    async (id, examples) => {
      for (const { parameters } of examples ?? []) {
        const reported = await trial(terminal(), id, JSON.stringify(parameters))
        if (reported.code === 0) expect(reported).toMatchObject({ outcome: 'done', obeys: true })
        else
          expect(reported).toMatchObject({ outcome: 'failed', error: { code: expect.stringMatching(/^BUSINESS\./u) } })
      }
    },
  )

  it('fails as the world fails, and changes nothing', async () => {
    const reported = await trial(
      terminal(),
      'player.teleport',
      '{"playerName":"Nobody","location":{"world":"world","x":1,"y":64,"z":1}}',
    )
    expect(reported).toMatchObject({
      code: 1,
      outcome: 'failed',
      error: { code: 'BUSINESS.PLAYER_NOT_FOUND' },
      changes: [],
    })
  })

  it('reports the position of wrong arguments, and sends nothing', async () => {
    const screen = terminal()
    expect(await runCommandLine(['sandbox', 'world.time.set', '{"worldName":"world","time":"noon"}'], screen)).toBe(1)
    const said = screen.said.join('\n')
    expect(said).toContain('/time: expected integer, got "noon"')
    expect(said).toContain('the call ended before it was sent')
    expect(said).toContain('the call ended before the approval')
  })

  it('rejects an event', async () => {
    expect(await trial(terminal(), 'player.join', '{}')).toMatchObject({
      code: 1,
      error: { code: 'PROTOCOL.UNSUPPORTED_TYPE' },
    })
  })
})

// verifies: agents-tools
describe('gatehouse sandbox, with own manifests', () => {
  const files = {
    'shops.json': shops,
    'all.json': [shops, bank],
    'call.json': { world: 'nether' },
    '-': { world: 'moon' },
  }

  it.each([
    ['the example with these parameters, defaults filled', '@call.json', { shops: [] }, { world: 'nether', top: 3 }],
    ['the first example otherwise', '-', { shops: ['Bakery'] }, { world: 'moon', top: 3 }],
  ])('answers with %s', async (_what, call, answer, sent) => {
    expect(await trial(terminal(files), 'shops.json', call)).toMatchObject({
      code: 0,
      against: 'mock',
      sent,
      answer,
      decision: { risk: 'high', people: 1 },
      changes: [],
    })
  })

  it('generates a result when there is no example, the same one for the same seed', async () => {
    const call = ['all.json', '{}', '--capability', bank.id, '--seed', '9'] as const
    const reported = await trial(terminal(files), ...call)
    expect(reported).toMatchObject({ code: 0, obeys: true, answer: { coins: expect.any(Number) } })
    expect(await trial(terminal(files), ...call)).toEqual(reported)
  })

  it('checks a given result against "returns"', async () => {
    const good = await trial(terminal(files), 'shops.json', '{"world":"a"}', '--answer', '{"shops":["Mill"]}')
    expect(good).toMatchObject({ code: 0, answer: { shops: ['Mill'] }, obeys: true })
    const bad = await trial(terminal(files), 'shops.json', '{"world":"a"}', '--answer', '{"shops":[5]}')
    expect(bad).toMatchObject({
      code: 1,
      obeys: false,
      problems: [{ path: '/shops/0', expected: 'string', given: '5' }],
      error: { code: 'PROTOCOL.INVALID_RESPONSE' },
    })
  })

  it.each([
    ['CALL: it is not JSON at 1:2', 'world.time.get', '{worldName}'],
    ['CALL: it is not a JSON object', 'world.time.get', '[]'],
    ['CALL: none.json: there is no such file', 'world.time.get', '@none.json'],
    ['--seed takes a whole number', 'world.time.get', '{}', '--seed', 'x'],
    ['--answer works only with your own manifests', 'world.time.get', '{}', '--answer', '{}'],
    ['Select one with --capability ID (ext.shopkeeper.list, ext.bank.total.get)', 'all.json', '{}'],
    ['The file has no capability ext.x.y', 'all.json', '{}', '--capability', 'ext.x.y'],
    ['no such capability in the core catalogue; there are player.', 'player.fly', '{}'],
    ['Standard input can be read only once', '-', '-'],
  ])('says "%s"', async (words, ...args) => {
    const screen = terminal(files)
    expect(await runCommandLine(['sandbox', ...args], screen)).toBe(2)
    expect(screen.complained.join()).toContain(words)
  })
})
