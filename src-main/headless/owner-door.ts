/** Owner door: the parent process of a headless program gives orders on stdin, and reads events on stdout. */
import { escapedJson } from '@contract/text/escaped-text.js'
import type { Composed } from '../compose/composed.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { createPayloadCheck } from '../owner/doors/payload-check.js'
import { serveStdin } from '../owner/doors/stdin.js'
import { failureLine, type ReportLine, undoLine, writeEvents } from '../owner/doors/stdin-events.js'
import { type EventSources, followEvents, sendCurrent } from '../owner/events.js'
import type { OwnerParts } from '../owner/orders/orders-everywhere.js'
import type { Orders, OrdersOf } from '../owner/table/table.js'
import { createContractAjv } from '../validation/ajv.js'
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
    check: createPayloadCheck(createContractAjv()),
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
