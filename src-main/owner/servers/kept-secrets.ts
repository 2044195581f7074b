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

  /** Forgets those that are not given: they were entered for something else. */
  replace(id: string, { token, management, login }: ServerSecrets): void {
    const kept = [
      this.#keep(tokenName(id), token),
      this.#keep(managementName(id), management),
      this.#keep(loginName(id), login),
    ]
    if (kept.every(Boolean)) this.#unpersisted.delete(id)
    else this.#unpersisted.add(id)
  }

  delete(id: string): void {
    this.replace(id, {})
  }

  /** @returns whether it is as persistent as it should be */
  #keep(name: string, secret: string | undefined): boolean {
    if (secret !== undefined) return this.#store.set(name, secret)
    this.#store.delete(name)
    return true
  }
}
