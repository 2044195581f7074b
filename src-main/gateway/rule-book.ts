/**
 * Rule book: the standing answers of people, kept, counted and looked up.
 *
 * Guards invariant 2: where the book cannot be read, nothing is allowed by it and everything is asked. Guards invariant
 * 6: it is written from the composition root, never by a consumer. What a person does to it stands in the trail first.
 */
import { randomUUID } from 'node:crypto'
import type { Person } from '../contract/approval.js'
import { bridge } from '../contract/client.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import {
  coversMoreThanSaid,
  type Rule,
  type RuleChange,
  type RuleId,
  type Rules,
  type RuleTerms,
  ruleLimits,
  withoutSchema,
} from '../contract/rule.js'
import { isSpent, problemOf, type Ruled, type Verdict, verdictOf, widens } from '../policy/rules.js'
import { Emitter } from './emitter.js'
import type { AuditLog, Clock, Log, RuleStore } from './ports.js'

export interface RuleBookParts {
  readonly store: RuleStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

/** Under what a rule that is made, changed or removed stands in the audit trail. */
export const ruleIds = { create: 'system.rule.create', edit: 'system.rule.edit', remove: 'system.rule.remove' } as const

/** Milliseconds in which a rule that was removed can be brought back. */
const returnsWithinMs = 60_000

type Doing = keyof typeof ruleIds

export class RuleBook {
  readonly #parts: RuleBookParts
  readonly #rules: Map<RuleId, Rule>
  readonly #damaged: boolean
  /** What was just removed, so that a person can think better of it. */
  readonly #removed = new Map<RuleId, { readonly rule: Rule; readonly cancel: () => void }>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(parts: RuleBookParts) {
    this.#parts = parts
    const { rules, damaged } = parts.store.read()
    this.#damaged = damaged
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]))
    const now = parts.clock.now().getTime()
    // A session does not outlive the program.
    for (const rule of rules) if (rule.sessionId !== undefined || isSpent(rule, now)) this.#drop(rule.id)
  }

  /** Some of it cannot be read. */
  get isDamaged(): boolean {
    return this.#damaged
  }

  /** The newest first. */
  list(): Rules {
    const rules = [...this.#rules.values()].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    return { rules, damaged: this.#damaged }
  }

  /**
   * @param call made only where there is a rule to hold against it
   * @param used a rule that this call has been counted for already: its last use is not held against it
   */
  verdictOn(call: () => Ruled, used?: RuleId): Verdict | undefined {
    if (this.#rules.size === 0) return undefined
    const rules = [...this.#rules.values()].map((rule) => (rule.id === used ? { ...rule, uses: rule.uses - 1 } : rule))
    return verdictOf(rules, call())
  }

  /**
   * The rule decides a call.
   *
   * @throws Error when a limited rule's use cannot be written down; then it does not count
   */
  use(rule: Rule): void {
    const used = { ...(this.#rules.get(rule.id) ?? rule), lastUsedAt: this.#now() }
    const counted = { ...used, uses: used.uses + 1 }
    try {
      // How often an unlimited one was used may be lost in a power cut: no call waits for the disk to say it.
      this.#parts.store.write(counted, rule.maxUses === undefined ? 'soon' : 'now')
    } catch (error) {
      if (rule.effect === 'allow' && rule.maxUses !== undefined) throw error
      this.#parts.log.warn('the use of a rule could not be written down', { ruleId: rule.id, error: `${error}` })
    }
    this.#rules.set(rule.id, counted)
    this.#changed()
  }

  /** @throws GatewayError when it must not be made, Error when it could not be written; then there is no such rule */
  create(terms: RuleTerms, { id, name, kind }: Person): Rule {
    if (this.#rules.size >= ruleLimits.rules) throw refused(`There are ${ruleLimits.rules} rules already.`)
    mustBe(terms, this.#parts.clock.now().getTime())
    const rule: Rule = {
      ...forGroup(terms),
      id: randomUUID(),
      createdBy: { id, name, kind },
      createdAt: this.#now(),
      uses: 0,
    }
    this.#record('create', rule, name)
    this.#keep(rule)
    return rule
  }

  /** @throws GatewayError when there is no such rule or it must not become that, Error when it could not be written */
  edit(id: RuleId, { effect, ...change }: RuleChange, person: Pick<Person, 'name'>): Rule {
    const before = this.#known(id)
    const { expiresAt, maxUses, note, ...rule } = before
    const kept = without({ expiresAt, maxUses, note, ...change })
    const changed: Rule = forGroup({ ...rule, ...kept, effect: effect ?? rule.effect })
    mustBe(changed, this.#parts.clock.now().getTime())
    if (widens(before, changed)) throw refused('A rule that allows can be narrowed here, and not widened.')
    this.#record('edit', changed, person.name)
    this.#keep(changed)
    return changed
  }

  /** Rules of an earlier version that cover any arguments, though the answer they come from did not say so. */
  get broaderThanSaid(): number {
    return [...this.#rules.values()].filter(coversMoreThanSaid).length
  }

  /** The owner knows what those rules cover: from here on they say it. @throws Error when it could not be written */
  acknowledgeBroader(person: Pick<Person, 'name'>): void {
    for (const rule of [...this.#rules.values()].filter(coversMoreThanSaid)) {
      const changed: Rule = { ...rule, what: { id: 'any' } }
      this.#record('edit', changed, person.name)
      this.#keep(changed)
    }
  }

  /** @throws GatewayError when there is no such rule, Error when it could not be written */
  remove(id: RuleId, person: Pick<Person, 'name'>): void {
    const rule = this.#known(id)
    this.#record('remove', rule, person.name)
    this.#parts.store.remove(id)
    this.#rules.delete(id)
    const cancel = this.#parts.clock.after(returnsWithinMs, () => this.#removed.delete(id))
    this.#removed.set(id, { rule, cancel })
    this.#changed()
  }

  /**
   * What a person removed within the last minute comes back, exactly as it was and no wider.
   *
   * @throws GatewayError when it is too late or it must not be made any more, Error when it could not be written
   */
  restore(id: RuleId, person: Pick<Person, 'name'>): Rule {
    const removed = this.#removed.get(id)
    if (!removed) throw refused('It was removed too long ago to be brought back.')
    if (this.#rules.size >= ruleLimits.rules) throw refused(`There are ${ruleLimits.rules} rules already.`)
    mustBe(removed.rule, this.#parts.clock.now().getTime())
    this.#record('create', removed.rule, person.name)
    this.#keep(removed.rule)
    removed.cancel()
    this.#removed.delete(id)
    return removed.rule
  }

  #known(id: RuleId): Rule {
    const rule = this.#rules.get(id)
    if (rule) return rule
    throw refused('There is no such rule any more.')
  }

  #keep(rule: Rule): void {
    this.#parts.store.write(rule)
    this.#rules.set(rule.id, rule)
    this.#changed()
  }

  #drop(id: RuleId): void {
    this.#rules.delete(id)
    try {
      this.#parts.store.remove(id)
    } catch (error) {
      this.#parts.log.warn('a rule that is over could not be removed', { ruleId: id, error: `${error}` })
    }
  }

  #record(doing: Doing, rule: Rule, person: string): void {
    const {
      id,
      effect,
      client,
      server,
      capability,
      sessionId,
      createdBy: _by,
      uses: _uses,
      ...terms
    } = withoutSchema(rule)
    const eventType = (effect === 'allow') === (doing !== 'remove') ? 'approve' : 'reject'
    const event: AuditEvent = {
      id: randomUUID(),
      timestamp: this.#now(),
      eventType,
      capabilityId: ruleIds[doing],
      caller: { type: 'user', id: person, name: person },
      request: { rule: { id, effect, client, server, capability, sessionId, ...terms } },
      approvalInfo: { required: true, ruleId: id, approvedBy: person, approvedAt: this.#now() },
      metadata: { ...(server !== undefined && { serverId: server }) },
    }
    this.#parts.audit.append(event)
  }

  #changed(): void {
    this.#onDidChange.emit()
  }

  #now(): string {
    return this.#parts.clock.now().toISOString()
  }
}

/** @throws GatewayError */
function mustBe(terms: RuleTerms, now: number): void {
  const problem = problemOf(terms)
  if (problem) throw refused(problem)
  if (terms.expiresAt !== undefined && !(Date.parse(terms.expiresAt) > now)) throw refused('It would be over already.')
}

const refused = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion: 'Look at the rules as they are now.' })

/** What asks about or denies a program without a key names the group, because it holds for all of them. */
const forGroup = <T extends RuleTerms>(terms: T): T =>
  terms.client?.id === bridge.id && terms.effect !== 'allow' && terms.sessionId === undefined
    ? { ...terms, client: { id: bridge.id, name: '' } }
    : terms

/** Members that are neither absent nor taken away. */
const without = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], null | undefined>
  }
