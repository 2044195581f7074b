/**
 * Server name: the name of a server as shown to a person. The demo world has a name in each language until a person
 * renames it.
 *
 * Guards that no other server gets the built-in name: it depends on an id that no other server can have.
 */
import { demoWorldId, demoWorldName } from './server.js'

export interface NamedServer {
  readonly id: string
  readonly name: string
}

export const isPlainDemoWorld = ({ id, name }: NamedServer): boolean => id === demoWorldId && name === demoWorldName

export const demoWorldKey = 'demoWorld.name'

/** Untrusted names must still be cleaned. @param t translates keys of the catalogue with `words/` */
export const serverName = (server: NamedServer, t: (key: string) => string): string =>
  isPlainDemoWorld(server) ? t(demoWorldKey) : server.name
