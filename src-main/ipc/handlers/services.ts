/**
 * Services, for the window: other MCP servers behind Gatehouse, and the import of those of a client.
 *
 * Guards invariant 7: only the main window reads and writes configurations of other programs; another file is selected
 * in a system dialog.
 */
import type { ServiceDraft, ServicesView } from '@shared/servers/service.js'
import type { ImportPreview, ImportSource } from '@shared/servers/service-import.js'
import type { Handlers } from '../request-handling.js'

export interface ServiceAccess {
  view(): ServicesView
  /** These throw a GatewayError. */
  add(name: string, draft: ServiceDraft): boolean
  edit(name: string, draft: ServiceDraft): boolean
  remove(name: string): void
  start(name: string): Promise<void>
  stop(name: string): Promise<void>
  restart(name: string): Promise<void>
  /** @returns the page for a person's browser */
  signIn(name: string): Promise<string>
  signOut(name: string): Promise<void>
  log(name: string): readonly string[]
}

export interface ServiceImporting {
  sources(): readonly ImportSource[]
  choose(file: string): ImportSource
  /** These throw a GatewayError. */
  preview(file: string, names: readonly string[]): Promise<ImportPreview>
  run(file: string, names: readonly string[], expected: string): Promise<readonly string[]>
  undo(file: string): Promise<void>
}

export interface ServiceHandlerDependencies {
  readonly services: ServiceAccess
  readonly imports: ServiceImporting
  /** Asks the person for a file; undefined when they choose none. */
  readonly chooseFile: () => Promise<string | undefined>
  readonly chooseModule: () => Promise<string | undefined>
  /** Opens a sign-in page in the person's browser. */
  readonly openPage: (address: string) => Promise<void>
}

type Topic = Extract<keyof Handlers, `services:${string}`>

export function serviceHandlers(deps: ServiceHandlerDependencies): Pick<Handlers, Topic> {
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
