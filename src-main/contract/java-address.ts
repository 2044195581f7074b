/** Java address: the address of a Java server without a plugin, by where it runs, and the server id derived from it. */
import { GatewayError } from './gateway-error.js'

export const defaultRconPort = 25_575

export interface RconTarget {
  readonly host: string
  readonly port: number
}

/** The user of a computer with SSH. */
export interface SshLogin extends RconTarget {
  readonly user: string
}

/** How a Java server is reached. `pterodactyl` is also Pelican; `ssh` has commands, `sftp` has files alone. */
export type JavaAddress =
  | ({ readonly kind: 'rcon' } & RconTarget)
  | { readonly kind: 'pterodactyl'; readonly host: string; readonly port: number; readonly server: string }
  | {
      readonly kind: 'ssh' | 'sftp'
      readonly user: string
      readonly host: string
      readonly port: number
      /** Absolute on the other computer; `/` for the folder in which a panel's SFTP begins. */
      readonly folder: string
    }
  | {
      readonly kind: 'docker'
      readonly container: string
      /** Absent for the engine that `DOCKER_HOST` or the local socket names; else `ssh://…` or `tcp://…`. */
      readonly engine?: string
    }
  | {
      readonly kind: 'mcsmanager'
      readonly host: string
      readonly port: number
      readonly daemon: string
      readonly instance: string
    }

export type JavaAddressKind = JavaAddress['kind']

const defaultPorts = { rcon: defaultRconPort, pterodactyl: 443, ssh: 22, sftp: 22, mcsmanager: 23_333 } as const

const scheme = /^(rcon|pterodactyl|ssh|sftp|docker|mcsmanager):/iu

/** Whether the address is that of a Java server without a plugin. */
export const isJavaAddress = (address: string): boolean => scheme.test(address.trim())

/** @throws GatewayError */
export function parseJavaAddress(address: string): JavaAddress {
  const text = address.trim()
  const kind = scheme.exec(text)?.[1]?.toLowerCase() as JavaAddressKind | undefined
  if (kind === undefined || kind === 'rcon') return { kind: 'rcon', ...parseRconAddress(text) }
  const parsed = partsOf(text, kind)
  if (!parsed || javaServerIdOf(parsed).length > maxIdLength) {
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This is not the address of a server.',
      suggestion: `Enter it as ${forms[kind]}.`,
    })
  }
  return parsed
}

const forms: Readonly<Record<Exclude<JavaAddressKind, 'rcon'>, string>> = {
  pterodactyl: 'pterodactyl://PANEL/SERVER',
  ssh: 'ssh://USER@HOST/FOLDER',
  sftp: 'sftp://USER@HOST:PORT/FOLDER',
  docker: 'docker://CONTAINER or docker://CONTAINER?engine=ssh://USER@HOST',
  mcsmanager: 'mcsmanager://PANEL:PORT/DAEMON/INSTANCE',
}

/** Characters. */
const maxIdLength = 256

/** Ids of panels and names of containers. */
const word = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/u

function partsOf(text: string, kind: Exclude<JavaAddressKind, 'rcon'>): JavaAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [user, path] = [decoded(url?.username), decoded(url?.pathname)]
  if (!url || user === undefined || path === undefined || url.hash !== '' || url.password !== '') return undefined
  const host = url.hostname.replace(/^\[|\]$/gu, '').toLowerCase()
  if (kind === 'docker') return container(url, path)
  if (url.search !== '' || host === '' || host.includes(',')) return undefined
  const at = { host, port: url.port === '' ? defaultPorts[kind] : Number(url.port) }
  const words = path.split('/').filter((part) => part !== '')
  const [first = '', second = ''] = words
  switch (kind) {
    case 'ssh':
    case 'sftp':
      if (user === '' || /[\p{Cc}/@]/u.test(user) || /\p{Cc}/u.test(path)) return undefined
      return { kind, user, ...at, folder: `/${words.join('/')}` }
    case 'pterodactyl':
      if (user !== '' || words.length !== 1 || !word.test(first)) return undefined
      return { kind, ...at, server: first }
    case 'mcsmanager':
      if (user !== '' || words.length !== 2 || !word.test(first) || !word.test(second)) return undefined
      return { kind, ...at, daemon: first, instance: second }
  }
}

function container({ hostname, port, username, searchParams }: URL, path: string): JavaAddress | undefined {
  const name = decoded(hostname) ?? ''
  if (!word.test(name) || port !== '' || username !== '' || !['', '/'].includes(path)) return undefined
  const engine = searchParams.get('engine')
  if (engine === null) return { kind: 'docker', container: name }
  if (!/^(?:ssh|tcp):\/\/[^\s?#]{1,256}$/u.test(engine)) return undefined
  if (engine.startsWith('tcp:')) return { kind: 'docker', container: name, engine }
  const login = parseSshLogin(engine)
  return login && { kind: 'docker', container: name, engine: sshLoginText(login) }
}

/** `ssh://USER@HOST[:PORT]`, without a folder. */
export function parseSshLogin(text: string): SshLogin | undefined {
  const parsed = scheme.exec(text)?.[1]?.toLowerCase() === 'ssh' ? partsOf(text, 'ssh') : undefined
  if (parsed?.kind !== 'ssh' || parsed.folder !== '/') return undefined
  const { user, host, port } = parsed
  return { user, host, port }
}

export const sshLoginText = ({ user, host, port }: SshLogin): string =>
  `ssh://${encodeURIComponent(user)}@${placeOf({ kind: 'ssh', host, port })}`

/** Where SSH signs in to reach a server; undefined for one that is reached otherwise. */
export function sshLoginOf(address: JavaAddress): SshLogin | undefined {
  if (address.kind === 'ssh' || address.kind === 'sftp') return address
  return address.kind === 'docker' && address.engine !== undefined ? parseSshLogin(address.engine) : undefined
}

function decoded(text = ''): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
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

/** The address as stored and shown. */
export function javaAddressText(address: JavaAddress): string {
  switch (address.kind) {
    case 'rcon':
      return rconAddressText(address)
    case 'docker':
      return `docker://${address.container}${address.engine === undefined ? '' : `?engine=${encodeURIComponent(address.engine)}`}`
    case 'pterodactyl':
      return `pterodactyl://${placeOf(address)}/${address.server}`
    case 'mcsmanager':
      return `mcsmanager://${placeOf(address)}/${address.daemon}/${address.instance}`
    default: {
      const folder = address.folder.split('/').map(encodeURIComponent).join('/')
      return `${address.kind}://${encodeURIComponent(address.user)}@${placeOf(address)}${folder}`
    }
  }
}

const placeOf = ({ kind, host, port }: { kind: keyof typeof defaultPorts; host: string; port: number }): string =>
  port === defaultPorts[kind] ? bracketed(host) : `${bracketed(host)}:${port}`

/** The id of the server at an address, its own for each; without `/`, because it stands in paths. */
export function javaServerIdOf(address: JavaAddress): string {
  if (address.kind === 'rcon') return `java:${bracketed(address.host)}:${address.port}`
  // No part has a comma that is not encoded.
  return `java:${javaAddressText(address).replace('://', ':').replaceAll('/', ',')}`
}

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
