/** Votes under test: votes on the requests of approvals in isolation, with viewers whom a test scripts. */
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import { defaultAudience } from '@shared/streaming/audience.js'
import { defaultVotes, type VoteSettings } from '@shared/streaming/votes.js'
import type { ApprovalRequest } from '../../src-main/gateway/approvals/approval-request.js'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import type { ApprovalResolution } from '../../src-main/gateway/ports/open-approvals.js'
import { Audience } from '../../src-main/streaming/audience/audience.js'
import { Votes } from '../../src-main/streaming/audience/votes.js'
import { approvalsUnderTest, question } from './approvals-under-test.js'
import { FakeClock } from './fake-clock.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'
import { ScriptedAudience } from './scripted-audience.js'

export const streamer: Person = { id: 'desktop', name: 'desktop', kind: 'control' }
export const byStreamer = { type: 'user', id: 'desktop', name: 'desktop' } as const

export function votesUnderTest({
  bots = [],
  ...chosen
}: Partial<VoteSettings> & { readonly bots?: readonly string[] } = {}) {
  const clock = new FakeClock()
  const log = new RecordingLog()
  const audit = new MemoryAuditLog()
  const approvals = approvalsUnderTest({ clock, log })
  const detach = approvals.attach(streamer)
  const audience = new Audience()
  const chat = new ScriptedAudience(clock)
  audience.add(chat)
  const changed = new Emitter<void>()
  let settings: VoteSettings = { ...defaultVotes, enabled: true, minimum: 1, ...chosen }
  const votes = new Votes({
    audience,
    approvals,
    settings: { get: () => ({ votes: settings, audience: { ...defaultAudience, bots } }), onDidChange: changed.on },
    pollWords: ({ action }) => ({ title: action, choices: ['Yes', 'No'] }),
    audit,
    clock,
    log,
  })
  const open = (
    part: Partial<ApprovalRequest> = {},
    needed = 1,
  ): { id: string; answer: Promise<ApprovalResolution> } => {
    let id = ''
    const onOpen = (approval: OpenApproval) => {
      id = approval.id
    }
    const request = { ...question, arguments: { worldName: 'world', time: 'night' }, ...part }
    const answer = approvals.request(request, needed, new AbortController().signal, onOpen)
    return { id, answer }
  }
  return {
    clock,
    log,
    audit,
    approvals,
    detach,
    audience,
    chat,
    votes,
    open,
    choose(part: Partial<VoteSettings>) {
      settings = { ...settings, ...part }
      changed.emit()
    },
    /** As many viewers write these words. */
    crowd(yes: number, no = 0) {
      for (let at = 0; at < yes + no; at += 1) chat.write(`viewer-${at}`, at < yes ? '!yes' : '!no')
    },
    get vote() {
      return votes.state.vote
    },
  }
}
