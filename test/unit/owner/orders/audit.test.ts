import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { auditOrders } from '../../../../src-main/owner/orders/trail.js'
import { type AuditService, openAuditService } from '../../../../src-main/storage/audit-service.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

let scene: TrailScene
let service: AuditService
beforeEach(() => {
  scene = new TrailScene()
  service = openAuditService(scene.profile, {})
})
afterEach(() => {
  service.close()
  return scene.remove()
})

describe('the trail in the window', () => {
  it('is searched, shows one event, and reports its state', async () => {
    service.log.append(auditEvent('one'))
    const handlers = checkedOrders(auditOrders(service, async () => undefined))
    expect(await handlers['audit:search']({ text: 'robert' }, 'window')).toMatchObject({
      ok: true,
      value: { rows: [{ sequence: 1, event: { id: 'one' } }] },
    })
    expect(await handlers['audit:get']({ id: 'one' }, 'window')).toMatchObject({
      value: { request: [{ sequence: 1 }] },
    })
    expect(await handlers['audit:get']({ id: 'two' }, 'window')).toEqual({ ok: true, value: null })
    expect(await handlers['audit:state'](undefined, 'window')).toMatchObject({ value: { rows: 1 } })
    const file = path.join(scene.profile, 'out.csv')
    const exporting = checkedOrders(auditOrders(service, async () => file))['audit:export']
    expect(await exporting({ format: 'csv', filter: {} }, 'window')).toEqual({ ok: true, value: { file, rows: 1 } })
    expect(existsSync(file)).toBe(true)
    expect(await handlers['audit:export']({ format: 'csv', filter: {} }, 'window')).toEqual({ ok: true, value: null })
    const nowhere = checkedOrders(auditOrders(service, async () => path.join(scene.profile, 'no', 'folder')))[
      'audit:export'
    ]
    expect(await nowhere({ format: 'csv', filter: {} }, 'window')).toMatchObject({ ok: false })
  })

  it('is not shown to the pop-up, which an AI client can bring up', async () => {
    const handlers = checkedOrders(auditOrders(service, async () => undefined))
    const denied = { ok: false, error: { code: 'PERMISSION.DENIED' } }
    expect(await handlers['audit:search']({}, 'pop-up')).toMatchObject(denied)
    expect(await handlers['audit:get']({ id: 'one' }, 'pop-up')).toMatchObject(denied)
    expect(await handlers['audit:state'](undefined, 'pop-up')).toMatchObject(denied)
    expect(await handlers['audit:export']({ format: 'csv', filter: {} }, 'pop-up')).toMatchObject(denied)
  })

  it('accepts only a valid query', () => {
    const check = createPayloadCheck(createContractAjv())
    expect(check('audit:search', { text: 'a', outcome: 'denied', since: '2026-01-19T10:30:00Z', limit: 10 })).toBe(true)
    expect(check('audit:search', {})).toBe(true)
    expect(check('audit:search', { limit: 100_000 })).toBe(false)
    expect(check('audit:search', { outcome: 'maybe' })).toBe(false)
    expect(check('audit:search', { since: 'yesterday' })).toBe(false)
    expect(check('audit:search', { sql: 'DROP TABLE' })).toBe(false)
    expect(check('audit:export', { format: 'csv', filter: {}, file: '/etc/passwd' })).toBe(false)
    expect(check('audit:get', {})).toBe(false)
  })
})
