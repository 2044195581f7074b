/**
 * Governed world: a real gateway with two fake servers, and an independent model of what may run.
 *
 * The model shares no code with `policy/`: it repeats the tables of docs/protocol.md#calls-risk and docs/governance.md.
 * Callers, permissions and what a rule applies to are in `governed-calls.ts`.
 */

import type { Caller } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { AnswerScope, OpenApproval, Person } from '@shared/approvals/approval.js'
import { choosePosture, type Posture } from '@shared/approvals/built-in-rule.js'
import type { Rule } from '@shared/approvals/rule.js'
import type { PermissionEffect } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { expect } from 'vitest'
import { denialCooldownMs } from '../../src-main/gateway/approvals/recent-denials.js'
import { taintMs } from '../../src-main/gateway/path/taint-tracker.js'
import type { CallReport } from '../../src-main/gateway/ports/calls.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { writer } from './approvals-under-test.js'
import { settled } from './fake-clock.js'
import { GatewayUnderTest } from './gateway-under-test.js'
import {
  type Asked,
  callers,
  capabilities,
  clientRightsOf,
  denialOf,
  idOf,
  isAbout,
  isRequester,
  levels,
  noRights,
  people,
  permissionOf,
  type Rights,
  serverIds,
  worse,
} from './governed-calls.js'

/** A running call and its risk assessment. */
interface Assessed {
  readonly asked: Asked
  readonly risk: RiskLevel
  readonly permitted: PermissionEffect | undefined
  /** People who had to agree when it was asked. */
  readonly needed: number
  /** Whether the caller had read text of others, and the risk is medium. */
  readonly isMarked: boolean
}

const validator = new CapabilityValidator()

export class GovernedWorld {
  readonly ways = { unasked: 0, rule: 0, people: 0, several: 0, denied: 0 }
  readonly #quorum = { criticalQuorum: 2, quorums: {} as Record<string, number> }
  #posture: Posture = 'balanced'
  readonly #rights = callers.map((): Rights => ({ role: 'admin', entries: [] }))
  readonly #under: GatewayUnderTest
  /** Id of a client → until when the text that one of its sessions has read counts for all of them. */
  readonly #taintedClients = new Map<string, number>()
  /** Denied call → until when the same call is denied. */
  readonly #denied = new Map<string, number>()
  /** Request → how it was assessed. */
  readonly #assessed = new Map<string, Assessed>()
  /** Question → its approvers so far. */
  readonly #agreed = new Map<string, Set<string>>()
  /** Requests that the servers have run, not checked yet. */
  readonly #ran: string[] = []
  readonly #looked = new Set<string>()
  #calling: Assessed | undefined

