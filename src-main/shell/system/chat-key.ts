/** Chat key: stored in the credential store, so that players keep their pseudonyms across starts (invariant 8). */
import type { ChatKeyStore } from '../../gateway/clients/chat-logins.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'

const name = 'chat-key'

export const chatKeyIn = (secrets: Pick<SecretStore, 'get' | 'set'>): ChatKeyStore => ({
  read: () => secrets.get(name),
  write: (key) => void secrets.set(name, key),
})
