/**
 * Orders about services: other MCP servers behind Gatehouse, and the import of those of a client.
 *
 * Guards invariant 7: only the main window reads and writes configurations of other programs; another file is selected
 * in a system dialog.
 */

import type { ServiceImports } from '../../connect/import/service-imports.js'
import type { ServiceRepository } from '../servers/service-repository.js'
import type { OrdersAbout } from '../table/table.js'

export interface ServiceOrdersDependencies {
  readonly services: ServiceRepository
  readonly imports: ServiceImports
  /** Asks the person for a file; undefined when they choose none. */
  readonly chooseFile: () => Promise<string | undefined>
  readonly chooseModule: () => Promise<string | undefined>
  /** Opens a sign-in page in the person's browser. */
  readonly openPage: (address: string) => Promise<void>
}

export function serviceOrders(deps: ServiceOrdersDependencies): OrdersAbout<'services'> {
  const { services, imports, chooseFile, chooseModule, openPage } = deps
  return {
    'services:list': () => services.view(),
    'services:add': ({ name, draft }) => ({ remembered: services.add(name, draft) }),
    'services:edit': ({ name, draft }) => ({ remembered: services.edit(name, draft) }),
    'services:remove': ({ name }) => services.remove(name),
    'services:start': ({ name }) => services.start(name),
    'services:stop': ({ name }) => services.stop(name),
    'services:restart': ({ name }) => services.restart(name),
    'services:sign-in': async ({ name }) => openPage(await services.signIn(name)),
    'services:sign-out': ({ name }) => services.signOut(name),
    'services:log': ({ name }) => services.log(name),
    'services:sources': () => imports.sources(),
    'services:choose-file': async () => {
      const file = await chooseFile()
      return file === undefined ? null : imports.choose(file)
    },
    'services:choose-module': async () => (await chooseModule()) ?? null,
    'services:preview-import': ({ file, names }) => imports.preview(file, names),
    'services:import': async ({ file, names, expected }) => ({ services: await imports.run(file, names, expected) }),
    'services:undo-import': ({ file }) => imports.undo(file),
  }
}
