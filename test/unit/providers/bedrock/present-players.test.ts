import { describe, expect, it } from 'vitest'
import { PresentPlayers } from '../../../../src-main/providers/bedrock/events/present-players.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const named = (...names: readonly string[]) => names.map((name) => ({ name }))
const crowd = (letter: string) => named(...Array.from({ length: 1_000 }, (_, at) => `${letter}${at}`))

function followed() {
  const clock = new FakeClock()
  const moves: string[] = []
  const present = new PresentPlayers(clock, ({ eventId, player }) => moves.push(`${eventId} ${player}`))
  return { clock, moves, present }
}

describe('players who are present', () => {
  it('did not join just now when the first look finds them', () => {
    const { present, moves } = followed()
    present.look(named('Steve'))
    present.look(named('Steve', 'Alex'))
    present.look(named('Alex'))
    expect(moves).toEqual(['player.join Alex', 'player.leave Steve'])
  })

  it('are reported once, by the game or by a look', async () => {
    const { present, moves, clock } = followed()
    present.look(named('Steve'))
    present.report('player.join', 'Alex')
    present.look(named('Steve'))
    present.look(named('Steve', 'Alex'))
    expect(moves).toEqual(['player.join Alex'])
    await clock.advance(6_000)
    present.look(named('Steve'))
    expect(moves).toEqual(['player.join Alex', 'player.leave Alex'])
  })

  it('are passed on in small numbers when a game lists other names each time', () => {
    const { present, moves } = followed()
    present.look(crowd('a'))
    present.look(crowd('b'))
    expect(moves).toHaveLength(60)
    present.look(crowd('b'))
    expect(moves).toHaveLength(60)
  })
})
