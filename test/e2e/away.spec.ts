import { hostname } from 'node:os'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { addGateway, openedPage, startAway } from './away.js'
import { expect, launch, test } from './program.js'

declare const gatehouse: GatehouseApi

test('a request of a gateway elsewhere is approved, logged with the name and undone on this computer', async ({
  cleanUp,
}, testInfo) => {
  const elsewhere = await startAway(cleanUp)
  const program = await launch(cleanUp)
  await addGateway(program, elsewhere)
  const window = await openedPage(program, 'index')
  await expect(window.locator('.rail-person')).toHaveText(/Ada\s*Owner/u)
  await expect(program.window.locator('.gateway-row')).toContainText('Connected')
  await program.window.screenshot({ path: testInfo.outputPath('gateways.png') })

  const { client } = await connectClient(cleanUp, elsewhere.profile)
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 6_000 })
  const popUp = await openedPage(program, 'approval')
  await expect(popUp.locator('.pop-up-gateway')).toBeVisible()
  await popUp.screenshot({ path: testInfo.outputPath('pop-up.png') })
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  expect(await answer).toMatchObject({ success: true })

  await window.getByRole('button', { name: 'Log', exact: true }).click()
  await window.locator('.audit-row').first().click()
  await expect(window.getByText('Ada').nth(1)).toBeVisible()
  await window.screenshot({ path: testInfo.outputPath('log.png') })

  await window.getByRole('button', { name: 'Home', exact: true }).click()
  await window.screenshot({ path: testInfo.outputPath('home.png') })
  await window.locator('.feed-row').getByRole('button', { name: 'Undo' }).click()
  await window.getByRole('dialog', { name: 'Undo this?' }).getByRole('button', { name: /^Undo/u }).click()
  await expect(window.getByRole('dialog', { name: 'Undone' }).getByText('The action is undone')).toBeVisible()

  // The local window shows nothing of it.
  await program.window.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(program.window.locator('.feed-row')).toHaveCount(0)
})

test('a wrong code says so, and a removed computer learns that it is not allowed any more', async ({ cleanUp }) => {
  const elsewhere = await startAway(cleanUp)
  const program = await launch(cleanUp)
  await addGateway(program, { ...elsewhere, code: `AAAAA-AAA${elsewhere.code.slice(9)}` })
  await expect(program.window.getByText('The gateway does not accept this code.')).toBeVisible()
  await program.window.getByLabel('Pairing code').fill(elsewhere.code)
  await program.window.getByRole('button', { name: 'Add a gateway' }).click()
  const window = await openedPage(program, 'index')
  await expect(window.locator('.rail-person')).toContainText('Ada')

  // An AI client of this computer gets a key of the gateway elsewhere, and a command that leads there.
  const connected = await window.evaluate(async () => {
    const guide = await gatehouse.request('connect:guide', { program: 'claude-code' })
    await gatehouse.request('connect:ensure-key', { program: 'claude-code' })
    const clients = await gatehouse.request('clients:list', undefined)
    return { guide, clients }
  })
  expect(connected.guide).toMatchObject({ ok: true })
  expect(JSON.stringify(connected.guide)).toContain('--gateway')
  expect(JSON.stringify(connected.clients)).toContain(`"name":"Claude Code (${hostname()})"`)

  await window.evaluate(async () => {
    const listed = await gatehouse.request('people:list', undefined)
    if (!listed.ok) throw new Error(listed.error.message)
    const way = listed.value.people.flatMap(({ ways }) => ways).find(({ kind }) => kind === 'computer')
    await gatehouse.request('people:remove-way', { id: way?.id ?? '' })
  })
  await expect(window.locator('.gateway-note')).toContainText('Not allowed any more')
  await expect(program.window.locator('.gateway-row')).toContainText('Not allowed any more')
})
