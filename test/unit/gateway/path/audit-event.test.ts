/** See docs/protocol.md#audit: each member of an audit event, as real calls and people produce it. */
import { describe, expect, it } from 'vitest'
import { writer } from '../../../fakes/approvals-under-test.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core } from '../../../fakes/fake-provider.js'
import { caller, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u
const moment = '2026-01-19T10:30:00.000Z'

/** A call that is asked, done and undone; one that is denied; one that fails. */
async function story() {
  const under = new GatewayUnderTest()
  under.serveOverworld()
  const { gateway, clock } = under
  gateway.approvals.attach(writer('ada'))
  const answer = async (decision: 'approve' | 'deny') => {
    const call = under.setTime({ caller: { ...caller, sessionId: 'session-1' } })
    const { id } = await under.asked()
    await clock.advance(2_000)
    gateway.approvals.decideAsPerson({ id, decision, person: writer('ada') })
    return call
  }
  const done = await answer('approve')
  await settled()
  await gateway.undo.run(done.requestId, { force: true }, 'ada')
  await answer('deny')
  await under.call('world.time.get', { worldName: 7 })
  const { events } = under.audit
  return { events, of: (requestId: string) => events.filter(({ metadata }) => metadata?.requestId === requestId), done }
}

describe('an audit event', () => {
  // verifies: audit id, audit timestamp
  it('has its own id and the time it was written', async () => {
    const { events } = await story()
    expect(events.every(({ id, timestamp }) => uuid.test(id) && timestamp === new Date(timestamp).toISOString())).toBe(
      true,
    )
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events[0]?.timestamp).toBe('2026-01-19T10:30:02.000Z')
  })

  // verifies: audit eventType
  it('is one of five kinds, each of which happens', async () => {
    const { events } = await story()
    const kinds = new Set(events.map(({ eventType }) => eventType))
    expect([...kinds].sort()).toEqual(['approve', 'error', 'invoke', 'reject', 'rollback'])
  })

  // verifies: audit capabilityId, audit capabilityVersion, audit riskLevel
  it('names the capability, its version and the risk that counted', async () => {
    const { done, of } = await story()
    const { version } = core('world.time.set')
    for (const event of of(done.requestId)) {
      expect(event).toMatchObject({ capabilityId: 'world.time.set', capabilityVersion: version, riskLevel: 'high' })
    }
  })

  // verifies: audit caller.type, audit caller.id, audit caller.name
  it('names the caller by type, id and name, and a person as a user', async () => {
    const { events, done, of } = await story()
    for (const event of of(done.requestId)) expect(event.caller).toEqual(caller)
    const undone = events.filter(({ eventType }) => eventType === 'rollback')
    for (const event of undone) expect(event.caller).toMatchObject({ type: 'user', name: 'ada' })
  })

  // verifies: audit request, audit response
  it('contains the request and the response', async () => {
    const { done, of } = await story()
    const [, intent, outcome] = of(done.requestId)
    expect(intent).toMatchObject({ request: { worldName: 'world', time: 13_000 } })
    expect(outcome).toMatchObject({ response: { worldName: 'world', previousTime: 6_000, time: 13_000 } })
  })

  // verifies: audit approvalInfo.required, audit approvalInfo.approvedBy, audit approvalInfo.approvedAt
  it('says whether an approval was required, who gave it and when', async () => {
    const { done, of } = await story()
    for (const { approvalInfo } of of(done.requestId).slice(0, 2)) {
      expect(approvalInfo).toMatchObject({ required: true, approvedBy: 'ada', approvedAt: '2026-01-19T10:30:02.000Z' })
    }
  })

  // verifies: audit rollbackInfo.snapshotId, audit rollbackInfo.rolledBack, audit rollbackInfo.rollbackAt
  it('names its inverse action, and says when it was undone', async () => {
    const { events, done, of } = await story()
    const snapshotId = of(done.requestId)[1]?.rollbackInfo?.snapshotId
    expect(snapshotId).toMatch(uuid)
    expect(of(done.requestId)[1]?.rollbackInfo).toMatchObject({ rolledBack: false, before: noon })
    const undone = events.findLast(({ eventType }) => eventType === 'rollback')
    expect(undone?.rollbackInfo).toMatchObject({ rolledBack: true, undoes: done.requestId, snapshotId })
    expect(Date.parse(undone?.rollbackInfo?.rollbackAt ?? '')).toBeGreaterThanOrEqual(Date.parse(moment))
  })

  // verifies: audit metadata.serverId, audit metadata.sessionId, audit metadata.traceId, audit metadata.executionTime
  it('names server, session and trace, and the duration', async () => {
    const { done, of } = await story()
    for (const { metadata } of of(done.requestId)) {
      expect(metadata).toMatchObject({ serverId: 'overworld', sessionId: 'session-1', traceId: done.traceId })
    }
    expect(of(done.requestId).at(-1)?.metadata?.executionTime).toBe(2_000)
  })

  // verifies: audit metadata.agentId, audit metadata.clientIp
  it('names no separate agent and no address of a caller: all are on this computer', async () => {
    const { events } = await story()
    expect(events.filter(({ metadata = {} }) => 'agentId' in metadata || 'clientIp' in metadata)).toEqual([])
  })
})
