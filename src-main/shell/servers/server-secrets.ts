/**
 * Server secrets: the tokens of added servers, and the secrets of their management protocol, in the credential store.
 *
 * Enforces invariant 8: for the shell only; they are not sent to pages.
 */
import type { AddedServerSettings } from '@shared/program/settings.js'
import type { ServerWithSecrets } from '../../compose/server-providers.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'

const tokenName = (id: string): string => `agent-token:${id}`
const managementName = (id: string): string => `management-secret:${id}`

export class ServerSecrets {
  readonly #store: SecretStore
  /** Servers whose secrets could not be stored persistently. */
  readonly #unpersisted = new Set<string>()

  constructor(store: SecretStore) {
    this.#store = store
  }

  readonly tokenOf = (id: string): string | undefined => this.#store.get(tokenName(id))

  readonly managementSecretOf = (id: string): string | undefined => this.#store.get(managementName(id))

  isPersistent(id: string): boolean {
    return !this.#unpersisted.has(id)
  }

  keep(id: string, token: string, managementSecret?: string): void {
    const isKept = this.#store.set(tokenName(id), token)
    const isSecretKept = managementSecret === undefined || this.#store.set(managementName(id), managementSecret)
    if (isKept && isSecretKept) this.#unpersisted.delete(id)
    else this.#unpersisted.add(id)
  }

  delete(id: string): void {
    this.#store.delete(tokenName(id))
    this.deleteManagementSecret(id)
  }

  deleteManagementSecret(id: string): void {
    this.#store.delete(managementName(id))
  }

  /** The server as a provider connects it. */
  withSecrets(server: AddedServerSettings, token: string | undefined): ServerWithSecrets {
    const managementSecret = server.management && this.managementSecretOf(server.id)
    return { ...server, token, ...(managementSecret !== undefined && { managementSecret }) }
  }
}
