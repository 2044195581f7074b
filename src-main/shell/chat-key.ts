/** Chat key: kept in the system's store, so that players need not learn a new one at each start (invariant 8). */
import type { ChatKeyStore } from '../gateway/chat-logins.js'
import type { SecretStore } from '../gateway/ports.js'

const name = 'chat-key'

export const chatKeyIn = (secrets: Pick<SecretStore, 'get' | 'set'>): ChatKeyStore => ({
  read: () => secrets.get(name),
  write: (key) => void secrets.set(name, key),
})
