import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditOrders } from '../../../../src-main/owner/orders/trail.js'
import { type AuditService, openAuditService } from '../../../../src-main/storage/audit-service.js'
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

it('the trail in the window is searched, shows one event, and reports its state', async () => {
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
