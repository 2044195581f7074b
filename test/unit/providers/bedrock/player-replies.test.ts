import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bedrockCapabilities } from '../../../../src-main/providers/bedrock/capabilities/index.js'
import { playersIn } from '../../../../src-main/providers/bedrock/capabilities/player-list.js'
import { forAll } from '../../../fixtures/properties.js'

const { signal } = new AbortController()
const listed = (players: string, online: unknown) =>
  playersIn({ statusCode: 0, statusMessage: '', body: { players, currentPlayerCount: online, maxPlayerCount: 8 } })

describe('the list of players of a Bedrock game', () => {
  it('is unknown when it has not as many names as the game counts', () => {
    expect(listed('Steve, Two Words', 2)).toMatchObject({
      ...{ players: [{ name: 'Steve' }, { name: 'Two Words' }], online: 2, max: 8 },
    })
    expect(listed('', 0)).toMatchObject({ players: [], online: 0 })
    for (const [players, online] of [
      ['', 2],
      ['Steve', 2],
      ['Steve, Alex', 1],
    ] as const)
      expect(listed(players, online)).toBeUndefined()
  })

  it('never lists fewer players than the game counts', () =>
    forAll(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.nat(10), (players, online) => {
      const list = listed(players, online)
      if (list) expect(list.players).toHaveLength(online)
    }))
})

describe('a teleport in a Bedrock game', () => {
  const teleport = (body: Readonly<Record<string, unknown>>) =>
    bedrockCapabilities.get('player.teleport')?.run(
      { given: { playerName: '.Two Words', location: { world: 'overworld', x: 1, y: 64, z: 2 } }, signal },
      {
        ...{ unknown: new Set<string>(), reads: new Set<string>() },
        link: {
          id: 'bedrock:1',
          run: async () => ({ statusCode: 0, statusMessage: '', body }),
          onDidChat: () => () => {},
          onDidReceive: () => () => {},
          onDidClose: () => () => {},
        },
      },
    )

  it('reports the numbers of the game, and none where it gives none', async () => {
    expect(await teleport({ destination: { x: 1.5, y: 65, z: 2.5 } })).toEqual({
      success: true,
      newLocation: { world: 'overworld', x: 1.5, y: 65, z: 2.5 },
    })
    expect(await teleport({})).toEqual({ success: true })
  })
})
