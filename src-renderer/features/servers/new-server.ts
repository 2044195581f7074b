/** New server: validates the form. The gateway validates again. */
import { mayKeepToken } from '@contract/server-address.js'
import { isMark } from '@shared/features/stream-mark.js'

export const maxNameLength = 64
export const maxTokenLength = 4_096

export type NewServerField = 'name' | 'address' | 'token'

/** The form, as it is filled in. */
export type ServerDraft = Readonly<Record<NewServerField, string>>

/** Field → key of the catalogue that says what is wrong. */
export type NewServerProblems = Readonly<Partial<Record<NewServerField, string>>>

export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'addServer.nameMissing'
  return name.length > maxNameLength ? 'addServer.nameLong' : undefined
}

const addressProblem = (address: string): string | undefined => {
  if (address === '') return 'addServer.addressMissing'
  // Contains a redaction mark of stream-safe mode: main validates the original value.
  if (isMark(address)) return undefined
  if (!/^(?:wss?|rcon):\/\//i.test(address)) return 'addServer.addressScheme'
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.hostname === '' || url.hash !== '') return 'addServer.addressWrong'
  return url.username === '' && url.password === '' ? undefined : 'addServer.addressSecret'
}

const tokenProblem = (token: string, address: string, before: string | undefined): string | undefined => {
  if (token === '' && before !== undefined) {
    if (mayKeepToken(before, address)) return undefined
    return /^rcon:/iu.test(address) ? 'serverCare.passwordForNewAddress' : 'serverCare.tokenForNewAddress'
  }
  if (token === '') return 'addServer.tokenMissing'
  return token.length > maxTokenLength ? 'addServer.tokenLong' : undefined
}

export const trimmed = ({ name, address, token }: ServerDraft): ServerDraft => ({
  name: name.trim(),
  address: address.trim(),
  token: token.trim(),
})

/** @param before address of a server that is edited: its token stays where none is entered */
export const problemsOf = (server: ServerDraft, before?: string): NewServerProblems => {
  const { name, address, token } = trimmed(server)
  // An unchanged address is not validated again; in stream-safe mode it is a mark.
  const stays = address === before
  const found = {
    name: nameProblem(name),
    address: stays ? undefined : addressProblem(address),
    token: stays && token === '' ? undefined : tokenProblem(token, address, before),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

const atHome = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.]+$|.*\.local$)/i

/** True when the token would cross the open internet unencrypted. */
export const isExposed = (address: string): boolean =>
  /^ws:\/\//i.test(address.trim()) && URL.canParse(address.trim()) && !atHome.test(new URL(address.trim()).hostname)
