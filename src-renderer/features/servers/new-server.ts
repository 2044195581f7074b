/** New server: validates the form. The gateway validates again. */
import { mayKeepToken } from '@contract/server-address.js'
import { isMark } from '@shared/features/stream-mark.js'
import type { Server } from '@shared/servers/server.js'
import { type SecretName, secretNameOf } from '@shared/servers/server-way.js'

export const maxNameLength = 64
export const maxTokenLength = 4_096

export type NewServerField = 'name' | 'address' | 'token'

/** The form, as it is filled in. */
export type ServerDraft = Readonly<Record<NewServerField, string>>

/** Field → key of the catalogue that says what is wrong. */
export type NewServerProblems = Readonly<Partial<Record<NewServerField, string>>>

const isRconProblem = (problem: Server['problem']): boolean =>
  ['wrong-password', 'no-password'].includes(String(problem?.details?.reason))

/**
 * What a person enters again; undefined where there is nothing. With SFTP alone it is the password of RCON while that is
 * what fails.
 */
export function secretOf({
  kind,
  way,
  overSsh,
  problem,
}: Pick<Server, 'kind' | 'way' | 'overSsh' | 'problem'>): SecretName | undefined {
  if (way === 'sftp' && isRconProblem(problem)) return 'password'
  return secretNameOf(way ?? (kind === 'java' ? 'rcon' : undefined), overSsh)
}

export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'addServer.nameMissing'
  return name.length > maxNameLength ? 'addServer.nameLong' : undefined
}

const addressProblem = (address: string, { way }: Known): string | undefined => {
  if (address === '') return 'addServer.addressMissing'
  // Contains a redaction mark of stream-safe mode: main validates the original value.
  if (isMark(address)) return undefined
  // Its parts are validated by the gateway, which says the form that it expects.
  if (way) return address.toLowerCase().startsWith(`${way}://`) ? undefined : 'serverCare.otherWay'
  if (!/^(?:wss?|rcon):\/\//i.test(address)) return 'addServer.addressScheme'
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.hostname === '' || url.hash !== '') return 'addServer.addressWrong'
  return url.username === '' && url.password === '' ? undefined : 'addServer.addressSecret'
}

const tokenProblem = (token: string, address: string, { before, secret }: Known): string | undefined => {
  if (token === '' && before !== undefined) {
    // Without one, a key or nothing at all may sign in.
    if (secret === undefined || secret === 'login' || mayKeepToken(before, address)) return undefined
    return `serverCare.secret.${secret}.forNewAddress`
  }
  if (token === '') return 'addServer.tokenMissing'
  return token.length > maxTokenLength ? 'addServer.tokenLong' : undefined
}

export const trimmed = ({ name, address, token }: ServerDraft): ServerDraft => ({
  name: name.trim(),
  address: address.trim(),
  token: token.trim(),
})

/** A server that is edited: its secret stays where none is entered. */
interface Known {
  readonly before?: string | undefined
  readonly way?: Server['way'] | undefined
  readonly secret?: SecretName | undefined
}

export const problemsOf = (server: ServerDraft, known: Known = {}): NewServerProblems => {
  const { before } = known
  const { name, address, token } = trimmed(server)
  // An unchanged address is not validated again; in stream-safe mode it is a mark.
  const stays = address === before
  const found = {
    name: nameProblem(name),
    address: stays ? undefined : addressProblem(address, known),
    token: stays && token === '' ? undefined : tokenProblem(token, address, known),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

const atHome = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.]+$|.*\.local$)/i

/** True when the token would cross the open internet unencrypted. */
export const isExposed = (address: string): boolean =>
  /^ws:\/\//i.test(address.trim()) && URL.canParse(address.trim()) && !atHome.test(new URL(address.trim()).hostname)
