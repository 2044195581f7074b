/**
 * Choose actions: makes what the owner chose in the list "What AI may do" happen, with acceptance and rules.
 *
 * Guards invariant 4: choosing a new or changed action accepts or rejects exactly the version that the person saw. Guards
 * invariant 2: what limits an action is stored before the action is accepted, and what allows it after. Guards
 * invariant 6: only the main window orders it, and what is critical or runs any command is never allowed here.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Person } from '@shared/approvals/approval.js'
import { everyAi, type RuleTerms } from '@shared/approvals/rule.js'
import type { ChoiceOrder, ChosenAction } from '@shared/servers/action-choice.js'
import type { QuarantinedCapability, SeenCapability } from '@shared/servers/quarantine.js'
import { ruleFor } from '../../policy/rules/chosen-rules.js'
import type { ApprovalRules } from '../approvals/approval-rules.js'
import { manifestHashOf } from '../path/fingerprint.js'
import { allowLockOf, chosenRulesOf, levelOf, usualEffect } from './action-standings.js'
import type { ManifestTrust } from './manifest-trust.js'
import type { AccessQuestion } from './server-access.js'

export interface ChoosingDependencies {
  readonly rules: Pick<ApprovalRules, 'create' | 'remove'>
  readonly trust: Pick<ManifestTrust, 'accept' | 'reject'>
  /** The current state of the server: asked again after something was accepted. */
  readonly question: () => AccessQuestion
}

/** @throws GatewayError when the server offers something else than the person saw, or it cannot be allowed */
export function chooseActions(
  order: ChoiceOrder,
  actions: readonly ChosenAction[],
  person: Person,
  { rules, trust, question }: ChoosingDependencies,
): void {
  const { server } = question().link
  const waiting = new Map((server.quarantined ?? []).map((one) => [one.id, one]))
  const meant = actions.map((action) => ({ action, manifest: manifestOf(action, server.capabilities, waiting) }))
  if (order === 'allow' && meant.some(({ manifest }) => allowLockOf(manifest))) throw alwaysAsks()

  const choose = () => {
    for (const { manifest } of meant) chooseRule(order, manifest, person, rules, question())
  }
  const decide = () => {
    const seen = actions.flatMap(({ id, fingerprint }): SeenCapability[] => (fingerprint ? [{ id, fingerprint }] : []))
    const undecided = order === 'off' ? seen.filter(({ id }) => !waiting.get(id)?.rejected) : seen
    if (undecided.length === 0) return
    const decided = trust[order === 'off' ? 'reject' : 'accept'](server.id, undecided, person.name)
    if (decided === 'changed') throw changed()
  }
  // A server that goes back to a form that was accepted earlier finds the rule too.
  const steps = order === 'off' || order === 'ask' ? [choose, decide] : [decide, choose]
  for (const step of steps) step()
}

function chooseRule(
  order: ChoiceOrder,
  manifest: CapabilityManifest,
  person: Person,
  rules: ChoosingDependencies['rules'],
  question: AccessQuestion,
): void {
  const chosen = chosenRulesOf(question, manifest.id)
  const needed = ruleFor(order, usualEffect(manifest, question, chosen))
  const terms = needed && termsOf(needed, manifest, question.link.server.id)
  const kept = chosen.find((rule) => rule.effect === terms?.effect && rule.manifest === terms.manifest)
  if (terms && !kept) rules.create(terms, person)
  for (const rule of chosen) if (rule !== kept) rules.remove(rule.id, person)
}

function termsOf(effect: RuleTerms['effect'], manifest: CapabilityManifest, server: string): RuleTerms {
  const { id: capability, version } = manifest
  if (effect !== 'allow') return { effect, server, capability, version, maxRisk: 'critical' }
  const level = levelOf(manifest)
  return {
    effect,
    client: everyAi,
    server,
    capability,
    version,
    manifest: manifestHashOf(manifest),
    what: { id: 'any' },
    maxRisk: level,
  }
}

function manifestOf(
  { id, fingerprint }: ChosenAction,
  capabilities: readonly CapabilityManifest[],
  waiting: ReadonlyMap<string, QuarantinedCapability>,
): CapabilityManifest {
  const one = waiting.get(id)
  if (one?.fingerprint !== fingerprint) throw changed()
  const manifest = one?.offered ?? capabilities.find((known) => known.id === id)
  if (!manifest) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { id } })
  return manifest
}

const changed = () => new GatewayError('RISK.MANIFEST_CHANGED')

const alwaysAsks = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Critical actions and console commands always ask.',
    suggestion: 'Choose Ask or Off.',
  })
