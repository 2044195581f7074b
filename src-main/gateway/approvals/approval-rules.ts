/**
 * Approval rules: stores, counts and matches the rules of people.
 *
 * Guards invariant 2: when the rules cannot be read, none of them allows anything and every call needs an approval.
 * Guards invariant 6: only the composition root can write them, never a consumer. A person's change is first recorded
 * in the audit trail.
 */
import { randomUUID } from 'node:crypto'
import type { Caller, JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Person } from '@shared/approvals/approval.js'
import {
  type Rule,
  type RuleChange,
  type RuleId,
  type Rules,
  type RuleTerms,
  ruleLimits,
  withoutSchema,
} from '@shared/approvals/rule.js'
import { bridge } from '@shared/clients/client.js'
import { isSpent, isWider, matchRules, problemOf, type RuleMatch, type RuleQuery } from '../../policy/rules/rules.js'
import { argumentsHashOf, manifestHashOf } from '../path/fingerprint.js'
import type { AuditLog } from '../ports/audit-log.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { RuleStore } from '../ports/stores.js'

export interface ApprovalRulesDependencies {
  readonly store: RuleStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

/** `capabilityId` in the audit trail of a rule that is created, changed or removed. */
export const ruleIds = { create: 'system.rule.create', edit: 'system.rule.edit', remove: 'system.rule.remove' } as const

/** Milliseconds in which a removed rule can be restored. */
const restorableForMs = 60_000

/** A call, for the rules: they hash what they compare. */
export interface RuledCall extends Omit<RuleQuery, 'manifest' | 'argumentsHash'> {
  readonly manifest: CapabilityManifest
  readonly given: JsonObject
}

type RuleOperation = keyof typeof ruleIds

export class ApprovalRules {
  readonly #deps: ApprovalRulesDependencies
  readonly #rules: Map<RuleId, Rule>
  readonly #damaged: boolean
  /** Recently removed rules, for undo. */
  readonly #removed = new Map<RuleId, { readonly rule: Rule; readonly cancel: () => void }>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(deps: ApprovalRulesDependencies) {
    this.#deps = deps
    const { rules, damaged } = deps.store.read()
    this.#damaged = damaged
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]))
    const now = deps.clock.now().getTime()
    // Session rules end with the program.
    for (const rule of rules) if (rule.sessionId !== undefined || isSpent(rule, now)) this.#drop(rule.id)
  }

  /** Whether some of them cannot be read. */
  get isDamaged(): boolean {
    return this.#damaged
  }

  /** Newest first. */
  list(): Rules {
    const rules = [...this.#rules.values()].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    return { rules, damaged: this.#damaged }
  }

  /** @param query created only when there is a rule to compare */
  matchFor(query: () => RuleQuery): RuleMatch | undefined {
    return this.#rules.size === 0 ? undefined : matchRules([...this.#rules.values()], query())
  }

  /** A rule that denies an event to a caller. One that asks says nothing about events: nobody can be asked about them. */
  ruleAgainstEvent(caller: Caller, serverId: string, capabilityId: string): Rule | undefined {
    const match = this.matchFor(() => ({
      caller,
      serverId,
      capabilityId,
      manifest: '',
      argumentsHash: '',
      isValidFor: () => false,
      risk: 'low',
      now: this.#deps.clock.now().getTime(),
    }))
    return match?.effect === 'deny' ? match.rule : undefined
  }

  /**
   * @param call created only when there is a rule to compare
   * @param used a rule already counted for this call, whose use is ignored
   * @param without rules that are left out, to say what would happen without them
   */
  matchForCall(call: () => RuledCall, used?: RuleId, without?: ReadonlySet<RuleId>): RuleMatch | undefined {
    if (this.#rules.size === 0) return undefined
    const counted = without ? [...this.#rules.values()].filter(({ id }) => !without.has(id)) : [...this.#rules.values()]
    const rules = counted.map((rule) => (rule.id === used ? { ...rule, uses: rule.uses - 1 } : rule))
    const { manifest, given, ...query } = call()
    return matchRules(rules, {
      ...query,
      manifest: manifestHashOf(manifest),
      argumentsHash: argumentsHashOf(given),
    })
  }

  /**
   * Counts a rule that decides a call.
   *
   * @throws Error when the use of a limited rule that allows cannot be stored; it then does not apply. One that denies
   *   applies all the same
   */
  use(rule: Rule): void {
    const used = { ...(this.#rules.get(rule.id) ?? rule), lastUsedAt: this.#now() }
    const counted = { ...used, uses: used.uses + 1 }
    try {
      // Uses of an unlimited rule may be lost in a power failure, so that no call waits for the disk.
      this.#deps.store.write(counted, rule.maxUses === undefined ? 'soon' : 'now')
    } catch (error) {
      if (rule.effect === 'allow' && rule.maxUses !== undefined) throw error
      this.#deps.log.warn('the use of a rule could not be stored', { ruleId: rule.id, error: `${error}` })
    }
    this.#rules.set(rule.id, counted)
    this.#changed()
  }

  /** @throws GatewayError when the rule is not allowed, Error when it could not be written; no rule is created then */
  create(terms: RuleTerms, { id, name, kind }: Person): Rule {
    if (this.#rules.size >= ruleLimits.rules) throw refused(`There are already ${ruleLimits.rules} rules.`)
    assertValid(terms, this.#deps.clock.now().getTime())
    const rule: Rule = {
      ...forGroup(terms),
      id: randomUUID(),
      createdBy: { id, name, kind },
      createdAt: this.#now(),
      uses: 0,
    }
    this.#record('create', rule, name)
    this.#store(rule)
    return rule
  }

  /**
   * @throws GatewayError when the rule does not exist or the change is not allowed, Error when it could not be written
   */
  edit(id: RuleId, { effect, ...change }: RuleChange, person: Pick<Person, 'name'>): Rule {
    const before = this.#ruleOf(id)
    const { expiresAt, maxUses, note, ...rule } = before
    const remaining = definedMembers({ expiresAt, maxUses, note, ...change })
    const changed: Rule = forGroup({ ...rule, ...remaining, effect: effect ?? rule.effect })
    assertValid(changed, this.#deps.clock.now().getTime())
    if (isWider(before, changed)) throw refused('An allow rule can be narrowed here, but not widened.')
    this.#record('edit', changed, person.name)
    this.#store(changed)
    return changed
  }

  /** @throws GatewayError when the rule does not exist, Error when it could not be written */
  remove(id: RuleId, person: Pick<Person, 'name'>): void {
    const rule = this.#ruleOf(id)
    this.#record('remove', rule, person.name)
    this.#deps.store.remove(id)
    this.#rules.delete(id)
    const cancel = this.#deps.clock.after(restorableForMs, () => this.#removed.delete(id))
    this.#removed.set(id, { rule, cancel })
    this.#changed()
  }

  /**
   * Removes the rules that allow something on a server which somebody adds: it may be another one than they were made
   * for. Those that ask or deny stay.
   *
   * @throws Error when it could not be written
   */
  removeAllows(server: string, person: Pick<Person, 'name'>): void {
    for (const rule of [...this.#rules.values()])
      if (rule.server === server && rule.effect === 'allow') this.remove(rule.id, person)
  }

  /**
   * Restores a rule that a person removed within the last minute, unchanged.
   *
   * @throws GatewayError when it is too late or the rule is no longer allowed, Error when it could not be written
   */
  restore(id: RuleId, person: Pick<Person, 'name'>): Rule {
    const removed = this.#removed.get(id)
    if (!removed) throw refused('It was removed too long ago to be restored.')
    if (this.#rules.size >= ruleLimits.rules) throw refused(`There are already ${ruleLimits.rules} rules.`)
    assertValid(removed.rule, this.#deps.clock.now().getTime())
    this.#record('create', removed.rule, person.name)
    this.#store(removed.rule)
    removed.cancel()
    this.#removed.delete(id)
    return removed.rule
  }

  #ruleOf(id: RuleId): Rule {
    const rule = this.#rules.get(id)
    if (rule) return rule
    throw refused('This rule no longer exists.')
  }

  #store(rule: Rule): void {
    this.#deps.store.write(rule)
    this.#rules.set(rule.id, rule)
    this.#changed()
  }

  #drop(id: RuleId): void {
    this.#rules.delete(id)
    try {
      this.#deps.store.remove(id)
    } catch (error) {
      this.#deps.log.warn('an expired rule could not be removed', { ruleId: id, error: `${error}` })
    }
  }

  #record(operation: RuleOperation, rule: Rule, person: string): void {
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
    const eventType = (effect === 'allow') === (operation !== 'remove') ? 'approve' : 'reject'
    const event: AuditEvent = {
      id: randomUUID(),
      timestamp: this.#now(),
      eventType,
      capabilityId: ruleIds[operation],
      caller: { type: 'user', id: person, name: person },
      request: { rule: { id, effect, client, server, capability, sessionId, ...terms } },
      approvalInfo: { required: true, ruleId: id, approvedBy: person, approvedAt: this.#now() },
      metadata: { ...(server !== undefined && { serverId: server }) },
    }
    this.#deps.audit.append(event)
  }

  #changed(): void {
    this.#onDidChange.emit()
  }

  #now(): string {
    return this.#deps.clock.now().toISOString()
  }
}

/** @throws GatewayError */
function assertValid(terms: RuleTerms, now: number): void {
  const problem = problemOf(terms)
  if (problem) throw refused(problem)
  if (terms.expiresAt !== undefined && !(Date.parse(terms.expiresAt) > now))
    throw refused('The rule would already have expired.')
}

const refused = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion: 'Check the current rules.' })

/** An ask or deny rule names the whole group of programs without a key, because it applies to all of them. */
const forGroup = <T extends RuleTerms>(terms: T): T =>
  terms.client?.id === bridge.id && terms.effect !== 'allow' && terms.sessionId === undefined
    ? { ...terms, client: { id: bridge.id, name: '' } }
    : terms

/** The members that are neither undefined nor null. */
const definedMembers = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], null | undefined>
  }
