import { describe, expect, it } from 'vitest'
import { BedrockOnlinePlayers } from '../../../../src-main/providers/bedrock/events/online-players.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

const named = (...names: readonly string[]) => names.map((name) => ({ name }))
const crowd = (letter: string) => named(...Array.from({ length: 1_000 }, (_, at) => `${letter}${at}`))

function followed() {
  const clock = new FakeClock()
  const moves: string[] = []
  const present = new BedrockOnlinePlayers(clock, ({ eventId, player }) => moves.push(`${eventId} ${player}`))
  return { clock, moves, present }
}

describe('players who are present', () => {
  it('are not reported as joining by the first poll', () => {
    const { present, moves } = followed()
    present.update(named('Steve'))
    present.update(named('Steve', 'Alex'))
    present.update(named('Alex'))
    expect(moves).toEqual(['player.join Alex', 'player.leave Steve'])
  })

  it('are reported once, by an event or by a poll', async () => {
    const { present, moves, clock } = followed()
    present.update(named('Steve'))
    present.report('player.join', 'Alex')
    present.update(named('Steve'))
    present.update(named('Steve', 'Alex'))
    expect(moves).toEqual(['player.join Alex'])
    await clock.advance(6_000)
    present.update(named('Steve'))
    expect(moves).toEqual(['player.join Alex', 'player.leave Alex'])
  })

  it('are reported at a limited rate when a game lists other names each time', () => {
    const { present, moves } = followed()
    present.update(crowd('a'))
    present.update(crowd('b'))
    expect(moves).toHaveLength(60)
    present.update(crowd('b'))
    expect(moves).toHaveLength(60)
  })
})
