import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { GatehouseApi } from '../../src-main/ipc/channels.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, isPopUpVisible, launch, type Program, test } from './program.js'

declare const gatehouse: GatehouseApi

const setTime = (client: Client) => callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
const approveButton = ({ popUp }: Program) => popUp.getByRole('button', { name: /^Approve/u })

test('a yes that reaches further asks no second time, and is a rule in the window', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const first = setTime(client)
  await expect(approveButton(program)).toHaveText('Approve once')
  await program.popUp.getByLabel('Next time').selectOption('always')
  await expect(approveButton(program)).toHaveText('Approve')
  await approveButton(program).click()
  expect(await first).toMatchObject({ success: true })
  await expect.poll(() => isPopUpVisible(program)).toBe(false)

  expect(await setTime(client)).toMatchObject({ success: true })
  const listed = () => program.window.evaluate(() => gatehouse.request('rules:list', {}))
  const rules = await listed()
  expect(rules).toMatchObject({
    ok: true,
    value: { rules: [{ effect: 'allow', capability: 'world.time.set', uses: 1 }] },
  })
  const id = rules.ok ? (rules.value.rules[0]?.id ?? '') : ''
  await program.window.evaluate((rule) => gatehouse.request('rules:remove', { id: rule }), id)

  const asked = setTime(client)
  await expect(approveButton(program)).toHaveText('Approve once')
  await program.popUp.keyboard.press('Escape')
  expect(await asked).toMatchObject({ success: false })
})

test('reading stops the countdown, and locking the screen denies', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = setTime(client)
  await expect(approveButton(program)).toBeEnabled()
  await program.popUp.keyboard.press('Tab')
  await expect(program.popUp.getByText('time stands still while you read')).toBeVisible()
  await program.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  expect(await answer).toMatchObject({ success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } })
})
