/**
 * Service models: a service's permission to use the chat's model stays with that service.
 *
 * Enforces invariant 4: the permission ends with the service, and another program or address under the same name does
 * not get it, even when that changed while this program was not running.
 */

import { serviceId } from '@shared/servers/service.js'
import type { ManifestStore } from '../gateway/ports/stores.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { ComposedServices } from './services.js'

export interface ComposeServiceModelsDependencies {
  readonly settings: Pick<SettingsStore, 'get' | 'change'>
  readonly services: Pick<ComposedServices, 'store' | 'identityOf' | 'onDidReplaceProgram'>
  readonly manifests: Pick<ManifestStore, 'read'>
  /** Whether the services come from a file given on the command line. */
  readonly named: boolean
}

export function syncServiceModels({ settings, services, manifests, named }: ComposeServiceModelsDependencies): void {
  const { store } = services
  const keep = (isAllowed: (name: string) => boolean): void => {
    const { serviceModels } = settings.get()
    const left = serviceModels.filter(isAllowed)
    if (left.length < serviceModels.length) settings.change({ serviceModels: left })
  }
  const isConfigured = (name: string): boolean => Object.hasOwn(store.get().services, name)
  keep((name) => {
    // An invalid file does not show which services were removed.
    if (!isConfigured(name)) return named || store.problems.length > 0
    const { offer } = manifests.read(serviceId(name))
    return offer?.identity === undefined || offer.identity === services.identityOf(name)
  })
  store.onDidChange(() => keep(isConfigured))
  services.onDidReplaceProgram((name) => keep((one) => one !== name))
}
