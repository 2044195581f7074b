/** Approvals under test: approvals in isolation; the test decides questions, clients and decisions. */
import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import type { Person } from '@shared/approvals/approval.js'
import type { ApprovalRequest } from '../../src-main/gateway/approvals/approval-request.js'
import { Approvals, type ApprovalsDependencies } from '../../src-main/gateway/approvals/approvals.js'
import { coveredFactsOf } from '../../src-main/policy/rules/coverage.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { FakeClock } from './fake-clock.js'
import { RecordingLog } from './recording-log.js'

export const question: ApprovalRequest = {
  requestId: 'request-1',
  capabilityId: 'world.time.set',
  capabilityVersion: '1.0.0',
  capabilityName: 'Set the time',
  server: { id: 'overworld', name: 'Overworld' },
  caller: { type: 'model', id: 'mcp:test', name: 'A test', sessionId: 'session-1' },
  arguments: { time: 1 },
  shown: { time: 1 },
  risk: 'high',
  bound: 'b'.repeat(64),
  manifest: 'a'.repeat(64),
  facts: coveredFactsOf({ id: 'world.time.set' }, { time: 1 }, { time: 1 }),
  eachTime: false,
}

/** An approver on stdin, without a screen. */
export const writer = (id: string): Person => ({ id, name: id, kind: 'control' })

/** An approver with a screen. */
export const reader = (id: string): Person => ({ id, name: id, kind: 'desktop' })

export const approvalsUnderTest = (parts: Partial<ApprovalsDependencies> = {}): Approvals =>
  new Approvals({
    clock: new FakeClock(),
    log: new RecordingLog(),
    store: memoryStores().approvals,
    createRule: () => {},
    places: () => everyAnswerPlace,
    ...parts,
  })
