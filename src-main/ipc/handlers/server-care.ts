/**
 * Server care, for the window: changes a server, tests its connection, and shows its history and access.
 *
 * Guards invariant 8: a token can be set but never read.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { KnownClients } from '@shared/clients/client.js'
import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent, ServerChange, ServerTrial, ServerTrialResult } from '@shared/servers/server-care.js'
import type { ServerLink } from '../../gateway/ports/provider.js'
import { type AccessQuestion, accessBy, accessOn, waitingAccess } from '../../gateway/trust/server-access.js'
import type { Handlers } from '../request-handling.js'

/** Each method throws a GatewayError when there is no such server, or the change is not possible. */
export interface ServerAdministration {
  edit(id: string, change: ServerChange): void
  forgetCertificate(id: string): void
  reconnect(id: string): void
  /** Returns the id of the restored server. */
  restore(id: string): Promise<string>
  try(trial: ServerTrial): Promise<ServerTrialResult>
}

export interface ServerCareDependencies {
  readonly registry: { link(id: string): ServerLink | undefined }
  readonly care: ServerAdministration
  readonly history: { of(id: string): readonly ConnectionEvent[] }
  readonly clients: { known(): KnownClients }
  readonly gatehouse: AccessQuestion['gatehouse']
}

type Topic =
  | 'servers:restore'
  | 'servers:edit'
  | 'servers:forget-certificate'
  | 'servers:reconnect'
  | 'servers:test'
  | 'servers:history'
  | 'servers:access'
  | 'servers:access-of'
  | 'servers:waiting-access'

export function serverCareHandlers(deps: ServerCareDependencies): Pick<Handlers, Topic> {
  const { registry, care, history, clients, gatehouse } = deps

  function known(id: string): ServerLink {
    const link = registry.link(id)
    if (!link) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return link
  }

  const shown = (id: string): Server => known(id).server
  const question = (id: string): AccessQuestion => ({ link: known(id), known: clients.known(), gatehouse })

  return {
    'servers:restore': async ({ id }) => shown(await care.restore(id)),
    'servers:edit': ({ id, ...change }) => {
      care.edit(id, change)
      return shown(id)
    },
    'servers:forget-certificate': ({ id }) => {
      care.forgetCertificate(id)
      return shown(id)
    },
    'servers:reconnect': ({ id }) => care.reconnect(id),
    'servers:test': (trial) => care.try(trial),
    'servers:history': ({ id }) => history.of(id),
    'servers:access': ({ id }) => accessOn(question(id)),
    'servers:access-of': ({ id, client }) => accessBy(client, question(id)),
    'servers:waiting-access': ({ id }) => waitingAccess(question(id)),
  }
}
