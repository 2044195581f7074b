/** Server named: the server that a person names on the command line. */
import type { ListedServer } from '../../owner/table/shapes.js'
import { UsageError } from '../verb.js'

/** The server with this name, id or address; undefined when there is none. @throws UsageError when there are several */
export function serverMatching(servers: readonly ListedServer[], text: string): ListedServer | undefined {
  const exact = servers.find(({ id, address }) => id === text || address === text)
  const named = servers.filter(({ name }) => name === text)
  if (exact || named.length < 2) return exact ?? named[0]
  throw new UsageError(`Several servers have the name "${text}". Use the id (${named.map(({ id }) => id).join(', ')}).`)
}

/** @throws UsageError when there is none, or several */
export function serverNamed(servers: readonly ListedServer[], text: string): ListedServer {
  const server = serverMatching(servers, text)
  if (server) return server
  const names = servers.map(({ name, id }) => (name === id ? id : `"${name}" (${id})`))
  throw new UsageError(
    `No server "${text}". ${names.length > 0 ? `Known servers: ${names.join(', ')}.` : 'Add one with: gatehouse servers add NAME ws://HOST:PORT'}`,
  )
}
