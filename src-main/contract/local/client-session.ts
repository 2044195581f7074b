/** Client session: tells programs apart that share a key, in the revision of MCP without sessions. See docs/protocol.md#mcp-bridge. */

/** The HTTP header with the random id that a bridge has while it runs, in lower case as Node.js names it. */
export const sessionHeader = 'gatehouse-session'

/** As `crypto.randomUUID` makes it, so that no program can guess that of another. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** The id; undefined for anything else. */
export const parseSession = (text: unknown): string | undefined =>
  typeof text === 'string' && text.length === 36 && uuid.test(text) ? text : undefined
