import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, isPopUpVisible, openRules, openScope, type Program, settle, sharedProgram, test } from './program.js'
import { violations } from './violations.js'

const shared = sharedProgram()
const setTime = (client: Client) => callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
const approve = ({ popUp }: Program) => popUp.locator('.pop-up-approve')
test('a permanent answer is listed with its uses, and the person is asked again after it is removed', async ({
  cleanUp,
}) => {
  const program = shared()
  const { window, popUp } = program
  const { client } = await connectClient(cleanUp, program.profile)
  await openRules(window)
  await expect(window.getByText('No rules yet')).toBeVisible()
  expect(await violations(window)).toEqual([])

  const first = setTime(client)
  await expect(approve(program)).toHaveText('Approve once')
  await openScope(program)
  await popUp.getByRole('radio', { name: 'Always', exact: true }).check()
  await expect(approve(program)).toHaveText('Always allow')
  await settle(program.popUp)
  await approve(program).click()
  expect(await first).toMatchObject({ success: true })
  expect(await setTime(client)).toMatchObject({ success: true })
  await expect(window.getByText('Used 1 time')).toBeVisible()

  await window.getByRole('button', { name: 'Edit the rule Allow: Set the time' }).press('Enter')
  await window.getByLabel('Duration').selectOption('1 hour')
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText(/^Ends in \d+ minutes$/u)).toBeVisible()
  await window.getByRole('button', { name: 'Remove the rule Allow: Set the time' }).click()
  expect(await violations(window)).toEqual([])
  await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(window.getByText('No rules yet')).toBeVisible()

  const asked = setTime(client)
  await expect(approve(program)).toHaveText('Approve once')
  await popUp.keyboard.press('Escape')
  expect(await asked).toMatchObject({ success: false })
})

test('a rule created in the window denies without asking', async ({ cleanUp }) => {
  const program = shared()
  const { window } = program
  const { client } = await connectClient(cleanUp, program.profile)
  await openRules(window)
  await window.getByRole('button', { name: 'New rule' }).click()
  await window.getByText('Deny', { exact: true }).click()
  await window.getByRole('button', { name: 'Create rule' }).click()
  await expect(window.getByText('Choose an action first.')).toBeVisible()
  await window.getByLabel('Action', { exact: true }).selectOption({ label: 'By pattern (advanced)…' })
  await expect(window.getByText('For example world.time.set or world.**')).toBeVisible()
  await window.getByLabel('Pattern', { exact: true }).fill('world.time.*')
  expect(await violations(window)).toEqual([])
  await window.getByRole('button', { name: 'Create rule' }).click()
  await expect(
    window.getByRole('list', { name: 'Your rules' }).getByText('some world actions', { exact: true }).first(),
  ).toBeVisible()
  await window.getByRole('button', { name: 'Remove the rule Deny: some world actions' }).click()
  await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(window.getByText('No rules yet')).toBeVisible()
  await window.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(window.getByText('No AI can use some world actions on any server')).toBeVisible()
  expect(await setTime(client)).toMatchObject({ success: false })
  expect(await isPopUpVisible(program)).toBe(false)
})

// verifies: promise 13
test('a built-in rule asks about a kick only while it is on', async ({ cleanUp }, testInfo) => {
  const program = shared()
  const { window, popUp } = program
  const { client } = await connectClient(cleanUp, program.profile)
  const kick = () => callTool(client, 'player_kick', { playerName: 'Mia' })
  await openRules(window)
  const rule = window.getByRole('switch', { name: 'Ask me before any AI kicks a player on any server.' })
  await expect(rule).toBeChecked()
  expect(await violations(window)).toEqual([])
  await window.screenshot({ path: testInfo.outputPath('built-in-rules.png') })

  const first = kick()
  await expect(approve(program)).toHaveText('Approve once')
  await popUp.keyboard.press('Escape')
  expect(await first).toMatchObject({ success: false })
  await expect.poll(() => isPopUpVisible(program)).toBe(false)

  await rule.click()
  await expect(rule).not.toBeChecked()
  await window.screenshot({ path: testInfo.outputPath('built-in-rule-off.png') })
  expect(await callTool(client, 'player_kick', { playerName: 'Steve' })).toMatchObject({ success: true })
  expect(await isPopUpVisible(program)).toBe(false)

  await window.getByRole('button', { name: 'Settings → Safety' }).click()
  await window.getByText('Careful', { exact: true }).click()
  await expect(window.getByText('Every change asks you.')).toBeVisible()
  await window.screenshot({ path: testInfo.outputPath('posture.png') })
  await openRules(window)
  await expect(rule).toBeChecked()
  const weather = callTool(client, 'world_weather_set', { worldName: 'world', weather: 'rain' })
  await expect(approve(program)).toHaveText('Approve once')
  await popUp.keyboard.press('Escape')
  expect(await weather).toMatchObject({ success: false })
})
