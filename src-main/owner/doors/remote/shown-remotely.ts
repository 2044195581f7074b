/**
 * Shown remotely: what a person on another computer gets of a result or an event that their role includes.
 *
 * Guards invariant 8: nobody gets what only the gateway needs, and who may not answer or change something does not get
 * the secrets in it either.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { Settings } from '@shared/program/settings.js'
import type { ServicesView } from '@shared/servers/service.js'
import { mayAnswer } from '../../../policy/approvals/role-rights.js'
import { shownBySchema } from '../../../policy/redaction/schema-redaction.js'
import { maskedDraft } from '../../../policy/services/draft-keys.js'
import type { RemoteGiver } from '../../table/table.js'

type RemotePerson = RemoteGiver['person']

/** The schema of the arguments of an action that a server offers. */
export type SchemaOf = (server: string, capabilityId: string) => object | undefined

type Shape = (value: unknown, person: RemotePerson, schemaOf: SchemaOf) => unknown

const settings: Shape = (value) => settingsOf(value as Settings)

const services: Shape = (value, { role }) => (role === 'owner' ? value : withoutKeys(value as ServicesView))

/** Only owners answer what a service asks for. */
const inputs: Shape = (value, { role }) => (role === 'owner' ? value : [])

const approvals: Shape = (value, person, schemaOf) =>
  (value as readonly OpenApproval[]).map((approval) =>
    mayAnswer(person, 'deny', approval)
      ? approval
      : {
          ...approval,
          arguments: shownBySchema(schemaOf(approval.server.id, approval.capabilityId), approval.arguments),
        },
  )

/** By the name of the order or the event. */
const shapes: Readonly<Record<string, Shape>> = {
  'approvals:list': approvals,
  'approvals:changed': approvals,
  'inputs:list': inputs,
  'inputs:changed': inputs,
  'services:list': services,
  'services:changed': services,
  'settings:get': settings,
  'settings:change': settings,
  'settings:changed': (value) => {
    const changed = value as { readonly settings: Settings }
    return { ...changed, settings: settingsOf(changed.settings) }
  },
}

/** Whether people get it differently. */
export const isShaped = (name: string): boolean => Object.hasOwn(shapes, name)

/** @param value of the result or the event */
export const shownRemotely = (name: string, value: unknown, person: RemotePerson, schemaOf: SchemaOf): unknown =>
  isShaped(name) ? shapes[name]?.(value, person, schemaOf) : value

/** Without the gateways that this computer opens windows of, and the word by which the player knows our messages. */
function settingsOf({ gameApprover, ...others }: Settings): Settings {
  const { word: _word, ...approver } = gameApprover ?? {}
  return { ...others, gateways: [], gameApprover: gameApprover && (approver as Settings['gameApprover']) }
}

const withoutKeys = ({ services: all, ...view }: ServicesView): ServicesView => ({
  ...view,
  services: all.map(({ draft, ...service }) => ({ ...service, ...(draft && { draft: maskedDraft(draft) }) })),
})
