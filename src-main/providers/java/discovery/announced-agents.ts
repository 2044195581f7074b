/** Announced agents: contract agents that announce themselves by mDNS as `_mcagent._tcp`. Texts are untrusted. */

import { isIPv4 } from 'node:net'
import type { FoundInNetwork } from '@shared/servers/java-server.js'
import { Bonjour, type Service } from 'bonjour-service'
import { plainName, untrusted } from '../../../policy/text/untrusted-text.js'

export const agentService = 'mcagent'

/** Undefined when the announcement has no usable address or port. */
export function agentOf({
  name,
  addresses = [],
  port,
}: Pick<Service, 'name' | 'addresses' | 'port'>): FoundInNetwork | undefined {
  const host = addresses.find((address) => isIPv4(address)) ?? addresses[0]
  if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  return { key: `agent ${host}:${port}`, kind: 'agent', name: plainName(untrusted(name)) || host, host, port }
}

/** @returns `again` queries again; `stop` ends the search */
export function findAgents(
  onFound: (found: FoundInNetwork) => void,
  {
    multicast = {},
    onProblem = () => undefined,
  }: { readonly multicast?: object; readonly onProblem?: (why: string) => void } = {},
): { readonly again: () => void; readonly stop: () => void } {
  const bonjour = new Bonjour(multicast, (error: Error) => onProblem(error.message))
  const browser = bonjour.find({ type: agentService }, (service) => {
    const found = agentOf(service)
    if (found) onFound(found)
  })
  return {
    again: () => {
      browser.update()
      browser.expire()
      for (const service of browser.services) {
        const found = agentOf(service)
        if (found) onFound(found)
      }
    },
    stop: () => {
      browser.stop()
      bonjour.destroy()
    },
  }
}
