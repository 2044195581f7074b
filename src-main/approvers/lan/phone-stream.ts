/**
 * Phone stream: sends open requests to a page, and makes its person an approver while it is open.
 *
 * Enforces invariant 2: a page that was closed, or silent for a while, is no approver and stops no countdown. Guards
 * invariant 8: who may not answer a request does not get the secrets in it.
 */
import type { ServerResponse } from 'node:http'
import type { Person } from '@shared/approvals/approval.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import type { PhoneQuestion, PhoneUpdate } from '@shared/clients/phone.js'
import { isPlainDemoWorld } from '@shared/servers/server-name.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import type { PhonePairing } from '../../gateway/ports/people.js'
import type { FoundWay } from '../../gateway/ports/person-directory.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { mayAnswer } from '../../policy/approvals/role-rights.js'
import { redactObject } from '../../policy/redaction/redaction.js'
import { offeredTo } from '../../policy/rules/scope.js'

/** Milliseconds of silence after which a page counts as closed. Pages send a heartbeat every 20 seconds. */
export const maxSilenceMs = 75_000

/** Maximum bytes buffered for a page that does not read. */
const maxWaiting = 1_048_576

/** Maximum open pages of one phone. */
const maxPages = 4

export interface PhoneStreamsDependencies {
  readonly approvals: Pick<Approvers, 'attach' | 'open' | 'release' | 'onDidOpen' | 'onDidChange' | 'onDidClose'>
  readonly people: Pick<PhonePairing, 'pageOpened' | 'personOf'>
  readonly clock: Clock
}

interface Page {
  /** Id of the phone. */
  readonly way: string
  recordHeartbeat(): void
}

export class PhoneStreams {
  readonly #parts: PhoneStreamsDependencies
  readonly #pages = new Set<Page>()

  constructor(parts: PhoneStreamsDependencies) {
    this.#parts = parts
  }

  /** False, with nothing written, when this phone has too many pages open. */
  open(response: ServerResponse, { way, person, revoked }: FoundWay): boolean {
    const { approvals, people, clock } = this.#parts
    if (this.#pagesOf(way.id).length >= maxPages) return false
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    const update = () => {
      // Their role may be another one by now.
      const current = people.personOf(way.id) ?? { ...person, role: 'viewer' }
      const questions = approvals.open().map((approval) => questionFor(approval, current, clock.now()))
      const update: PhoneUpdate = { me: { name: person.name }, questions }
      response.write(`data: ${JSON.stringify(update)}\n\n`)
      if (response.writableLength > maxWaiting) response.destroy()
    }
    const disconnect = () => void response.destroy()
    let stopClock = clock.after(maxSilenceMs, disconnect)
    const page: Page = {
      way: way.id,
      recordHeartbeat() {
        stopClock()
        stopClock = clock.after(maxSilenceMs, disconnect)
      },
    }
    const endings = [
      approvals.attach(person),
      people.pageOpened(way.id),
      approvals.onDidOpen(update),
      approvals.onDidChange(update),
      approvals.onDidClose(update),
    ]
    this.#pages.add(page)
    revoked.addEventListener('abort', disconnect)
    response.once('close', () => {
      stopClock()
      this.#pages.delete(page)
      revoked.removeEventListener('abort', disconnect)
      for (const end of endings) end()
      for (const { id } of approvals.open()) approvals.release(id, person)
    })
    update()
    return true
  }

  /** Records a heartbeat. @returns whether this phone has a page open */
  recordHeartbeat(way: string): boolean {
    const pages = this.#pagesOf(way)
    for (const page of pages) page.recordHeartbeat()
    return pages.length > 0
  }

  #pagesOf(way: string): Page[] {
    return [...this.#pages].filter((page) => page.way === way)
  }
}

type ShownApproval = ReturnType<Approvers['open']>[number]

function questionFor(approval: ShownApproval, person: Person, now: Date): PhoneQuestion {
  const { id, capabilityId, capabilityName, reason, risk, riskReason, before, undo, needed, agreed } = approval
  const { raisedBy, builtIn, readText } = approval
  const own = ownCaller(approval.caller)
  return {
    id,
    capabilityId,
    capabilityName,
    arguments: mayAnswer(person, 'deny', approval)
      ? approval.arguments
      : (redactObject(approval.arguments) as PhoneQuestion['arguments']),
    ...(reason !== undefined && { reason }),
    risk,
    ...(riskReason !== undefined && { riskReason }),
    ...(raisedBy && { raisedBy }),
    ...(builtIn && { builtIn }),
    ...(readText && { readText }),
    ...(before && { before }),
    ...(undo && { undo }),
    needed,
    agreed,
    ...(approval.mustType !== undefined && { mustType: approval.mustType }),
    offered: offeredTo(approval.offered, person),
    server: approval.server.name,
    caller: approval.caller.name,
    ...(own !== undefined && { own }),
    isDemoWorld: isPlainDemoWorld(approval.server),
    named: approval.caller.namedByOwner === true,
    leftMs: Math.max(0, Date.parse(approval.expiresAt) - now.getTime()),
  }
}
