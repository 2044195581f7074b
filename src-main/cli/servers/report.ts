/** Report: servers, and results of commands, as text. */

import type { ContractError } from '@contract/generated/error.js'
import type { PowerOrder, PowerResult, SecretName, WayPartReport } from '@shared/servers/server-way.js'
import type { DialResult } from '../../owner/servers/dial.js'
import type { ListedServer } from '../../owner/table/shapes.js'
import { certificateAdvice, wayAdvice } from '../certificate.js'
import { count, joined, painter, printable, type TextColor, terminalText } from '../text.js'
import type { CliEnvironment } from '../verb.js'

/** What came of an order. */
export type Delivery =
  /** `remembered`: its token is kept. `withoutWindow`: the program that did it has no window. */
  | { readonly kind: 'done'; readonly remembered: boolean; readonly withoutWindow?: true }
  | { readonly kind: 'refused'; readonly error: ContractError }

const inks: Readonly<Record<string, TextColor>> = {
  online: 'green',
  degraded: 'yellow',
  connecting: 'yellow',
  offline: 'red',
}

export function reportServers(
  servers: readonly ListedServer[],
  running: boolean,
  { out, colour }: CliEnvironment,
): void {
  const paint = painter(colour)
  if (servers.length === 0)
    return out(terminalText`No servers. Add one with: gatehouse servers add NAME ws://HOST:PORT`)
  for (const server of servers) {
    const { name, id, address, state, software, unaccepted, origin } = server
    const notes = [
      software,
      unaccepted && `${count(unaccepted, 'capability', 'capabilities')} to accept`,
      origin === 'running' && 'not saved',
    ]
    const shown = running ? (state ?? 'unknown') : 'not running'
    const reported = notes.filter(Boolean).map(String)
    out(joined([paint(inks[shown] ?? 'dim', shown), name, address ?? id, ...reported], '  '))
  }
}

/** Each part of the way to a Java server on a line of its own. */
export function reportWay(name: string, parts: readonly WayPartReport[], { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  for (const report of parts) {
    const ink = report.state === 'works' ? 'green' : report.state === 'failed' ? 'red' : 'dim'
    const why = report.state === 'failed' ? withFacts(report.problem) : ''
    out(joined([paint(ink, report.state), name, report.part, ...(why === '' ? [] : [printable(why)])], '  '))
  }
  // The same question stops several parts.
  const advice = parts.flatMap((report) => (report.state === 'failed' ? (wayAdvice(report.problem) ?? []) : []))
  for (const each of new Set(advice)) out(printable(each))
}

/** The message and what to do, with the facts that they point to. */
function withFacts({ message, suggestion, details = {} }: ContractError): string {
  const text = [message, suggestion].filter(Boolean).join(' ')
  return text.replaceAll(/details\.(\w+)/gu, (pointer, name: string) => {
    const fact = Object.hasOwn(details, name) ? details[name] : undefined
    return typeof fact === 'string' || typeof fact === 'number' ? `${fact}` : pointer
  })
}

export type PowerReport = ({ readonly ok: true } & PowerResult) | { readonly ok: false; readonly error: ContractError }

const orderWords: Readonly<Record<PowerOrder, string>> = { start: 'started', stop: 'stopped', restart: 'restarted' }

export function reportPower(
  name: string,
  order: PowerOrder,
  given: PowerReport,
  { out, err }: Pick<CliEnvironment, 'out' | 'err'>,
): void {
  if (!given.ok) {
    const { message, suggestion, details } = given.error
    const next = details?.why === 'power-players' ? 'Confirm it with --yes.' : suggestion
    return err(printable([`${name}: ${message}`, next].filter(Boolean).join(' ')))
  }
  const { outcome, state } = given
  if (outcome === 'done') return out(terminalText`${name} is ${orderWords[order]}.`)
  if (outcome === 'already') return out(terminalText`${name} is ${state} already. Nothing was sent.`)
  err(terminalText`The order for ${name} was sent and taken, but its effect was not seen yet. Its state: ${state}.`)
}

const secretWords: Readonly<Record<SecretName, string>> = {
  token: 'token',
  password: 'password',
  key: 'panel key',
  login: 'SSH password',
}

export interface DeliveryReport {
  readonly id: string
  readonly name: string
  readonly done: 'added' | 'removed'
  /** What an added server is signed in with. */
  readonly secret?: SecretName | undefined
  /** Name of the server that had this address before. */
  readonly replaced?: string
}

export function reportDelivery(
  delivery: Delivery,
  { name, id, done, secret = 'token', replaced }: DeliveryReport,
  { out, err }: CliEnvironment,
): void {
  const who = name === id ? id : `${name} (${id})`
  const by = id.startsWith('java:')
    ? ' AI may use it at once; its page in the window shows what is allowed.'
    : delivery.kind === 'done' && delivery.withoutWindow
      ? ` Accept its actions in the window of an owner, or write to the standard input of the program: {"accept":"${id}"}.`
      : ' Accept its actions in the window.'
  const accept = done === 'added' ? by : ''
  if (replaced !== undefined && delivery.kind !== 'refused') {
    out(terminalText`It replaces "${replaced}", which had this address.`)
  }
  switch (delivery.kind) {
    case 'done':
      out(terminalText`${who} is ${done}.${accept}`)
      if (done === 'added' && !delivery.remembered) {
        out(terminalText`No keychain found: its ${secretWords[secret]} is lost when Gatehouse stops.`)
      }
      return
    case 'refused':
      return err(
        printable([`${who} is not ${done}: ${delivery.error.message}`, delivery.error.suggestion].join(' ').trim()),
      )
  }
}

export function reportDialResult(address: string, dialled: DialResult, { out, err, colour }: CliEnvironment): void {
  const paint = painter(colour)
  if (!dialled.ok) {
    const { code, message, suggestion, details } = dialled.error
    const reason = typeof details?.reason === 'string' ? ` (${details.reason})` : ''
    const advice = certificateAdvice(dialled.error) ?? suggestion
    return err(joined([`${address}: ${code}: ${message}${reason}`, ...(advice ? advice.split('\n') : [])], '\n'))
  }
  const { name, software, version, capabilities, refused, registrationMs, latencyMs } = dialled
  out(terminalText`${paint('green', 'Connected.')} ${name}${software ? `, ${software}` : ''}, agent ${version}`)
  out(
    terminalText`${count(capabilities, 'capability', 'capabilities')}, ${count(refused.length, 'refused', 'refused')}`,
  )
  for (const { id, reason } of refused) out(terminalText`  ${paint('red', id)}: ${reason}`)
  out(
    terminalText`registered in ${registrationMs} ms, ${latencyMs === undefined ? 'no response to a heartbeat' : `heartbeat in ${latencyMs} ms`}`,
  )
}