  constructor() {
    this.#under = new GatewayUnderTest({
      validator,
      maxWaitMs: 3_600_000,
      quorums: () => this.#quorum,
      governance: () => ({ ...defaultSettings, ...choosePosture(this.#posture) }),
      rightsOf: (caller) => this.#rightsOf(caller),
    })
    const { gateway } = this.#under
    for (const person of people) gateway.approvals.attach(person)
    gateway.approvals.onDidOpen(({ requestId }) => this.#note(requestId))
    for (const id of serverIds) {
      const server = this.#under.serve(id, [], { capabilities })
      server.answers('ext.shop.look', () => ({ data: { message: 'Text of a player.' } }))
      for (const level of levels) server.answers(idOf(level), ({ requestId }) => this.#run(requestId))
    }
  }

  get clock() {
    return this.#under.clock
  }

  call(asked: Asked): void {
    const { who, level, server, everybody } = asked
    const assessed = this.#assess(asked)
    const before = this.#ran.length + this.#looked.size
    const mustRun =
      assessed.needed === 0 &&
      this.#mayRun(assessed) &&
      !this.#saidBy(assessed, 'deny') &&
      !this.#holds(this.#denied, denialOf(callers[who]?.id, idOf(level), server, everybody)) &&
      !this.#isAskedAlready(asked)
    this.#calling = assessed
    const done = this.#send(who, idOf(level), server, everybody ? { target: '@a' } : {})
    this.#after = async () => {
      this.#calling = undefined
      if (!mustRun) return
      expect([asked, this.#ran.length + this.#looked.size]).toEqual([asked, before + 1])
      await done
    }
  }

  read({ who, server }: Pick<Asked, 'who' | 'server'>): void {
    void this.#send(who, 'ext.shop.look', server, {})
  }

  answer(given: { which: number; person: number; decision: 'approve' | 'deny' } & AnswerScope): void {
    const open = this.#under.gateway.approvals.open()
    const question = open[given.which % Math.max(1, open.length)]
    const person = people[given.person]
    if (!question || !person) return
    const { decision, duration, what } = given
    const typed = question.mustType
    const before = this.#agree(question, person, decision)
    const answered = this.#under.gateway.approvals.decideAsPerson({
      id: question.id,
      decision,
      person,
      duration,
      what,
      ...(typed !== undefined && { typed }),
    })
    if (decision === 'approve' && isRequester(person, question)) expect(answered.ok).toBe(false)
    if (!answered.ok) return before()
    if (decision === 'approve') return
    const { caller, capabilityId, server, arguments: asked } = question
    const key = denialOf(caller.id, capabilityId, server.id, 'target' in asked)
    this.#denied.set(key, this.clock.elapsed() + denialCooldownMs)
  }

  answerAll({ person, isLasting }: { person: number; isLasting: boolean }): void {
    const { approvals } = this.#under.gateway
    const open = approvals.open()
    const who = people[person]
    if (!who) return
    const takeBack = open.map((question) => this.#agree(question, who, 'approve'))
    const answers = approvals.answerMany(
      open.map(({ id }) => id),
      { decision: 'approve', person: who, ...(isLasting && { duration: 'always', what: 'any' }) },
    )
    for (const [at, answered] of answers.entries()) {
      if (!answered.ok) takeBack[at]?.()
      if (open[at]?.risk === 'critical') expect(answered.ok).toBe(false)
    }
  }

  makeRule(rule: { effect: 'ask' | 'deny'; capability: string; who: number | undefined; server: string | undefined }) {
    const caller = rule.who === undefined ? undefined : callers[rule.who]
    this.#under.gateway.rules.create(
      {
        effect: rule.effect,
        capability: idOf(rule.capability),
        maxRisk: 'critical',
        ...(caller && { client: { id: caller.id, name: caller.name } }),
        ...(rule.server !== undefined && { server: rule.server }),
      },
      writer('ada'),
    )
  }

  limitRule({ which, more }: { which: number; more: number }): void {
    const rule = this.#ruleAt(which)
    if (rule && rule.maxUses === undefined && !this.#isOver(rule)) {
      this.#under.gateway.rules.edit(rule.id, { maxUses: rule.uses + more + 1 }, writer('ada'))
    }
  }

  removeRule(which: number): void {
    const rule = this.#ruleAt(which)
    if (rule) this.#under.gateway.rules.remove(rule.id, writer('ada'))
  }

  setRights({ who, role, entries }: { who: number } & Rights): void {
    for (const [at, caller] of callers.entries()) {
      if (caller.id === callers[who]?.id) this.#rights[at] = { role, entries }
    }
  }

  setQuorum({ critical, of }: { critical: number; of: { level: RiskLevel; people: number } | undefined }): void {
    this.#quorum.criticalQuorum = critical
    this.#quorum.quorums = of ? { [idOf(of.level)]: of.people } : {}
  }

  setPosture(posture: Posture): void {
    this.#posture = posture
  }

  setPanic(on: boolean): void {
    if (on) this.#under.gateway.panic.turnOn('ada')
    else this.#under.gateway.panic.turnOff('ada')
  }

  /** Compares everything that ran since the last check with the independent model. */
  async look(): Promise<void> {
    await settled()
    await settled()
    await this.#after?.()
    this.#after = undefined
    for (const requestId of this.#ran.splice(0)) this.#judge(requestId)
  }

  #after: (() => Promise<void>) | undefined

  /** The action of the server; its intent must already be logged. */
  #run(requestId: string) {
    this.#note(requestId)
    expect(this.#intentOf(requestId)).toBeDefined()
    expect([requestId, this.#looked.has(requestId) || this.#ran.includes(requestId)]).toEqual([requestId, false])
    this.#ran.push(requestId)
    return { data: { message: 'Text of a player.' } }
  }

  #note(requestId: string): void {
    if (this.#calling && !this.#assessed.has(requestId)) this.#assessed.set(requestId, this.#calling)
  }

  #judge(requestId: string): void {
    this.#looked.add(requestId)
    const assessed = this.#assessed.get(requestId)
    const info = this.#intentOf(requestId)?.approvalInfo
    if (!assessed || !info) throw new Error('Something ran that nobody called.')
    expect([assessed, this.#mayRun(assessed)]).toEqual([assessed, true])
    if (info.approvalId !== undefined) {
      const agreed = this.#agreed.get(info.approvalId)?.size ?? 0
      expect([assessed, agreed]).toEqual([assessed, Math.max(1, assessed.needed)])
      this.ways[agreed > 1 ? 'several' : 'people'] += 1
      return
    }
    expect([assessed, this.#saidBy(assessed, 'deny'), this.#saidBy(assessed, 'ask')]).toEqual([assessed, false, false])
    if (info.ruleId === undefined) {
      expect(assessed).toMatchObject({ needed: 0, permitted: 'allow' })
      this.ways.unasked += 1
      return
    }
    const rule = this.#rules().find(({ id }) => id === info.ruleId)
    expect(rule).toMatchObject({
      effect: 'allow',
      capability: idOf(assessed.asked.level),
      server: assessed.asked.server,
    })
    expect([rule, rule && isAbout(rule, assessed.asked)]).toEqual([rule, true])
    expect(rule?.uses).toBeLessThanOrEqual(rule?.maxUses ?? Number.POSITIVE_INFINITY)
    expect(Date.parse(rule?.expiresAt ?? '9999-01-01')).toBeGreaterThan(this.clock.now().getTime())
    expect(levels.indexOf(assessed.risk)).toBeLessThanOrEqual(levels.indexOf(rule?.maxRisk ?? 'low'))
    expect(assessed).toMatchObject({ permitted: 'allow' })
    expect(assessed.risk).not.toBe('critical')
    expect([assessed, this.#peopleFor(assessed)]).toEqual([assessed, 1])
    this.ways.rule += 1
  }

  async #send(who: number, capabilityId: string, server: string, given: object): Promise<CallReport | undefined> {
    const caller = callers[who]
    if (!caller) return undefined
    const report = await this.#under.call(capabilityId, given, { server, caller })
    if (report.outcome.kind === 'done') this.#taintedClients.set(caller.id, this.clock.elapsed() + taintMs)
    if (report.outcome.kind === 'denied') this.ways.denied += 1
    return report
  }

  #assess(asked: Asked): Assessed {
    const caller = callers[asked.who]
    const risk: RiskLevel = asked.everybody ? worse(asked.level, 'high') : asked.level
    const isMarked = risk === 'medium' && caller !== undefined && this.#holds(this.#taintedClients, caller.id)
    const permitted = this.#permission(asked)
    const alone = { asked, risk, permitted, needed: 0, isMarked }
    const atLeast = permitted === 'ask' || this.#saidBy(alone, 'ask') ? 1 : 0
    return { ...alone, needed: Math.max(this.#peopleFor(alone), atLeast) }
  }

  /** A repeated call joins the waiting one. */
  #isAskedAlready({ who, level, server, everybody }: Asked): boolean {
    return this.#under.gateway.approvals
      .open()
      .some(
        (question) =>
          question.caller.sessionId === callers[who]?.sessionId &&
          question.capabilityId === idOf(level) &&
          question.server.id === server &&
          'target' in question.arguments === everybody,
      )
  }

  #holds(untils: ReadonlyMap<string, number>, key: string): boolean {
    return (untils.get(key) ?? 0) > this.clock.elapsed()
  }

  /** What risk, posture and quorum demand now, without what permissions and rules add. */
  #peopleFor({ risk, asked, isMarked }: Assessed): number {
    const byRisk = { low: 0, medium: 0, high: 1, critical: Math.max(1, this.#quorum.criticalQuorum) }[risk]
    return Math.max(
      byRisk,
      this.#posture === 'careful' || isMarked ? 1 : 0,
      this.#quorum.quorums[idOf(asked.level)] ?? 0,
    )
  }

  #mayRun({ asked }: Assessed): boolean {
    const permitted = this.#permission(asked)
    return (permitted === 'allow' || permitted === 'ask') && !this.#under.gateway.panic.state.on
  }

  #permission(asked: Asked): PermissionEffect | undefined {
    return permissionOf(this.#rights[asked.who] ?? noRights, asked)
  }

  #saidBy({ asked }: Assessed, effect: PermissionEffect): boolean {
    return this.#rules().some((rule) => rule.effect === effect && isAbout(rule, asked) && !this.#isOver(rule))
  }

  #isOver({ expiresAt }: Rule): boolean {
    return expiresAt !== undefined && Date.parse(expiresAt) <= this.clock.now().getTime()
  }

  #agree({ id }: OpenApproval, person: Person, decision: 'approve' | 'deny'): () => void {
    if (decision === 'deny') return () => {}
    const agreed = this.#agreed.get(id) ?? new Set<string>()
    this.#agreed.set(id, agreed)
    if (agreed.has(person.id)) return () => {}
    agreed.add(person.id)
    return () => void agreed.delete(person.id)
  }

  #rules = (): readonly Rule[] => this.#under.gateway.rules.list().rules

  #ruleAt(which: number): Rule | undefined {
    const rules = this.#rules()
    return rules[which % Math.max(1, rules.length)]
  }

  #intentOf(requestId: string) {
    return this.#under.audit.events.find(
      ({ metadata }) => metadata?.phase === 'intent' && metadata.requestId === requestId,
    )
  }

  #rightsOf({ id }: Caller) {
    return clientRightsOf(this.#rights[callers.findIndex((caller) => caller.id === id)] ?? noRights)
  }
}
