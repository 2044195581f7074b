/**
 * Action standings: what AI may do with each action of a server now, and without a choice of the owner.
 *
 * It uses the same decision as a call. The window with invented data uses this module too: it imports nothing of Node.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { everyAi, type Rule, type RuleId } from '@shared/approvals/rule.js'
import { normalRights, type PermissionEffect } from '@shared/clients/client.js'
import type { ActionStanding, AllowLock, OtherChoice } from '@shared/servers/action-choice.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { isTextRuleOn } from '../../policy/approvals/posture.js'
import { runsAnyCommand } from '../../policy/console-command/command-risk.js'
import { riskOf } from '../../policy/risk/risk.js'
import { choiceOf, isChosenRule } from '../../policy/rules/chosen-rules.js'
import { type AccessClient, type AccessQuestion, accessOf, clientsOf } from './server-access.js'

/** Any AI that the owner has given no other rights. */
const ordinaryAi: AccessClient = { id: everyAi.id, ...normalRights }

export const levelOf = (manifest: CapabilityManifest) => riskOf(manifest, coreCatalogue.get(manifest.id)).level

/** Why the owner cannot allow it here: each such call is a decision of its own. */
export function allowLockOf(manifest: CapabilityManifest): AllowLock | undefined {
  if (manifest.type !== 'action') return undefined
  if (levelOf(manifest) === 'critical') return 'critical'
  return runsAnyCommand(manifest.id) ? 'command' : undefined
}

/** The rules of the list about one action. */
export const chosenRulesOf = ({ link, gatehouse }: AccessQuestion, capabilityId: string): readonly Rule[] =>
  gatehouse.rules.list().rules.filter((rule) => isChosenRule(rule, link.server.id, capabilityId))

/** What would happen to an AI with ordinary rights if the owner had chosen nothing in the list. */
export function usualEffect(
  manifest: CapabilityManifest,
  question: AccessQuestion,
  chosen: readonly Rule[],
): PermissionEffect {
  const { rules } = question.gatehouse
  const ids: ReadonlySet<RuleId> = new Set(chosen.map(({ id }) => id))
  const without: AccessQuestion = {
    ...question,
    gatehouse: {
      ...question.gatehouse,
      rules: {
        isDamaged: rules.isDamaged,
        list: () => rules.list(),
        matchForCall: (call, used) => rules.matchForCall(call, used, ids),
      },
    },
  }
  return accessOf(ordinaryAi, manifest, without).effect
}

/** All that the server offers; what no person has accepted in its current form is off. */
export function standingsOn(question: AccessQuestion): readonly ActionStanding[] {
  const { capabilities, quarantined = [] } = question.link.server
  const waiting = new Set(quarantined.map(({ id }) => id))
  return [
    ...capabilities.filter(({ id }) => !waiting.has(id)).map((manifest) => standingOf(manifest, question)),
    ...quarantined.map(({ offered }): ActionStanding => {
      const { others: _others, ...standing } = standingOf(offered, question)
      return { ...standing, choice: 'off' }
    }),
  ]
}

function standingOf(manifest: CapabilityManifest, question: AccessQuestion): ActionStanding {
  const { id } = manifest
  const chosen = chosenRulesOf(question, id)
  const access = accessOf(ordinaryAi, manifest, question)
  const choice = choiceOf(access.effect)
  const locked = allowLockOf(manifest)
  const others = clientsOf(question.known).flatMap((client): OtherChoice[] => {
    const theirs = choiceOf(accessOf(client, manifest, question).effect)
    if (theirs === choice) return []
    return [{ id: client.id, ...(client.name !== undefined && { name: client.name }), choice: theirs }]
  })
  const isOwn = chosen.some((rule) => rule.id === access.rule)
  return {
    id,
    choice,
    usual: chosen.length === 0 ? choice : choiceOf(usualEffect(manifest, question, chosen)),
    ...(locked && { locked }),
    ...(asksAfterText(manifest, access, question) && { asksAfterText: true }),
    ...(access.rule !== undefined && !isOwn && { rule: access.rule }),
    ...(others.length > 0 && { others }),
  }
}

/** A medium action, or one that only the list allows. */
const asksAfterText = (
  manifest: CapabilityManifest,
  { effect, why }: CapabilityAccess,
  { gatehouse }: AccessQuestion,
) =>
  manifest.type === 'action' &&
  effect === 'allow' &&
  isTextRuleOn(gatehouse.governance()) &&
  (why === 'rule' || levelOf(manifest) === 'medium')
