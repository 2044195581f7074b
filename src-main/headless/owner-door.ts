/** Owner door: the parent process of a headless program gives orders on stdin, and reads events on stdout. */
import { asGatewayError } from '@contract/gateway-error.js'
import { escapedJson, escapedText } from '@contract/text/escaped-text.js'
import type { Composed } from '../compose/composed.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { createPayloadCheck } from '../owner/doors/payload-check.js'
import { serveStdin } from '../owner/doors/stdin.js'
import { failureLine, type ReportLine, undoLine, writeEvents } from '../owner/doors/stdin-events.js'
import { type EventSources, followEvents, sendCurrent } from '../owner/events.js'
import { personOf } from '../owner/orders/giver.js'
import type { OwnerParts } from '../owner/orders/orders-everywhere.js'
import type { Orders, OrdersOf } from '../owner/table/table.js'
import type { HeadlessOptions } from './options.js'

const write = (line: ReportLine): void => void process.stdout.write(`${escapedJson(line)}\n`)

export function controlByStdin(
  { gateway, consents, keyless, log }: Pick<OwnerParts, 'gateway' | 'consents' | 'keyless' | 'log'>,
  orders: Orders<OrdersOf<'stdin'>>,
  end: () => Promise<void>,
): void {
  serveStdin({
    input: process.stdin,
    orders,
    approvals: gateway.approvals,
    consents,
    keyless,
    check: createPayloadCheck(),
    log,
    onUndo: (result) => write(undoLine(result)),
    onFailure: (error) => write(failureLine(error)),
    onEnd: () => void end(),
  })
}

/** Reports that the program is ready, and from then on what happens in it. */
export function report(
  composed: Composed,
  events: EventSources,
  { bedrockKey }: Pick<HeadlessOptions, 'bedrockKey'>,
  clock: Clock,
): void {
  const { gateway, settings, httpListener, token } = composed
  write({
    event: 'ready',
    http: httpListener.endpoint,
    token,
    ...(settings.get().chat.enabled && { chatKey: gateway.logins.key }),
  })
  const send = writeEvents(write, bedrockKey === undefined ? () => gateway.logins.connectionKey : undefined)
  sendCurrent(events, send)
  followEvents(events, { to: ['stdin'], send, clock })
}

/** Reports where people come in from other computers, and the pairing code of the first owner; quietly only the latter. */
export function reportRemote(
  { remote }: Pick<Composed, 'remote'>,
  { inviteOwner, isQuiet }: Pick<HeadlessOptions, 'inviteOwner' | 'isQuiet'>,
): void {
  const send = isQuiet ? () => {} : write
  const writeDoor = () => {
    const { door } = remote.view
    if (door.kind === 'off') return send({ event: 'remote', state: 'off' })
    if (door.kind === 'failed') return send({ event: 'remote', state: 'failed', error: door.error })
    const { addresses, fingerprint } = door
    send({ event: 'remote', state: 'on', addresses, fingerprint })
  }
  let previous = JSON.stringify(remote.view.door)
  if (remote.view.door.kind !== 'off') writeDoor()
  remote.onDidChange(() => {
    const now = JSON.stringify(remote.view.door)
    if (now !== previous) writeDoor()
    previous = now
  })
  if (inviteOwner === undefined) return
  if (remote.hasOwner)
    return console.error(escapedText('There is an owner already. They invite others in their window.'))
  try {
    const invitee = { name: inviteOwner, role: 'owner' } as const
    const { name, code, addresses, endsAt } = remote.invite(invitee, personOf('command-line'))
    send({ event: 'owner-invited', name, code, addresses, endsAt })
    const places = addresses.join(' or ')
    console.error(escapedText(`Pairing code for ${name}: ${code}. Address: ${places}. Until ${endsAt}.`))
  } catch (thrown) {
    const error = asGatewayError(thrown)
    send(failureLine(error.toContract()))
    console.error(escapedText(`${inviteOwner} was not invited. ${error.message} ${error.suggestion ?? ''}`))
  }
}
