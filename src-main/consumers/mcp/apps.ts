/**
 * Apps: the addresses of MCP Apps of services. See docs/protocol.md#services-tools.
 *
 * Guards that a tool never shows the page of another service: each address gets a part that is unique to its service and
 * stays the same after a restart. A click in an App is an ordinary call, with the rights and approvals of its client.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { appsExtension } from '@contract/instructions.js'
import { isObject } from '@contract/json/json-object.js'
import type { Tool } from '@modelcontextprotocol/server'

const scheme = 'ui://'
/** The name of the address in definitions of before the extension. */
const olderKey = 'ui/resourceUri'

/** Whether a client with these capabilities shows Apps. */
export const showsApps = ({ extensions }: JsonObject = {}): boolean =>
  isObject(extensions) && isObject(extensions[appsExtension])

const prefixes = new Map<string, string>()

function prefixOf(serverId: string): string {
  const known = prefixes.get(serverId)
  if (known !== undefined) return known
  const prefix = `${scheme}s-${createHash('sha256').update(serverId).digest('hex').slice(0, 12)}/`
  prefixes.set(serverId, prefix)
  return prefix
}

export const isAppAddress = (uri: unknown): uri is string => typeof uri === 'string' && uri.startsWith(scheme)

/** The address of a service's resource for clients; only those of Apps change. */
export const addressForClients = (serverId: string, uri: string): string =>
  isAppAddress(uri) ? prefixOf(serverId) + uri.slice(scheme.length) : uri

/** The address at this service; undefined for one of another service. */
export function addressAtService(serverId: string, uri: string): string | undefined {
  if (!isAppAddress(uri)) return uri
  const prefix = prefixOf(serverId)
  return uri.startsWith(prefix) ? scheme + uri.slice(prefix.length) : undefined
}

/** The definition or the result of a tool with the address of its App for clients. */
export function withAppAddress(definition: JsonObject, serverId: string): JsonObject {
  const { _meta: meta } = definition
  if (!isObject(meta)) return definition
  const { ui, [olderKey]: older } = meta
  const hasAddress = isObject(ui) && isAppAddress(ui.resourceUri)
  if (!hasAddress && !isAppAddress(older)) return definition
  return {
    ...definition,
    _meta: {
      ...meta,
      ...(hasAddress && { ui: { ...ui, resourceUri: addressForClients(serverId, String(ui.resourceUri)) } }),
      ...(isAppAddress(older) && { [olderKey]: addressForClients(serverId, older) }),
    },
  }
}

/** A part of the content of a service's result or prompt, with the addresses of its Apps for clients. */
export function partForClients(serverId: string, part: unknown): unknown {
  if (!isObject(part)) return part
  const { uri, resource } = part
  return {
    ...part,
    ...(isAppAddress(uri) && { uri: addressForClients(serverId, uri) }),
    ...(isObject(resource) &&
      isAppAddress(resource.uri) && { resource: { ...resource, uri: addressForClients(serverId, resource.uri) } }),
  }
}

/** Whether only an App may call it: a client that shows no Apps would offer it to its model. */
export function isForAppsOnly({ _meta: meta }: Pick<Tool, '_meta'>): boolean {
  const visibility = isObject(meta?.ui) ? meta.ui.visibility : undefined
  return Array.isArray(visibility) && visibility.length > 0 && !visibility.includes('model')
}
