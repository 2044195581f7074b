import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, restingBox, test } from './program.js'
import { violations } from './violations.js'

test('Home shows what waits and how servers are; its list is filtered, paused, and opens to steps, decision and audit log', async ({
  cleanUp,
}) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp, profile } = program
  const { client } = await connectClient(cleanUp, profile)

  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
  const card = window.locator('.waiting-card', { hasText: /set the time in world to night/u })
  await expect(card.getByRole('button', { name: 'Review' })).toBeVisible()
  await expect(card.getByRole('button', { name: /Approve/u })).toHaveCount(0)
  const row = window.locator('.feed-row', { hasText: /set the time in world to night/u })
  await expect(row.getByText('Waiting for approval')).toBeVisible()
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  expect(await answer).toMatchObject({ success: true })
  await expect(row.getByText('Done')).toBeVisible()
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(window.getByText('No requests waiting')).toBeVisible()
  await expect(window.getByRole('button', { name: /^Demo world/u }).getByText('Runs well')).toBeVisible()
  await callTool(client, 'world_time_get', { worldName: 'world' })

  await test.step('filters by kind and by words, with chips that can be removed', async () => {
    const done = window.getByRole('button', { name: /set the time in world to night/u, expanded: false })
    const read = window.getByRole('button', { name: /read the time in world/u })
    await expect(read).toBeVisible()
    await window.getByRole('button', { name: 'Kind' }).click()
    await window.getByRole('combobox', { name: 'Find a kind' }).fill('actions')
    await window.keyboard.press('Enter')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+k')
    await window.keyboard.type('13000 night')
    await expect(window.getByText('No matches')).toBeVisible()
    expect(await violations(window)).toEqual([])
    await window.getByRole('button', { name: 'Remove filter: 13000 night' }).click()
    await window.keyboard.press('Control+k')
    await window.keyboard.type('night')
    await expect(read).toBeHidden()
    await expect(done).toBeVisible()
    await window.getByRole('button', { name: 'Show everything' }).click()
    await expect(read).toBeVisible()
  })

  await test.step('the list stays in place while paused, and counts new entries', async () => {
    await window.keyboard.press('Control+.')
    await expect(window.getByText('List paused', { exact: true })).toBeVisible()
    await callTool(client, 'world_weather_get', { worldName: 'world' })
    await expect(window.getByText(/^List paused, \d+ new$/u)).toBeVisible()
    await expect(window.getByRole('button', { name: /weather/u, expanded: false })).toHaveCount(0)
    await window.getByRole('button', { name: /jump to newest/u }).click()
    await expect(window.getByRole('button', { name: /weather/u, expanded: false })).toBeVisible()
  })

  await test.step('a call opens to its steps, and from there to its log entry', async () => {
    const line = window.getByRole('button', { name: /set the time in world to night/u, expanded: false })
    // So low that an opened entry is higher than the list.
    await program.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().includes('index'))
        ?.setContentSize(1_000, 560),
    )
    await line.focus()
    await window.keyboard.press('Enter')
    const details = window.locator('.row-details')
    await expect(details.getByText(/^Approved by you, at this computer.*this once/u)).toBeVisible()
    await expect(details.getByText('Ran on the server')).toBeHidden()
    await details.getByText('Details', { exact: true }).click()
    await expect(details.getByText('Ran on the server')).toBeVisible()
    await details.getByText('Details', { exact: true }).click()
    expect(await violations(window)).toEqual([])
    await window.screenshot({ path: test.info().outputPath('live-call.png') })
    // While more arrives above, the headline of what is read stays where it is.
    await expect(window.locator('.feed-row.expanded .feed-row-line')).toBeInViewport({ ratio: 1 })
    const headline = window.locator('.feed-row.expanded .feed-row-line')
    const before = await restingBox(headline)
    await Promise.all(Array.from({ length: 30 }, () => callTool(client, 'world_time_get', { worldName: 'world' })))
    await expect(window.getByRole('button', { name: /jump to newest/u })).toHaveText(/\d/u)
    expect(await restingBox(headline)).toEqual(before)
    await expect(headline).toBeInViewport({ ratio: 1 })
    await details.getByRole('button', { name: 'Show in the log' }).click()
    const story = window.getByRole('region', { name: 'What happened' })
    await expect(story.getByText(/^Approved by you, at this computer/u)).toBeVisible()
  })
})

test('Home says what AI did while nobody looked, also after a restart, and Show finds it', async ({ cleanUp }) => {
  const first = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, first.profile)
  await callTool(client, 'chat_broadcast', { message: 'hello' })
  await first.electron.close()
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await writeFile(join(first.profile, 'last-look'), hourAgo)
  const { window } = await launch(cleanUp, ['--simulator'], first.profile)
  await window.mouse.move(300, 300)
  const strip = window.getByRole('region', { name: 'While you were away' })
  await expect(strip).toContainText(/1 done/u)
  await expect(strip).not.toContainText(/denied/u)
  await strip.getByRole('button', { name: 'Show' }).click()
  await expect(window.locator('.feed-row.ai')).toHaveCount(1)
  await strip.getByRole('button', { name: 'Dismiss' }).click()
  await expect(strip).toHaveCount(0)
})
