/**
 * Server name: what a server is called where a person reads it. The demo world has a name in each language until a person
 * gives it one of theirs.
 *
 * Guards that no other server gets our words: only an id counts that no server of a person can have.
 */
import { demoWorldId, demoWorldName } from './server.js'

export interface NamedServer {
  readonly id: string
  readonly name: string
}

export const isPlainDemoWorld = ({ id, name }: NamedServer): boolean => id === demoWorldId && name === demoWorldName

export const demoWorldKey = 'demoWorld.name'

/** Untrusted names must still be cleaned. @param t of the catalogue that `words/` is part of */
export const serverName = (server: NamedServer, t: (key: string) => string): string =>
  isPlainDemoWorld(server) ? t(demoWorldKey) : server.name
