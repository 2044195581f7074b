/**
 * Server access: the current rights of each client on a server, and the effect of a call of each capability.
 *
 * It uses the same policies as a call. The risk from arguments, the owner's rules and a client's history is unknown
 * before the call, and not included. The window with invented data uses this module too: it imports nothing of Node.
 */
import type { Caller } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { everyAi, type Rule } from '@shared/approvals/rule.js'
import type { ClientIdentity, KnownClients, Rights } from '@shared/clients/client.js'
import type { CapabilityAccess, ClientAccess } from '@shared/servers/server-care.js'
import { entriesOn } from '../../policy/rights/permissions.js'
import { evaluatePermissions } from '../../policy/rights/rights.js'
import { roleOn } from '../../policy/rights/roles.js'
import { demandsOfRisk, riskOf } from '../../policy/risk/risk.js'
import { isSpent } from '../../policy/rules/rules.js'
import type { ApprovalRules } from '../approvals/approval-rules.js'
import { approvalRequirementFor, type RequirementContext } from '../path/steps/approval-requirement.js'
import type { ServerLink } from '../ports/provider.js'

export interface AccessQuestion {
  readonly link: ServerLink
  readonly known: KnownClients
  readonly gatehouse: Omit<RequirementContext, 'validator' | 'rules'> & {
    readonly rules: Pick<ApprovalRules, 'list' | 'matchForCall' | 'isDamaged'>
  }
}

export type AccessClient = ClientIdentity & Rights

export const clientsOf = ({ bridge, clients }: KnownClients): readonly AccessClient[] => [bridge, ...clients]

/** All clients, the bridge first. */
export function accessOn(question: AccessQuestion): readonly ClientAccess[] {
  const { link, known, gatehouse } = question
  const { id: serverId, capabilities } = link.server
  const { rules } = gatehouse.rules.list()
  const now = gatehouse.clock.now().getTime()
  return clientsOf(known).map((client) => {
    const effects = capabilities.map((manifest) => accessOf(client, manifest, question).effect)
    const count = (wanted: CapabilityAccess['effect']) => effects.filter((effect) => effect === wanted).length
    return {
      id: client.id,
      ...(client.name !== undefined && { name: client.name }),
      role: roleOn(client, serverId),
      ownRole: Object.hasOwn(client.roles, serverId),
      permissions: entriesOn(client.permissions, serverId).length,
      allow: count('allow'),
      ask: count('ask'),
      deny: count('deny'),
      rules: rules.filter((rule) => isAbout(rule, client.id, serverId, now)).map(({ id }) => id),
    }
  })
}

/** Each capability of the server for one client; empty when the client does not exist. */
export function accessBy(clientId: string, question: AccessQuestion): readonly CapabilityAccess[] {
  const client = clientsOf(question.known).find(({ id }) => id === clientId)
  return client ? question.link.server.capabilities.map((manifest) => accessOf(client, manifest, question)) : []
}

/** A rule about certain arguments does not apply to the capability as a whole. */
const noArguments = { isValidFor: () => false }

export function accessOf(
  client: AccessClient,
  manifest: CapabilityManifest,
  { link, gatehouse }: Pick<AccessQuestion, 'link'> & { readonly gatehouse: Omit<RequirementContext, 'validator'> },
): CapabilityAccess {
  const { id } = manifest
  const risk = riskOf(manifest, coreCatalogue.get(id))
  const judged = evaluatePermissions(client, { manifest, level: risk.level }, link.server.id)
  if (!judged.may) {
    const why = judged.why === 'permissions' && judged.denials.length > 0 ? 'permission' : 'role'
    return { id, effect: 'deny', why }
  }
  const { permitted } = judged
  const demands = demandsOfRisk(risk)
  const due = approvalRequirementFor(
    { manifest, given: {}, caller: callerOf(client), link, risk, demands, permitted },
    {
      ...gatehouse,
      validator: noArguments,
    },
  )
  switch (due.by) {
    case 'nobody':
      return { id, effect: 'allow', why: 'harmless', ...(demands.audit !== 'basic' && { noted: true }) }
    case 'rule':
      return { id, effect: due.effect, why: 'rule', rule: due.rule.id }
    case 'people':
      if (due.rule) return { id, effect: 'ask', why: 'rule', rule: due.rule.id, people: due.needed }
      if (due.builtIn) return { id, effect: 'ask', why: 'built-in', builtIn: due.builtIn, people: due.needed }
      return { id, effect: 'ask', why: permitted === 'ask' ? 'permission' : 'risk', people: due.needed }
  }
}

/** Any program can use the bridge under any name; only what applies to all of them is shown. */
const callerOf = ({ id, name }: ClientIdentity): Caller => ({
  type: 'model',
  id,
  name: name ?? '',
  ...(name !== undefined && { namedByOwner: true }),
})

const isAbout = (rule: Rule, clientId: string, serverId: string, now: number): boolean =>
  !isSpent(rule, now) &&
  (rule.client === undefined || rule.client.id === clientId || rule.client.id === everyAi.id) &&
  (rule.server === undefined || rule.server === serverId)
