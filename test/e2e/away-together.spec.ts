import type { Page } from '@playwright/test'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { addGateway, openedPage, startAway } from './away.js'
import { expect, launch, test } from './program.js'

declare const gatehouse: GatehouseApi

/** An owner invites another person in the window of the gateway. */
const invite = (window: Page, name: string): Promise<string> =>
  window.evaluate(async (invited) => {
    const made = await gatehouse.request('remote:invite', { name: invited, role: 'owner' })
    if (!made.ok) throw new Error(made.error.message)
    return made.value.code
  }, name)

test('two people at two computers answer for one gateway', async ({ cleanUp }, testInfo) => {
  const elsewhere = await startAway(cleanUp, ['--critical-quorum', '2'])
  const [adas, bens] = [await launch(cleanUp), await launch(cleanUp)]
  await addGateway(adas, elsewhere)
  const adaWindow = await openedPage(adas, 'index')
  await expect(adaWindow.locator('.rail-person')).toContainText('Ada')
  await addGateway(bens, { ...elsewhere, code: await invite(adaWindow, 'Ben') })
  const benWindow = await openedPage(bens, 'index')
  await expect(benWindow.locator('.rail-person')).toContainText('Ben')

  const { client } = await connectClient(cleanUp, elsewhere.profile)
  const kicked = callTool(client, 'player_kick', { playerName: 'Steve', reason: 'griefing' })
  const [adaPopUp, benPopUp] = [await openedPage(adas, 'approval'), await openedPage(bens, 'approval')]
  await expect(benPopUp.getByRole('button', { name: /^Approve/u })).toBeVisible()
  // It is shown for a moment.
  const seen = expect(benPopUp.getByText('Approved by Ada')).toBeVisible()
  await adaPopUp.getByRole('button', { name: /^Approve/u }).click()
  await seen
  expect(await kicked).toMatchObject({ success: true })
  await benPopUp.screenshot({ path: testInfo.outputPath('answered.png') })

  const banned = callTool(client, 'player_ban', { playerName: 'Alex', reason: 'cheating' })
  await adaPopUp.locator('.pop-up-approve').click()
  await expect(benPopUp.getByText('Approved by Ada. Needs 1 more approval.')).toBeVisible()
  await benPopUp.screenshot({ path: testInfo.outputPath('second.png') })
  await benPopUp.locator('.pop-up-approve').click()
  expect(await banned).toMatchObject({ success: true })

  for (const window of [adaWindow, benWindow]) {
    await window.getByRole('button', { name: 'Log', exact: true }).click()
    await window.locator('.audit-row').first().click()
    for (const name of ['Ada', 'Ben']) await expect(window.getByText(name).last()).toBeVisible()
  }
})
