/**
 * Connecting, for the window: how to connect an AI client, doing it for Claude Desktop, and why one does not come.
 *
 * Guards invariant 7: only the main window reads and writes configurations of other programs, and names nothing but what
 * it was told before. Guards invariant 8: a key goes to the clipboard only while it is fresh, and
 * without the window sending it.
 */
import {
  type ConfigPreview,
  type Finding,
  type Guest,
  type Guide,
  keyPlace,
  type ProgramId,
} from '../../contract/connection.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { Handlers } from '../typed-ipc.js'
import { forWindowLater } from '../window-only.js'
import type { FreshKey } from './fresh-key.js'

export interface ConnectingClients {
  guide(program: ProgramId): Promise<Guide>
  /** These three throw a GatewayError. */
  /** @param back of taking it back instead of writing */
  preview(file: string, back?: true): Promise<ConfigPreview>
  write(file: string, expected: string): Promise<void>
  takeBack(file: string): Promise<void>
  /** @throws GatewayError when nothing opens it */
  openBundle(): Promise<{ readonly file: string }>
  showBundle(): Promise<void>
  mendEndpoint(): Promise<void>
  findingsAbout(about: { readonly program: ProgramId } | { readonly client: string }): Promise<readonly Finding[]>
}

export interface ConnectParts {
  readonly connections: ConnectingClients
  readonly guests: () => readonly Guest[]
  readonly fresh: Pick<FreshKey, 'of'>
  readonly copy: (text: string) => Promise<void>
}

type Topic =
  | 'connect:guide'
  | 'connect:copy'
  | 'connect:preview'
  | 'connect:write'
  | 'connect:take-back'
  | 'connect:open-bundle'
  | 'connect:show-bundle'
  | 'connect:guests'
  | 'connect:findings'
  | 'connect:mend-endpoint'

export function connectHandlers({ connections, guests, fresh, copy }: ConnectParts): Pick<Handlers, Topic> {
  return {
    'connect:guide': ({ program }, sender) => forWindowLater(sender, () => connections.guide(program)),
    'connect:copy': ({ program, recipe, client }, sender) =>
      forWindowLater(sender, async () => {
        const { recipes } = await connections.guide(program)
        const text = recipes[recipe]?.text
        if (text === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
        const key = client === undefined ? keyPlace : fresh.of(client)
        if (key === undefined) throw new GatewayError('PERMISSION.DENIED')
        await copy(text.replace(keyPlace, () => key))
        return null
      }),
    'connect:preview': ({ file, back }, sender) => forWindowLater(sender, () => connections.preview(file, back)),
    'connect:write': ({ file, expected }, sender) =>
      forWindowLater(sender, async () => {
        await connections.write(file, expected)
        return null
      }),
    'connect:take-back': ({ file }, sender) =>
      forWindowLater(sender, async () => {
        await connections.takeBack(file)
        return null
      }),
    'connect:open-bundle': (_nothing, sender) => forWindowLater(sender, () => connections.openBundle()),
    'connect:show-bundle': (_nothing, sender) =>
      forWindowLater(sender, async () => {
        await connections.showBundle()
        return null
      }),
    'connect:guests': (_nothing, sender) => forWindowLater(sender, guests),
    'connect:findings': (about, sender) => forWindowLater(sender, () => connections.findingsAbout(about)),
    'connect:mend-endpoint': (_nothing, sender) =>
      forWindowLater(sender, async () => {
        await connections.mendEndpoint()
        return null
      }),
  }
}
