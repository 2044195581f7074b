/**
 * Connect, for the window: instructions for connecting an AI client, automatic connection of known clients, and reasons
 * why one does not connect.
 *
 * Guards invariant 7: only the main window reads and writes configurations of other programs, and only those listed
 * before. Guards invariant 8: a key is copied to the clipboard only while it is new, and the window does not send it.
 */

import { GatewayError } from '@contract/gateway-error.js'
import {
  type ConfigPreview,
  type ConnectedClient,
  type ConnectionFinding,
  type Guide,
  keyPlaceholder,
  type ProgramId,
} from '@shared/clients/connection.js'
import type { Handlers } from '../request-handling.js'
import type { FreshKey } from './fresh-key.js'

export interface ConnectingClients {
  /** @param name name of an unknown program, given by the owner */
  guide(program: ProgramId, name?: string): Promise<Guide>
  /** Creates the key that the bridge uses for a program, if there is none. @throws GatewayError */
  ensureKey(program: ProgramId, name?: string): void
  /** @throws GatewayError */
  repairFile(file: string): Promise<void>
  /** @throws GatewayError */
  repairKey(client: string): void
  /** These three throw a GatewayError. */
  /** @param back previews the reversal instead of the change */
  preview(file: string, back?: true): Promise<ConfigPreview>
  write(file: string, expected: string): Promise<void>
  revert(file: string): Promise<void>
  /** @throws GatewayError when nothing opens it */
  openLink(program: ProgramId): Promise<void>
  /** @throws GatewayError when nothing opens it */
  openBundle(): Promise<{ readonly file: string }>
  readonly bundleFile: string
  installed(): readonly ProgramId[]
  showBundle(): Promise<void>
  repairEndpoint(): Promise<void>
  findingsAbout(
    about: { readonly program: ProgramId } | { readonly client: string },
  ): Promise<readonly ConnectionFinding[]>
}

export interface ConnectDependencies {
  readonly connections: ConnectingClients
  readonly connectedClients: () => readonly ConnectedClient[]
  readonly fresh: Pick<FreshKey, 'of'>
  readonly copy: (text: string) => Promise<void>
}

type Topic =
  | 'connect:guide'
  | 'connect:installed'
  | 'connect:copy'
  | 'connect:ensure-key'
  | 'connect:preview'
  | 'connect:write'
  | 'connect:take-back'
  | 'connect:open-link'
  | 'connect:open-bundle'
  | 'connect:show-bundle'
  | 'connect:copy-bundle-path'
  | 'connect:clients'
  | 'connect:findings'
  | 'connect:repair-endpoint'
  | 'connect:repair-file'
  | 'connect:repair-key'

export function connectHandlers({
  connections,
  connectedClients,
  fresh,
  copy,
}: ConnectDependencies): Pick<Handlers, Topic> {
  return {
    'connect:guide': ({ program, name }) => connections.guide(program, name),
    'connect:installed': () => connections.installed(),
    'connect:copy': async ({ program, name, recipe, client }) => {
      const { recipes } = await connections.guide(program, name)
      const { text, over } = recipes[recipe] ?? {}
      if (over === 'bridge') connections.ensureKey(program, name)
      if (text === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      const key = client === undefined ? keyPlaceholder : fresh.of(client)
      if (key === undefined) throw new GatewayError('PERMISSION.DENIED')
      await copy(text.replace(keyPlaceholder, () => key))
    },
    'connect:ensure-key': ({ program, name }) => connections.ensureKey(program, name),
    'connect:preview': ({ file, back }) => connections.preview(file, back),
    'connect:write': ({ file, expected }) => connections.write(file, expected),
    'connect:take-back': ({ file }) => connections.revert(file),
    'connect:open-link': ({ program }) => connections.openLink(program),
    'connect:open-bundle': () => connections.openBundle(),
    'connect:show-bundle': async () => {
      await connections.showBundle()
      return { file: connections.bundleFile }
    },
    'connect:copy-bundle-path': () => copy(connections.bundleFile),
    'connect:clients': () => connectedClients(),
    'connect:findings': (about) => connections.findingsAbout(about),
    'connect:repair-endpoint': () => connections.repairEndpoint(),
    'connect:repair-file': ({ file }) => connections.repairFile(file),
    'connect:repair-key': ({ client }) => connections.repairKey(client),
  }
}
