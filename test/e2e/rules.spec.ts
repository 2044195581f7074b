import AxeBuilder from '@axe-core/playwright'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, isPopUpVisible, launch, type Program, test } from './program.js'

const setTime = (client: Client) => callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
const approve = ({ popUp }: Program) => popUp.getByRole('button', { name: /^Approve/u })
const violations = async ({ window }: Program) =>
  (await new AxeBuilder({ page: window }).setLegacyMode().analyze()).violations

test('an answer for good is listed with its uses, and once removed the person is asked again', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp } = program
  const { client } = await connectClient(cleanUp, program.profile)
  await window.getByRole('button', { name: 'Rules', exact: true }).click()
  await expect(window.getByText('No rules yet')).toBeVisible()
  expect(await violations(program)).toEqual([])

  const first = setTime(client)
  await expect(approve(program)).toHaveText('Approve once')
  await popUp.getByLabel('Next time').selectOption('always-exactly')
  await approve(program).click()
  expect(await first).toMatchObject({ success: true })
  expect(await setTime(client)).toMatchObject({ success: true })
  await expect(window.getByText('Used 1 time')).toBeVisible()

  await window.getByRole('button', { name: 'Edit the rule Allowed: Set the time' }).press('Enter')
  await window.getByLabel('How long').selectOption('For an hour')
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText(/^Ends in \d+ minutes$/u)).toBeVisible()
  await window.getByRole('button', { name: 'Remove the rule Allowed: Set the time' }).click()
  expect(await violations(program)).toEqual([])
  await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(window.getByText('No rules yet')).toBeVisible()

  const asked = setTime(client)
  await expect(approve(program)).toHaveText('Approve once')
  await popUp.keyboard.press('Escape')
  expect(await asked).toMatchObject({ success: false })
})

test('a rule that denies is made in the window, and nobody is asked', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window } = program
  const { client } = await connectClient(cleanUp, program.profile)
  await window.getByRole('button', { name: 'Rules', exact: true }).click()
  await window.getByRole('button', { name: 'New rule' }).click()
  await window.getByText('Denied', { exact: true }).click()
  await window.getByRole('button', { name: 'Make the rule' }).click()
  await expect(window.getByText('For example world.time.set or world.**')).toBeVisible()
  await window.getByLabel('Capability').fill('world.time.*')
  expect(await violations(program)).toEqual([])
  await window.getByRole('button', { name: 'Make the rule' }).click()
  await expect(
    window.getByRole('list', { name: 'Standing answers' }).getByText('world.time.*', { exact: true }),
  ).toBeVisible()
  await window.getByRole('button', { name: 'Remove the rule Denied: world.time.*' }).click()
  await window.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(window.getByText('No rules yet')).toBeVisible()
  await window.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(window.getByText('Every client may never do this on every server')).toBeVisible()
  expect(await setTime(client)).toMatchObject({ success: false })
  expect(await isPopUpVisible(program)).toBe(false)
})
