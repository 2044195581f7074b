/**
 * Server access: who may do what on a server, as the gateway would decide it now, for a person to look over; and of each
 * capability what happens when an AI client asks for it.
 *
 * It asks the same policies that decide a call, and decides none itself. What arguments, owner's rules and what a client
 * has read add to the risk is not known before the call, and not told here.
 */
import type { Caller } from '../contract/call.js'
import { type ClientIdentity, effects, type KnownClients, type Rights } from '../contract/client.js'
import { coreCatalogue } from '../contract/core-catalogue.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { Rule } from '../contract/rule.js'
import type { CapabilityAccess, ClientAccess } from '../contract/server-care.js'
import { entriesOn } from '../policy/permissions.js'
import { judge } from '../policy/rights.js'
import { demandsOfRisk, riskOf } from '../policy/risk.js'
import { roleOn } from '../policy/roles.js'
import { isSpent } from '../policy/rules.js'
import type { ServerLink } from './ports.js'
import { type Deciding, dueFor } from './steps/due.js'

export interface AccessQuestion {
  readonly link: ServerLink
  readonly known: KnownClients
  readonly gatehouse: Omit<Deciding, 'validator'>
}

type Asker = ClientIdentity & Rights

const askers = ({ bridge, clients }: KnownClients): readonly Asker[] => [bridge, ...clients]

/** Every client, the bridge first. */
export function accessOn(question: AccessQuestion): readonly ClientAccess[] {
  const { link, known, gatehouse } = question
  const { id: serverId, capabilities } = link.server
  const { rules } = gatehouse.rules.list()
  const now = gatehouse.clock.now().getTime()
  return askers(known).map((client) => {
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

/** Each capability of the server, for one client; nothing when there is no such client. */
export function accessBy(clientId: string, question: AccessQuestion): readonly CapabilityAccess[] {
  const client = askers(question.known).find(({ id }) => id === clientId)
  return client ? question.link.server.capabilities.map((manifest) => accessOf(client, manifest, question)) : []
}

/** What would happen with each new capability once a person accepts it, when a client without rights of its own calls it. */
export const waitingAccess = (question: AccessQuestion): readonly CapabilityAccess[] =>
  (question.link.server.quarantined ?? [])
    .filter(({ reason }) => reason === 'new')
    .map(({ offered }) => accessOf(question.known.bridge, offered, question))

/**
 * What happens when a client that no person has given rights of its own asks: on the server where it is asked for most.
 *
 * @returns by id of the capability; what no server offers is not in it
 */
export function outlookOf(
  links: readonly ServerLink[],
  question: Omit<AccessQuestion, 'link'>,
): Readonly<Record<string, CapabilityAccess>> {
  const outlook = new Map<string, CapabilityAccess>()
  for (const link of links) {
    for (const manifest of link.server.capabilities) {
      const known = outlook.get(manifest.id)
      const here = accessOf(question.known.bridge, manifest, { ...question, link })
      if (!known || strictness(here) > strictness(known)) outlook.set(manifest.id, here)
    }
  }
  return Object.fromEntries(outlook)
}

/** A rule about certain arguments says nothing about the capability as a whole. */
const noArguments = { isValidFor: () => false }

const strictness = ({ effect, people = 0, noted }: CapabilityAccess): number =>
  effects.indexOf(effect) * 1_000 + people * 2 + (noted ? 1 : 0)

function accessOf(client: Asker, manifest: CapabilityManifest, { link, gatehouse }: AccessQuestion): CapabilityAccess {
  const { id } = manifest
  const risk = riskOf(manifest, coreCatalogue.get(id))
  const judged = judge(client, { manifest, level: risk.level }, link.server.id)
  if (!judged.may) {
    const why = judged.why === 'permissions' && judged.denials.length > 0 ? 'permission' : 'role'
    return { id, effect: 'deny', why }
  }
  const { permitted } = judged
  const demands = demandsOfRisk(risk)
  const due = dueFor(
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

/** Behind the bridge stands whatever calls itself so; only what holds for all of them is told. */
const callerOf = ({ id, name }: ClientIdentity): Caller => ({
  type: 'model',
  id,
  name: name ?? '',
  ...(name !== undefined && { namedByOwner: true }),
})

const isAbout = (rule: Rule, clientId: string, serverId: string, now: number): boolean =>
  !isSpent(rule, now) &&
  (rule.client === undefined || rule.client.id === clientId) &&
  (rule.server === undefined || rule.server === serverId)
