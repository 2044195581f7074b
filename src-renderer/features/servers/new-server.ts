/** New server: what is wrong with the form before it is sent. The gateway checks again. */
import type { NewServer } from '../../bridge.js'

export const longestName = 64
export const longestToken = 4_096

export type NewServerField = keyof NewServer

/** Field → key of the catalogue that says what is wrong. */
export type NewServerProblems = Readonly<Partial<Record<NewServerField, string>>>

const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'addServer.nameMissing'
  return name.length > longestName ? 'addServer.nameLong' : undefined
}

const addressProblem = (address: string): string | undefined => {
  if (address === '') return 'addServer.addressMissing'
  if (!/^wss?:\/\//i.test(address)) return 'addServer.addressScheme'
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.hostname === '' || url.hash !== '') return 'addServer.addressWrong'
  return url.username === '' && url.password === '' ? undefined : 'addServer.addressSecret'
}

const tokenProblem = (token: string): string | undefined => {
  if (token === '') return 'addServer.tokenMissing'
  return token.length > longestToken ? 'addServer.tokenLong' : undefined
}

export const trimmed = ({ name, address, token }: NewServer): NewServer => ({
  name: name.trim(),
  address: address.trim(),
  token: token.trim(),
})

export const problemsOf = (server: NewServer): NewServerProblems => {
  const { name, address, token } = trimmed(server)
  const found = { name: nameProblem(name), address: addressProblem(address), token: tokenProblem(token) }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

const atHome = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.]+$|.*\.local$)/i

/** True when the token would cross the open internet unencrypted. */
export const isExposed = (address: string): boolean =>
  /^ws:\/\//i.test(address.trim()) && URL.canParse(address.trim()) && !atHome.test(new URL(address.trim()).hostname)
