/**
 * Kept secrets: the tokens of added servers, their passwords for SSH, and the secrets of their management protocol, in
 * the credential store.
 *
 * Enforces invariant 8: they are not sent to pages.
 */
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'

const tokenName = (id: string): string => `agent-token:${id}`
const managementName = (id: string): string => `management-secret:${id}`
const loginName = (id: string): string => `server-login:${id}`

export class KeptSecrets {
  readonly #store: SecretStore
  /** Servers whose secrets could not be stored persistently. */
  readonly #unpersisted = new Set<string>()

  constructor(store: SecretStore) {
    this.#store = store
  }

  /** The secrets that this server uses. */
  of({ id, management }: Pick<AddedServer, 'id' | 'management'>): ServerSecrets {
    const token = this.#store.get(tokenName(id))
    const secret = management && this.#store.get(managementName(id))
    const login = this.#store.get(loginName(id))
    return {
      ...(token !== undefined && { token }),
      ...(secret !== undefined && { management: secret }),
      ...(login !== undefined && { login }),
    }
  }

  isPersistent(id: string): boolean {
    return !this.#unpersisted.has(id)
  }

  /** Leaves those that are not given as they are. */
  keep(id: string, { token, management, login }: ServerSecrets): void {
    const isKept = token === undefined || this.#store.set(tokenName(id), token)
    const isSecretKept = management === undefined || this.#store.set(managementName(id), management)
    const isLoginKept = login === undefined || this.#store.set(loginName(id), login)
    if (isKept && isSecretKept && isLoginKept) this.#unpersisted.delete(id)
    else this.#unpersisted.add(id)
  }

  delete(id: string): void {
    this.#store.delete(tokenName(id))
    this.#store.delete(loginName(id))
    this.deleteManagementSecret(id)
  }

  deleteManagementSecret(id: string): void {
    this.#store.delete(managementName(id))
  }
}
