/** Remote draft: validates the form of a server in the network. The gateway validates again. */
import { defaultRconPort, rconAddressText } from '@contract/java-address.js'
import type { GivenServer } from '@shared/servers/added-server.js'

export interface RemoteDraft {
  readonly host: string
  readonly port: string
  readonly password: string
}

export const emptyRemote: RemoteDraft = { host: '', port: String(defaultRconPort), password: '' }

export type RemoteProblems = Readonly<Partial<Record<keyof RemoteDraft, string>>>

/** Port on which players join; RCON never answers there. */
const gamePort = 25_565

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** Field → key of the catalogue that says what is wrong. */
export function problemsOf(draft: RemoteDraft): RemoteProblems {
  const { host, port, password } = trimmed(draft)
  return {
    ...(host === '' && { host: 'addJava.problem.hostMissing' }),
    ...(host !== '' && /[\s/@?#]/.test(host) && { host: 'addJava.problem.hostWrong' }),
    ...(!isPort(port) && { port: 'addJava.problem.port' }),
    ...(isPort(port) && Number(port) === gamePort && { port: 'addJava.problem.gamePort' }),
    ...(password === '' && { password: 'addJava.problem.passwordMissing' }),
  }
}

/** An address pasted with its port fills both fields. */
export function withHost(draft: RemoteDraft, host: string): RemoteDraft {
  const pasted = /^\s*([^\s:/]+):([0-9]{1,5})\s*$/.exec(host)
  return pasted ? { ...draft, host: pasted[1] ?? '', port: pasted[2] ?? draft.port } : { ...draft, host }
}

export const toServer = (draft: RemoteDraft, plainTextConfirmed: boolean): GivenServer => {
  const { host, port, password } = trimmed(draft)
  const address = rconAddressText({ host, port: Number(port) })
  return {
    server: { name: host, address, ...(plainTextConfirmed && { plainTextConfirmed }) },
    secrets: { token: password },
  }
}

const trimmed = ({ host, port, password }: RemoteDraft): RemoteDraft => ({
  host: host.trim(),
  port: port.trim(),
  password: password.trim(),
})
