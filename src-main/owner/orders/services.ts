/**
 * Orders about services: other MCP servers behind Gatehouse, and the import of those of a client.
 *
 * Guards invariant 7: only a person at this computer reads and writes configurations of other programs; another file is
 * selected in a system dialog, or named on the command line. Guards invariant 8: a terminal, its history and scripts get
 * no keys, not even those that a person wrote into the file.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { ServicesView } from '@shared/servers/service.js'
import type { ServiceImports } from '../../connect/import/service-imports.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { maskedDraft } from '../../policy/services/draft-keys.js'
import type { ServiceRepository } from '../servers/service-repository.js'
import type { Giver, OrdersAbout } from '../table/table.js'

export interface ServiceOrdersDependencies {
  readonly services: ServiceRepository
  /** Absent in a headless program. */
  readonly desktop?: ServiceDesktop | undefined
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

/** Only a desktop has clients, dialogs and a browser. */
export interface ServiceDesktop {
  readonly imports: ServiceImports
  /** Asks the person for a file; undefined when they choose none. */
  readonly chooseFile: () => Promise<string | undefined>
  readonly chooseModule: () => Promise<string | undefined>
  /** Opens a sign-in page in the person's browser. */
  readonly openPage: (address: string) => Promise<void>
}

/** Milliseconds the command line waits for a service to start or stop; a later end is shown by its state. */
const waitTimeoutMs = 5_000

export function serviceOrders(deps: ServiceOrdersDependencies): OrdersAbout<'services'> {
  const { services, clock, log } = deps

  function desktop(): ServiceDesktop {
    if (deps.desktop) return deps.desktop
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'Only the desktop app can move services of a client.',
      suggestion: 'Start the desktop app, then try again.',
    })
  }

  function switched(name: string, doing: Promise<void>, giver: Giver): Promise<void> {
    if (giver !== 'command-line') return doing
    return new Promise((resolve, reject) => {
      const cancel = clock.after(waitTimeoutMs, resolve)
      doing
        .then(resolve, (error: unknown) => {
          log.warn('a service could not be switched', { service: name, error: `${error}` })
          reject(error)
        })
        .finally(cancel)
    })
  }

  return {
    'services:list': (_payload, giver) => (giver === 'command-line' ? withoutKeys(services.view()) : services.view()),
    'services:add': ({ name, draft }) => ({ remembered: services.add(name, draft) }),
    'services:edit': ({ name, draft }) => ({ remembered: services.edit(name, draft) }),
    'services:remove': ({ name }) => services.remove(name),
    'services:start': ({ name }, giver) => switched(name, services.start(name), giver),
    'services:stop': ({ name }, giver) => switched(name, services.stop(name), giver),
    'services:restart': ({ name }, giver) => switched(name, services.restart(name), giver),
    'services:sign-in': async ({ name }) => desktop().openPage(await services.signIn(name)),
    'services:sign-in-page': async ({ name }) => ({ address: await services.signIn(name) }),
    'services:sign-out': ({ name }) => services.signOut(name),
    'services:log': ({ name }) => services.log(name),
    'services:sources': () => desktop().imports.sources(),
    'services:source': ({ file }) => desktop().imports.choose(file),
    'services:choose-file': async () => {
      const file = await desktop().chooseFile()
      return file === undefined ? null : desktop().imports.choose(file)
    },
    'services:choose-module': async () => (await desktop().chooseModule()) ?? null,
    'services:preview-import': ({ file, names }) => desktop().imports.preview(file, names),
    'services:import': async ({ file, names, expected }) => ({
      services: await desktop().imports.run(file, names, expected),
    }),
    'services:preview-undo': ({ file }) => desktop().imports.previewRevert(file),
    'services:undo-import': ({ file }) => desktop().imports.undo(file),
  }
}

const withoutKeys = ({ services, ...view }: ServicesView): ServicesView => ({
  ...view,
  services: services.map(({ draft, ...service }) => ({ ...service, ...(draft && { draft: maskedDraft(draft) }) })),
})
