import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

/** How far a time of day is from another, in ticks; the world continues meanwhile. */
const apart = (one: number, other: number): number => Math.abs(((one - other + 36_000) % 24_000) - 12_000)

const timeIn = async (client: Client): Promise<number> => {
  const { data } = await callTool(client, 'world_time_get', { worldName: 'world' })
  return Number(data?.time)
}

test('an approved action is undone from the window, and the world is restored', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp } = program
  const { client } = await connectClient(cleanUp, program.profile)
  const before = await timeIn(client)
  const target = (Math.round(before) + 12_000) % 24_000
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: target })
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  expect(await answer).toMatchObject({ success: true })
  expect(apart(await timeIn(client), target)).toBeLessThan(2_000)

  await window.locator('.feed-row').getByRole('button', { name: 'Undo' }).click()
  const dialog = window.getByRole('dialog', { name: 'Undo this?' })
  await expect(dialog.getByRole('columnheader', { name: 'Before' })).toBeVisible()
  expect(await violations(window)).toEqual([])
  await dialog.getByRole('button', { name: /^Undo/u }).click()
  const done = window.getByRole('dialog', { name: 'Undone' })
  await expect(done.getByText('The action is undone')).toBeVisible()
  await done.getByRole('button', { name: 'Close' }).click()
  expect(apart(await timeIn(client), before)).toBeLessThan(2_000)

  await window.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(window.getByText(/^undone/u)).toBeVisible()
  expect(await violations(window)).toEqual([])
})

test('the last actions of one client are undone together, and each result is shown', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window } = program
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = await callTool(client, 'world_weather_set', { worldName: 'world', weather: 'thunder' })
  expect(answer).toMatchObject({ success: true })

  await window.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(window.getByRole('list', { name: 'Actions you can undo' }).getByRole('listitem')).toHaveCount(1)
  await window.getByLabel('Client').selectOption({ index: 1 })
  await window.getByRole('button', { name: 'Undo…' }).click()
  expect(await violations(window)).toEqual([])
  await window.getByRole('button', { name: 'Undo the last action' }).click()
  await expect(window.getByRole('heading', { name: '1 undone' })).toBeVisible()
})

test('an action approved by typing is undone by typing', async ({ cleanUp }, testInfo) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp } = program
  const { client } = await connectClient(cleanUp, program.profile)
  const location = { world: 'world', x: 3, y: 70, z: 3 }
  const answer = callTool(client, 'world_block_set', { location, type: 'minecraft:command_block' })
  await popUp.getByRole('textbox').fill('world')
  await popUp.locator('.pop-up-approve').click()
  expect(await answer).toMatchObject({ success: true })

  await window.locator('.feed-row').getByRole('button', { name: 'Undo' }).click()
  const dialog = window.getByRole('dialog', { name: 'Undo this?' })
  const typed = dialog.getByLabel('Type world to confirm')
  const undo = dialog.getByRole('button', { name: /^Undo/u })
  await typed.fill('world.block.set')
  await expect(undo).toBeDisabled()
  await typed.fill('world')
  await expect(undo).toBeEnabled()
  expect(await violations(window)).toEqual([])
  await window.screenshot({ path: testInfo.outputPath('undo-typed.png') })
  await undo.click()
  await expect(window.getByRole('dialog', { name: 'Undone' })).toBeVisible()
})
