/**
 * Standard input door: the parent process of a headless program gives orders, by JSON lines.
 *
 * Enforces invariant 2: when the parent process ends, there is no approver any more, and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { UndoResult } from '@shared/trail/undo.js'
import type { Approvals } from '../../gateway/approvals/approvals.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { KeylessClients } from '../../gateway/clients/keyless-clients.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { parentProcess } from '../orders/giver.js'
import type { Order, OrderName, Orders, OrdersOf } from '../table/table.js'
import { answer, unredacted } from './answer.js'
import type { PayloadCheck } from './payload-check.js'
import { exampleLines, readLine } from './stdin-line.js'

export interface StdinOptions {
  readonly input: Readable
  readonly orders: Orders<OrdersOf<'stdin'>>
  readonly approvals: Pick<Approvals, 'attach'>
  readonly consents: Pick<Consents, 'attach'>
  readonly keyless: Pick<KeylessClients, 'attach'>
  readonly check: PayloadCheck
  readonly log: Log
  /** Called with the result of an undo. */
  readonly onUndo: (result: UndoResult) => void
  readonly onFailure: (error: ContractError) => void
  readonly onEnd: () => void
}

export function serveStdin({ input, orders, approvals, consents, keyless, check, log, ...on }: StdinOptions): void {
  const detach = [approvals.attach(parentProcess), consents.attach(), keyless.attach()]
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() !== '') void follow(line)
  })
  lines.on('close', () => {
    for (const leave of detach) leave()
    on.onEnd()
  })

  async function follow(line: string): Promise<void> {
    const given = readLine(line)
    if (!given) return on.onFailure(badLine.toContract())
    const { order: name, payload } = given
    try {
      const order = orders[name] as Order<OrderName>
      const result = await answer({ name, giver: 'stdin', payload }, order, { redactor: unredacted, check, log })
      if (!result.ok) on.onFailure(result.error)
      else if (name === 'undo:run-unseen') on.onUndo(result.value as UndoResult)
    } catch {
      on.onFailure(badLine.toContract())
    }
  }
}

const badLine = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'A line on standard input is not a valid command.',
  suggestion: exampleLines,
})
