/** Java address: the address of a Java server without a plugin, and the server id derived from it. */
import { GatewayError } from './gateway-error.js'

export const defaultRconPort = 25_575

export interface RconTarget {
  readonly host: string
  readonly port: number
}

/** `rcon://HOST[:PORT]`. @throws GatewayError */
export function parseRconAddress(address: string): RconTarget {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url !== undefined && /^rcon:\/\/[^/?#@]+\/?$/u.test(url.href)
  if (!isPlain || url.hostname === '') {
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This is not an RCON address.',
      suggestion: `Enter it as rcon://host:port, for example rcon://192.168.1.20:${defaultRconPort}.`,
    })
  }
  const host = url.hostname.replace(/^\[|\]$/gu, '').toLowerCase()
  return { host, port: url.port === '' ? defaultRconPort : Number(url.port) }
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The address as people read and write it. */
export const rconAddressText = ({ host, port }: RconTarget): string => `rcon://${bracketed(host)}:${port}`

/** The id of the server at an endpoint. */
export const javaServerIdOf = ({ host, port }: RconTarget): string => `java:${bracketed(host)}:${port}`

/** @throws GatewayError when the address is not `ws://` or `wss://` with a host */
export function managementAddressOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['ws:', 'wss:'].includes(url.protocol) || url.username || url.password || url.hash) {
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This is not an address of the management protocol.',
      suggestion: 'Enter it as ws://host:port or wss://host:port.',
    })
  }
  return address
}
