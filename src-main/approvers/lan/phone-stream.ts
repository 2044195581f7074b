/**
 * Phone stream: tells an open page what is asked, and makes its person an approver for as long as it is open.
 *
 * Guards invariant 2: a page that was closed, or has said nothing for a while, is nobody who could be asked, and stops no
 * countdown.
 */
import type { ServerResponse } from 'node:http'
import type { Person } from '../../contract/approval.js'
import { coreNameKey, riskReasonOf } from '../../contract/core-words.js'
import { ownCaller } from '../../contract/own-callers.js'
import type { PhoneNews, PhoneQuestion } from '../../contract/phone.js'
import { demoWorldKey, isPlainDemoWorld } from '../../contract/server-name.js'
import type { Approvers } from '../../gateway/approvals.js'
import type { Approver, PeopleAtTheDoor } from '../../gateway/people-ports.js'
import type { Clock } from '../../gateway/ports.js'
import { offeredTo } from '../../policy/scope.js'

/** Milliseconds without a sign after which a page is taken for gone. It gives one every 20 seconds. */
export const longestSilenceMs = 75_000

/** Bytes that may wait for a page that does not read. */
const mostWaiting = 1_048_576

/** Pages of one person at once. */
const mostPages = 4

export interface PhoneStreamsParts {
  readonly approvals: Pick<Approvers, 'attach' | 'open' | 'release' | 'onDidOpen' | 'onDidChange' | 'onDidClose'>
  readonly people: Pick<PeopleAtTheDoor, 'arrive'>
  readonly clock: Clock
}

interface Page {
  readonly person: string
  stayed(): void
}

export const personOf = ({ id, name }: Approver): Person => ({ id, name, kind: 'phone' })

export class PhoneStreams {
  readonly #parts: PhoneStreamsParts
  readonly #pages = new Set<Page>()

  constructor(parts: PhoneStreamsParts) {
    this.#parts = parts
  }

  /** False, and nothing written, when this person has too many pages open. */
  open(response: ServerResponse, approver: Approver): boolean {
    const { approvals, people, clock } = this.#parts
    if ([...this.#pages].filter(({ person }) => person === approver.id).length >= mostPages) return false
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    const tell = () => {
      const questions = approvals.open().map((approval) => questionFor(approval, clock.now()))
      const news: PhoneNews = { me: { name: approver.name }, questions }
      response.write(`data: ${JSON.stringify(news)}\n\n`)
      if (response.writableLength > mostWaiting) response.destroy()
    }
    const hangUp = () => void response.destroy()
    let stopClock = clock.after(longestSilenceMs, hangUp)
    const page: Page = {
      person: approver.id,
      stayed() {
        stopClock()
        stopClock = clock.after(longestSilenceMs, hangUp)
      },
    }
    const endings = [
      approvals.attach(personOf(approver)),
      people.arrive(approver.id),
      approvals.onDidOpen(tell),
      approvals.onDidChange(tell),
      approvals.onDidClose(tell),
    ]
    this.#pages.add(page)
    approver.revoked.addEventListener('abort', hangUp)
    response.once('close', () => {
      stopClock()
      this.#pages.delete(page)
      approver.revoked.removeEventListener('abort', hangUp)
      for (const end of endings) end()
      for (const { id } of approvals.open()) approvals.release(id, approver)
    })
    tell()
    return true
  }

  /** Whether this person has a page open; it has given a sign. */
  stayed(personId: string): boolean {
    const theirs = [...this.#pages].filter(({ person }) => person === personId)
    for (const page of theirs) page.stayed()
    return theirs.length > 0
  }
}

type Shown = ReturnType<Approvers['open']>[number]

function questionFor(approval: Shown, now: Date): PhoneQuestion {
  const { id, capabilityId, capabilityName, reason, risk, riskReason, before, undo, needed, agreed } = approval
  const own = ownCaller(approval.caller)
  return {
    id,
    capabilityId,
    capabilityName,
    arguments: approval.arguments,
    ...(reason !== undefined && { reason }),
    risk,
    ...(riskReason !== undefined && { riskReason }),
    ...(before && { before }),
    ...(undo && { undo }),
    needed,
    agreed,
    ...(approval.mustType !== undefined && { mustType: approval.mustType }),
    offered: offeredTo(approval.offered, { kind: 'phone' }),
    server: approval.server.name,
    caller: approval.caller.name,
    ...(own !== undefined && { own }),
    ours: oursOf(approval),
    named: approval.caller.namedByOwner === true,
    leftMs: Math.max(0, Date.parse(approval.expiresAt) - now.getTime()),
  }
}

function oursOf({ capabilityId, riskReason, server }: Shown): PhoneQuestion['ours'] {
  const capability = coreNameKey(capabilityId)
  const reason = riskReasonOf(capabilityId, riskReason)
  return {
    ...(capability !== undefined && { capability }),
    ...(reason.key !== undefined && reason.text === undefined && { riskReason: reason.key }),
    ...(isPlainDemoWorld(server) && { server: demoWorldKey }),
  }
}
