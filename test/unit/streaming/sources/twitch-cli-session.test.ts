import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { TextSocketEvents } from '../../../../src-main/network/text-socket.js'
import type { Frame } from '../../../../src-main/streaming/sources/frames.js'
import { EventSession } from '../../../../src-main/streaming/sources/twitch/event-session.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

type Step = { readonly opened: string } | { readonly frame: Frame } | { readonly ended: number }

const { steps } = JSON.parse(readFileSync('test/fixtures/twitch-cli-session.json', 'utf8')) as {
  readonly steps: readonly Step[]
}

describe('a session recorded from the mock server of Twitch', () => {
  it('is welcomed, moved and ended as it was then', () => {
    const opened: string[] = []
    const sockets: TextSocketEvents[] = []
    const closed: number[] = []
    const seen: string[] = []
    const session = new EventSession(
      {
        clock: new FakeClock(Date.parse('2026-11-27T01:00:35Z')),
        address: 'ws://127.0.0.1:18080/ws',
        dial(address, events) {
          opened.push(address)
          const at = sockets.push(events) - 1
          return { send() {}, close: () => void closed.push(at) }
        },
      },
      {
        welcomed: (id) => void seen.push(`welcomed ${id}`),
        notified: (type) => void seen.push(type),
        revoked: () => {},
        ended: (code) => void seen.push(`ended ${code}`),
      },
    )
    let current = -1
    for (const step of steps) {
      if ('opened' in step) current += 1
      // The first end is that of the old socket, which we closed.
      else if ('ended' in step) sockets[step.ended === 1_000 ? 0 : current]?.closed(step.ended, `${step.ended}`)
      else sockets[current]?.text(JSON.stringify(step.frame))
    }
    session.close()
    expect(opened).toEqual(steps.flatMap((step) => ('opened' in step ? [step.opened] : [])))
    expect(closed).toEqual([0])
    expect(seen).toEqual([
      'welcomed 4f7e8ecc_03355ace',
      'channel.poll.progress',
      'channel.poll.end',
      'channel.poll.end',
      'ended 4006',
    ])
  })
})
