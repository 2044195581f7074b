import { hostname } from 'node:os'
import type { Page } from '@playwright/test'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient, type Headless, startHeadless } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'
import { expect, launch, type Program, test } from './program.js'

declare const gatehouse: GatehouseApi

/** The page of the gateway elsewhere, once it is open. */
async function pageOf({ electron, window, popUp }: Program, name: 'index' | 'approval'): Promise<Page> {
  const find = () =>
    electron.windows().find((page) => page !== window && page !== popUp && page.url().includes(`/${name}.html`))
  await until(() => find() !== undefined)
  return find() as Page
}

/** A gateway without a window, which invites Ada as its owner. */
async function startGateway(
  cleanUp: Parameters<typeof startHeadless>[0],
): Promise<Headless & { code: string; address: string }> {
  const args = ['--simulator', '--owners-port', '0', '--owners-host', '127.0.0.1', '--invite-owner', 'Ada']
  const headless = await startHeadless(cleanUp, args)
  const invited = await headless.process.until(({ event }) => event === 'owner-invited')
  const [address] = invited.addresses as readonly string[]
  return { ...headless, code: String(invited.code), address: String(address) }
}

/** Adds the gateway in the window of this computer, as a person does. */
async function add({ window }: Program, { address, code }: { readonly address: string; readonly code: string }) {
  await window.locator('.rail-link.apart').click()
  await window.getByRole('button', { name: 'Gateways', exact: true }).click()
  await window.getByRole('button', { name: 'Add a gateway' }).click()
  await window.locator('.gateway-form').getByLabel('Address').fill(address)
  await window.locator('.gateway-form').getByLabel('Pairing code').fill(code)
  await window.getByRole('button', { name: 'Add a gateway' }).click()
}

test('a request of a gateway elsewhere is approved, logged with the name and undone on this computer', async ({
  cleanUp,
}, testInfo) => {
  const elsewhere = await startGateway(cleanUp)
  const program = await launch(cleanUp)
  await add(program, elsewhere)
  const window = await pageOf(program, 'index')
  await expect(window.locator('.rail-person')).toHaveText(/Ada\s*Owner/u)
  await expect(program.window.locator('.gateway-row')).toContainText('Connected')
  await program.window.screenshot({ path: testInfo.outputPath('gateways.png') })

  const { client } = await connectClient(cleanUp, elsewhere.profile)
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 6_000 })
  const popUp = await pageOf(program, 'approval')
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
  const elsewhere = await startGateway(cleanUp)
  const program = await launch(cleanUp)
  await add(program, { ...elsewhere, code: `AAAAA-AAA${elsewhere.code.slice(9)}` })
  await expect(program.window.getByText('The gateway does not accept this code.')).toBeVisible()
  await program.window.getByLabel('Pairing code').fill(elsewhere.code)
  await program.window.getByRole('button', { name: 'Add a gateway' }).click()
  const window = await pageOf(program, 'index')
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
