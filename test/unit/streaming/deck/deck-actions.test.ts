import { GatewayError } from '@contract/gateway-error.js'
import { deckVerbs } from '@shared/streaming/deck.js'
import { describe, expect, it } from 'vitest'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { type DeckParts, deckActions } from '../../../../src-main/streaming/deck/deck-actions.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

function scene(parts: Partial<DeckParts> = {}) {
  const under = new GatewayUnderTest()
  const marks: string[] = []
  const actions = deckActions({
    panic: under.gateway.panic,
    approvals: under.gateway.approvals,
    recordMark: ({ name }) => void marks.push(name),
    markRecording: async () => false,
    ...parts,
  })
  return { under, gateway: under.gateway, actions, marks }
}

describe('buttons of a Stream Deck', () => {
  it('are these, and none approves', () => {
    const { actions } = scene()
    expect(deckVerbs).toEqual(['pause', 'resume', 'deny', 'vote', 'mark'])
    expect(Object.keys(actions)).toEqual([...deckVerbs])
  })

  it('pause and resume, with the Stream Deck as the giver', async () => {
    const { gateway, actions } = scene()
    expect(await actions.pause()).toBe('Paused.')
    expect(gateway.panic.state).toMatchObject({ on: true, pause: true, by: 'Stream Deck' })
    expect(await actions.pause()).toBe('Already paused.')
    expect(await actions.resume()).toBe('Resumed.')
    expect(gateway.panic.state.on).toBe(false)
    expect(await actions.resume()).toBe('Nothing was paused.')
  })

  it('never end a stop of everything, nor turn it into a pause', async () => {
    const { gateway, actions } = scene()
    gateway.panic.turnOn('ada')
    await expect(actions.resume()).rejects.toThrow('Everything is stopped')
    expect(await actions.pause()).toBe('Already stopped.')
    await expect(actions.resume()).rejects.toBeInstanceOf(GatewayError)
    expect(gateway.panic.state).toMatchObject({ on: true, by: 'ada' })
    expect(gateway.panic.state.pause).toBeUndefined()
  })

  it('deny the request that waits longest, and say when none waits', async () => {
    const { under, gateway, actions } = scene()
    under.serveOverworld()
    gateway.approvals.attach(desktop)
    const first = under.setTime()
    await settled()
    await under.clock.advance(1_000)
    const second = under.setTime({ arguments: { worldName: 'overworld', time: 1_000 } })
    await settled()
    expect(gateway.approvals.open()).toHaveLength(2)
    expect(await actions.deny()).toBe('Denied.')
    expect(endOf(await first)).toBe('denied')
    expect(gateway.approvals.open()).toHaveLength(1)
    await actions.deny()
    expect(endOf(await second)).toBe('denied')
    await expect(actions.deny()).rejects.toThrow('No request is waiting.')
  })

  it('start a vote where viewers can be asked', async () => {
    const started: unknown[] = []
    const { actions } = scene({ startVote: async (by) => void started.push(by) })
    expect(await actions.vote()).toBe('The vote has started.')
    expect(started).toEqual([{ type: 'user', id: 'stream-deck', name: 'Stream Deck' }])
    await expect(scene().actions.vote()).rejects.toThrow('Votes are off.')
  })

  it('mark in the log, and in the recording where there is one', async () => {
    const { actions, marks } = scene()
    expect(await actions.mark()).toBe('Marked in the log.')
    expect(marks).toEqual(['Stream Deck'])
    const recording = scene({ markRecording: async () => true })
    expect(await recording.actions.mark()).toBe('Marked in the log and in the recording.')
  })
})
