/** A visitor with the bridge's key, which nobody takes away. */
import type { KeyHolders, Visitor } from '../../src-main/gateway/ports.js'

export const bridgeVisitor: Visitor = { client: { id: 'bridge' }, revoked: new AbortController().signal }

/** Lets in who has this one token. */
export const onlyToken = (token: string): KeyHolders => ({
  authenticate: (given) => (given === token ? { ok: true, visitor: bridgeVisitor } : { ok: false, why: 'unknown' }),
})
