import { GatewayError } from '@contract/gateway-error.js'
import type { UndoPage, UndoPreview, UndoResult } from '@shared/trail/undo.js'
import { describe, expect, it, vi } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { undoOrders } from '../../../../src-main/owner/orders/trail.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const expected = 'a'.repeat(64)

function scene() {
  const undo = {
    list: vi.fn((): UndoPage => ({ entries: [] })),
    preview: vi.fn(async (): Promise<UndoPreview> => {
      throw new GatewayError('RISK.ROLLBACK_FAILED')
    }),
    run: vi.fn(async (requestId: string): Promise<UndoResult> => {
      return { kind: 'undone', requestId, undoneBy: 'r-2', redoable: true }
    }),
    runLast: vi.fn(async () => ({ undone: ['r-1'], left: [] })),
  }
  return { undo, handlers: checkedOrders(undoOrders(undo)) }
}

describe('undoing, at the computer', () => {
  it('is ordered in the main window, in the name of the person at the computer', async () => {
    const { handlers, undo } = scene()
    expect(await handlers['undo:list']({ limit: 5 }, 'window')).toEqual({ ok: true, value: { entries: [] } })
    expect(await handlers['undo:run']({ requestId: 'r-1', expected, force: true }, 'window')).toMatchObject({
      ok: true,
      value: { kind: 'undone' },
    })
    expect(undo.run).toHaveBeenCalledWith('r-1', { expected, force: true }, 'desktop')
    await handlers['undo:runLast']({ client: 'mcp:a', count: 2 }, 'window')
    expect(undo.runLast).toHaveBeenCalledWith({ client: 'mcp:a', count: 2 }, 'desktop')
  })

  it('reports why something cannot be undone', async () =>
    expect(await scene().handlers['undo:preview']({ requestId: 'r-1' }, 'window')).toMatchObject({
      ok: false,
      error: { code: 'RISK.ROLLBACK_FAILED' },
    }))

  it('is neither visible in nor available to the pop-up', async () => {
    const { handlers, undo } = scene()
    const answers = await Promise.all([
      handlers['undo:list']({}, 'pop-up'),
      handlers['undo:preview']({ requestId: 'r-1' }, 'pop-up'),
      handlers['undo:run']({ requestId: 'r-1', expected }, 'pop-up'),
      handlers['undo:runLast']({ client: 'mcp:a', count: 1 }, 'pop-up'),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    for (const spy of Object.values(undo)) expect(spy).not.toHaveBeenCalled()
  })

  it.each([
    ['undo:run', { requestId: 'r-1' }],
    ['undo:run', { requestId: 'r-1', expected: 'anything' }],
    ['undo:run', { requestId: 'r-1', expected, person: 'ada' }],
    ['undo:run', { requestId: 'r-1', expected, typed: true }],
    ['undo:runLast', { client: 'mcp:a', count: 0 }],
    ['undo:runLast', { client: 'mcp:a', count: 101 }],
    ['undo:list', { limit: 201 }],
    ['undo:preview', {}],
  ])('refuses %s with %j', (channel, payload) =>
    expect(createPayloadCheck(createContractAjv())(channel, payload)).toBe(false),
  )
})
