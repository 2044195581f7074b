import { describe, expect, it } from 'vitest'
import { ServerPhase } from '../../../../src-main/providers/java/events/server-phase.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

describe('the phase of a server', () => {
  it('is reported once, though two sources report it', async () => {
    const clock = new FakeClock()
    const events: string[] = []
    const phase = new ServerPhase(({ eventId }) => void events.push(eventId), clock)
    phase.reached('stopping')
    await clock.advance(500)
    phase.reached('stopping')
    phase.reached('started')
    await clock.advance(500)
    phase.reached('started')
    expect(events).toEqual(['ext.java.server.stopping', 'ext.java.server.started'])
  })

  it('is reported again when the server starts after a crash', async () => {
    const clock = new FakeClock()
    const events: string[] = []
    const phase = new ServerPhase(({ eventId }) => void events.push(eventId), clock)
    phase.reached('started')
    await clock.advance(60_000)
    phase.reached('started')
    expect(events).toHaveLength(2)
  })
})
