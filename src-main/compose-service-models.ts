/**
 * Compose service models: the permission to ask for the model of the chat stays with the service that got it.
 *
 * Guards invariant 4: it ends with the service, and another program or address under the same name does not have it, also
 * where that changed while this program did not run.
 */
import type { ComposedServices } from './compose-services.js'
import { serviceId } from './contract/service.js'
import type { ManifestStore } from './gateway/ports.js'
import type { SettingsStore } from './storage/settings-store.js'

export interface ServiceModelParts {
  readonly settings: Pick<SettingsStore, 'get' | 'change'>
  readonly services: Pick<ComposedServices, 'store' | 'identityOf' | 'onDidBecomeOther'>
  readonly manifests: Pick<ManifestStore, 'read'>
  /** The services are of another file than the profile's. */
  readonly named: boolean
}

export function keepServiceModels({ settings, services, manifests, named }: ServiceModelParts): void {
  const { store } = services
  const keep = (isAllowed: (name: string) => boolean): void => {
    const { serviceModels } = settings.get()
    const left = serviceModels.filter(isAllowed)
    if (left.length < serviceModels.length) settings.change({ serviceModels: left })
  }
  const isConfigured = (name: string): boolean => Object.hasOwn(store.get().services, name)
  keep((name) => {
    // A file that is not understood says nothing about who is gone.
    if (!isConfigured(name)) return named || store.problems.length > 0
    const { offer } = manifests.read(serviceId(name))
    return offer?.identity === undefined || offer.identity === services.identityOf(name)
  })
  store.onDidChange(() => keep(isConfigured))
  services.onDidBecomeOther((name) => keep((one) => one !== name))
}
