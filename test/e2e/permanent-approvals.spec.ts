import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, isPopUpVisible, openScope, type Program, settle, sharedProgram, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

const shared = sharedProgram()
const setTime = (client: Client) => callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
const approveButton = ({ popUp }: Program) => popUp.locator('.pop-up-approve')
const radio = ({ popUp }: Program, name: string) => popUp.getByRole('radio', { name, exact: true })
const chosen = ({ popUp }: Program) => popUp.locator('.scope-button')
const listed = ({ window }: Program) => window.evaluate(() => gatehouse.request('rules:list', {}))
// verifies: promise 4
test('a permanent answer covers exactly this request, and other requests still ask', async ({ cleanUp }) => {
  const program = shared()
  const { client } = await connectClient(cleanUp, program.profile)
  const first = setTime(client)
  await expect(approveButton(program)).toHaveText('Approve once')
  await expect(approveButton(program)).toBeEnabled()
  await openScope(program)
  // At once after the choice: the button has just changed.
  await program.popUp.evaluate(() => {
    document.querySelector<HTMLElement>('[name=scope-how][value=always]')?.click()
    document.querySelector<HTMLElement>('.pop-up-approve')?.click()
  })
  await expect(chosen(program)).toHaveText('Exactly this, always')
  await expect(approveButton(program)).toHaveText('Always allow')
  await settle(program.popUp)
  expect(await isPopUpVisible(program)).toBe(true)
  await approveButton(program).click()
  expect(await first).toMatchObject({ success: true })
  await expect.poll(() => isPopUpVisible(program)).toBe(false)

  expect(await setTime(client)).toMatchObject({ success: true })
  expect(await listed(program)).toMatchObject({
    ok: true,
    value: { rules: [{ effect: 'allow', capability: 'world.time.set', what: { id: 'exactly' }, uses: 1 }] },
  })

  const asked = callTool(client, 'world_time_set', { worldName: 'world', time: 1_000 })
  await expect(approveButton(program)).toHaveText('Approve once')
  await program.popUp.keyboard.press('Escape')
  expect(await asked).toMatchObject({ success: false })
})

test('the scope and duration of an answer depend on each other, and the control shows both', async ({ cleanUp }) => {
  const program = shared()
  const { client } = await connectClient(cleanUp, program.profile, 'A client with a rather long name')
  const place = (x: number, type = 'minecraft:oak_planks') =>
    callTool(client, 'world_block_set', { location: { world: 'world', x, y: 64, z: 2 }, type })
  const near = 'Oak Planks, up to 16 blocks each way from 2 64 2 in world'
  const first = place(2)
  await expect(approveButton(program)).toHaveText('Approve once')
  await expect(chosen(program)).toHaveText('Only this, once')
  await openScope(program)
  await expect(radio(program, 'Exactly this')).toBeFocused()
  await expect(radio(program, 'Once')).toBeChecked()
  await expect(program.popUp.getByRole('img', { name: /^Map/u })).toHaveCount(0)
  await expect(approveButton(program)).toBeEnabled()
  expect(await violations(program.popUp)).toEqual([])

  await radio(program, near).check()
  await expect(radio(program, 'Until it disconnects')).toBeChecked()
  await expect(chosen(program)).toHaveText(`${near}, until it disconnects`)
  await expect(approveButton(program)).toHaveText('Approve until it disconnects')
  await expect(program.popUp.getByRole('img', { name: 'Map: Up to 16 blocks each way from 2 64 2' })).toBeVisible()
  await radio(program, 'Once').check()
  await expect(radio(program, 'Exactly this')).toBeChecked()
  await expect(approveButton(program)).toHaveText('Approve once')

  // With the keys alone: an arrow goes to the next choice, Escape closes the choice, and the next Escape denies.
  await radio(program, 'Exactly this').press('ArrowDown')
  await expect(radio(program, near)).toBeChecked()
  await radio(program, 'Until it disconnects').press('ArrowLeft')
  await expect(radio(program, '60 min')).toBeChecked()
  await settle(program.popUp)
  await approveButton(program).click()
  expect(await first).toMatchObject({ success: true })
  expect(await place(12)).toMatchObject({ success: true })

  const other = place(3, 'minecraft:lava')
  await expect(approveButton(program)).toHaveText('Approve once')
  await openScope(program)
  await radio(program, 'Always').check()
  await program.popUp.keyboard.press('Escape')
  await expect(chosen(program)).toBeFocused()
  expect(await isPopUpVisible(program)).toBe(true)
  await program.popUp.keyboard.press('Escape')
  expect(await other).toMatchObject({ success: false })
  expect(await listed(program)).toMatchObject({ ok: true, value: { rules: [{ what: { id: 'narrow' } }] } })
})

test('approving any use of a dangerous action is amber, shows the consequence, and needs two presses', async ({
  cleanUp,
}) => {
  const program = shared()
  const { client } = await connectClient(cleanUp, program.profile)
  const first = setTime(client)
  await expect(approveButton(program)).toHaveText('Approve once')
  await openScope(program)
  await program.popUp.getByRole('radio', { name: 'Any change of the time' }).check()
  await radio(program, 'Always').check()
  await expect(chosen(program)).toHaveText('Any change of the time, always')
  await expect(approveButton(program)).toHaveText('Always allow')
  await expect(program.popUp.getByText('without asking: any change of the time').first()).toBeVisible()
  await settle(program.popUp)
  expect(await violations(program.popUp)).toEqual([])
  await settle(program.popUp)
  await approveButton(program).click()
  const again = program.popUp.getByRole('button', { name: 'Press again to confirm' })
  await expect(again).toBeVisible()
  expect(await isPopUpVisible(program)).toBe(true)
  await settle(program.popUp)
  await again.click()
  expect(await first).toMatchObject({ success: true })
  expect(await callTool(client, 'world_time_set', { worldName: 'world', time: 5 })).toMatchObject({
    success: true,
  })
  expect(await listed(program)).toMatchObject({ ok: true, value: { rules: [{ what: { id: 'any' }, uses: 1 }] } })
})

// verifies: invariant 2
test('reading stops the countdown, and locking the screen denies', async ({ cleanUp }) => {
  const program = shared()
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  await expect(approveButton(program)).toBeEnabled()
  await program.popUp.keyboard.press('Tab')
  await expect(program.popUp.getByText('timer paused while you read')).toBeVisible()
  await program.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  expect(await answer).toMatchObject({ success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } })
})
