import { readFileSync } from 'node:fs'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, test } from './program.js'

test('a call that was approved is found in the trail, opens to its story and leaves as a file', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { electron, window, popUp, profile } = program
  const { client } = await connectClient(cleanUp, profile)
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  expect(await answer).toMatchObject({ success: true })

  await window.getByRole('button', { name: 'Audit', exact: true }).click()
  await expect(window.getByText('The trail is whole: 3 rows')).toBeVisible()
  await window.getByRole('searchbox', { name: 'Search the trail' }).fill('13000')
  await window.getByRole('button', { name: 'Filters' }).click()
  await window.getByLabel('How it ended').selectOption('done')
  const found = window.getByRole('button', { name: /set the time in world to night/u })
  await expect(found).toHaveCount(1)
  await found.press('Enter')
  const story = window.getByRole('complementary', { name: 'What happened' })
  await expect(story.getByText('approved', { exact: true })).toBeVisible()
  await expect(story.getByText(/^Took/u)).toBeVisible()
  await expect(story.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect((await new AxeBuilder({ page: window }).setLegacyMode().analyze()).violations).toEqual([])

  const file = path.join(profile, 'trail.jsonl')
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
  await window.getByRole('button', { name: 'Export' }).click()
  await window.getByRole('button', { name: 'JSON Lines' }).click()
  await expect(window.getByRole('dialog').getByRole('status')).toContainText('1 row was written to')
  expect((await new AxeBuilder({ page: window }).setLegacyMode().analyze()).violations).toEqual([])
  expect(readFileSync(file, 'utf8')).toContain('world.time.set')
  await window.keyboard.press('Escape')

  await window.getByRole('searchbox', { name: 'Search the trail' }).fill('nowhere-to-be-found')
  await expect(window.getByText('Nothing matches')).toBeVisible()
})
