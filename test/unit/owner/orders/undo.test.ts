import { GatewayError } from '@contract/gateway-error.js'
import type { UndoPage, UndoPreview, UndoResult } from '@shared/trail/undo.js'
import { describe, expect, it, vi } from 'vitest'
import type { ServerBuilds } from '../../../../src-main/gateway/ports/provider.js'
import { undoOrders } from '../../../../src-main/owner/orders/trail.js'
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
  const parts = vi.fn(async () => [{ number: 1, name: 'walls', blocks: 12 }])
  const builds = { of: (id: string) => (id === 'r-1' ? ({ parts } as unknown as ServerBuilds) : undefined) }
  return { undo, handlers: checkedOrders(undoOrders(undo, builds)) }
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

  it('names the parts of a build, and undoes one of them', async () => {
    const { handlers, undo } = scene()
    expect(await handlers['undo:parts']({ requestId: 'r-1' }, 'window')).toEqual({
      ok: true,
      value: [{ number: 1, name: 'walls', blocks: 12 }],
    })
    expect(await handlers['undo:parts']({ requestId: 'r-2' }, 'window')).toEqual({ ok: true, value: [] })
    await handlers['undo:run']({ requestId: 'r-1', expected, part: 1 }, 'window')
    expect(undo.run).toHaveBeenCalledWith('r-1', { expected, part: 1 }, 'desktop')
  })

  it('reports why something cannot be undone', async () =>
    expect(await scene().handlers['undo:preview']({ requestId: 'r-1' }, 'window')).toMatchObject({
      ok: false,
      error: { code: 'RISK.ROLLBACK_FAILED' },
    }))
})
