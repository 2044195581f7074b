import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

test('an approved request is one row of the log, unfolds to its steps and is exported', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { electron, window, popUp, profile } = program
  const { client } = await connectClient(cleanUp, profile)
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  expect(await answer).toMatchObject({ success: true })

  await window.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(window.getByText(/^The log is intact: \d+ entries/u)).toBeVisible()
  const found = window.getByRole('button', { name: /set the time in world to night/u })
  await expect(found).toHaveCount(1)
  const search = window.getByRole('searchbox', { name: 'Search the log' })
  await search.fill('nowhere-to-be-found')
  await expect(window.getByText('No matches')).toBeVisible()
  await search.fill('13000')
  await expect(found).toHaveCount(1)
  await window.getByRole('button', { name: 'Filters' }).click()
  await window.getByLabel('Outcome').selectOption('denied')
  await expect(window.getByText('No matches')).toBeVisible()
  await window.getByLabel('Outcome').selectOption('done')
  await expect(found).toHaveCount(1)
  await window.getByLabel('Action', { exact: true }).fill('Ban a player')
  await expect(window.getByText('No matches')).toBeVisible()
  await window.getByLabel('Action', { exact: true }).fill('set the time')
  await expect(found).toHaveCount(1)
  await found.press('Enter')
  const story = window.getByRole('region', { name: 'What happened' })
  const steps = story.getByRole('list', { name: 'Step by step' }).getByRole('listitem')
  await expect(steps).toHaveText([
    /asks to set the time in world to night/u,
    /Approved by you, at this computer/u,
    /Done .+ → night/u,
  ])
  await expect(story.getByText('world.time.set')).toBeHidden()
  await story.getByText('Details', { exact: true }).click()
  await expect(story.getByText('world.time.set')).toBeVisible()
  await expect(story.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await violations(window)).toEqual([])

  const file = path.join(profile, 'trail.jsonl')
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
  await window.getByRole('button', { name: 'Export' }).click()
  await window.getByRole('button', { name: 'JSON Lines' }).click()
  await expect(window.getByRole('dialog').getByRole('status')).toContainText('1 entry saved to')
  expect(await violations(window)).toEqual([])
  expect(readFileSync(file, 'utf8')).toContain('world.time.set')
})

test('a day is typed, and one outside the limits is not applied', async ({ cleanUp }) => {
  const { window } = await launch(cleanUp, [])
  await window.getByRole('button', { name: 'Log', exact: true }).click()
  await window.getByRole('button', { name: 'Filters' }).click()
  const [from, to] = [window.getByLabel('From', { exact: true }), window.getByLabel('To', { exact: true })]
  await from.focus()
  await window.keyboard.type('02022026')
  await expect(from).toHaveValue('2026-02-02')
  await expect(window.getByRole('button', { name: '1 filter' })).toBeVisible()
  await to.fill('2026-02-01')
  await to.blur()
  await expect(window.getByRole('alert')).toHaveText('Choose Feb 2, 2026 or a later day.')
  expect(await violations(window)).toEqual([])
  await to.fill('2026-02-03')
  await expect(window.getByRole('alert')).toBeHidden()

  await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }))
  await expect(window.getByLabel('开始日期')).toHaveValue('2026-02-02')
  await window.getByRole('button', { name: '清除筛选' }).click()
  await expect(window.getByLabel('开始日期')).toHaveValue('')
  expect(await violations(window)).toEqual([])
})
