import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { defaultApprovalTimeoutMs } from '../../../../src-main/gateway/approvals/approvals.js'
import { errorOf, isRefusal } from '../../../../src-main/gateway/ports/call-response.js'
import type { CallReport } from '../../../../src-main/gateway/ports/calls.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

/** What an error says of an approval. See docs/protocol.md#errors-approval. */
function reported({ outcome }: CallReport) {
  if (!isRefusal(outcome)) throw new Error(`It ended as ${outcome.kind}.`)
  const { code, details } = errorOf(outcome)
  return { code, ...details }
}

const subject = { capabilityId: 'world.time.set', riskLevel: 'high' }

function withPerson() {
  const under = new GatewayUnderTest()
  under.serveOverworld()
  under.gateway.approvals.attach()
  return under
}

// verifies: errors-approval
describe('the error of an approval names the capability, the risk and the approval', () => {
  it('when a person denied', async () => {
    const under = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    under.gateway.approvals.decide(id, 'deny', 'ada')
    expect(reported(await call)).toMatchObject({ ...subject, code: 'RISK.APPROVAL_REJECTED', approvalId: id })
    expect(reported(await under.setTime())).toMatchObject({
      ...subject,
      code: 'RISK.APPROVAL_REJECTED',
      approvalId: id,
    })
  })

  it('when no person decided in time', async () => {
    const under = withPerson()
    void under.setTime()
    const { id } = await under.asked()
    await under.clock.advance(defaultApprovalTimeoutMs)
    const status = under.gateway.approvalOf(id, caller)
    if (status?.state !== 'ended') throw new Error('It has not ended.')
    expect(reported(status.report)).toEqual({ ...subject, code: 'RISK.APPROVAL_EXPIRED', approvalId: id })
  })

  it('while it waits', async () => {
    const under = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    await under.clock.advance(defaultApprovalTimeoutMs - 1)
    expect(reported(await call)).toMatchObject({ ...subject, code: 'RISK.PENDING_APPROVAL', approvalId: id })
    under.gateway.approvals.denyAll('ada')
  })

  it('when no approver is connected', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    expect(reported(await under.setTime())).toEqual({
      ...subject,
      code: 'PERMISSION.APPROVAL_REQUIRED',
      approvalId: expect.any(String),
    })
  })

  it('when a rule of a person denies it', async () => {
    const under = withPerson()
    const ada = { id: 'ada', name: 'ada', kind: 'desktop' } as const
    under.gateway.rules.create({ effect: 'deny', capability: 'world.time.set', maxRisk: 'critical' }, ada)
    expect(reported(await under.setTime())).toMatchObject({ ...subject, code: 'RISK.APPROVAL_REJECTED' })
  })

  it('and so does the audit trail', async () => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    await under.setTime()
    expect(under.audit.events.at(-1)?.response).toMatchObject({ error: { details: subject } })
  })
})

it("keeps a server's own text as it is", async () => {
  const under = withPerson()
  under.serveOverworld('other').answers('player.list', () => {
    throw new GatewayError('RISK.OPERATION_BLOCKED', {
      message: 'Not here.',
      details: { why: 'night' },
      hasProviderText: true,
    })
  })
  expect(reported(await under.call('player.list', {}, { server: 'other' }))).toEqual({
    code: 'RISK.OPERATION_BLOCKED',
    why: 'night',
  })
})
