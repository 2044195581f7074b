/** Authenticated client: a client with the bridge's key, which is never revoked. */
import { setMaxListeners } from 'node:events'
import type { AuthenticatedClient, Authenticator } from '../../src-main/gateway/ports/client-access.js'

const { signal: revoked } = new AbortController()
// As in the program: each session and connection of a client listens, and there may be many.
setMaxListeners(0, revoked)

export const bridgeClient: AuthenticatedClient = { client: { id: 'bridge' }, revoked }

/** Lets in who has this one token. */
export const onlyToken = (token: string): Authenticator => ({
  authenticate: (given) =>
    given === token ? { ok: true, authenticated: bridgeClient } : { ok: false, why: 'unknown' },
})
