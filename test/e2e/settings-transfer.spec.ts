import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, launch, settingsOf, test } from './program.js'
import { violations } from './violations.js'

test('settings are exported, and imported after their changes were seen; a file that lowers safety is refused', async ({
  cleanUp,
}) => {
  const { electron, window, profile } = await launch(cleanUp, ['--simulator'])
  const file = path.join(profile, 'exported.json')
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, file)
  await window.getByRole('button', { name: 'Settings' }).click()
  await window.getByRole('button', { name: 'Export settings…' }).click()
  await expect(window.getByText('Settings saved to')).toBeVisible()

  const importButton = window.getByRole('button', { name: 'Import settings…' })
  const dialog = window.getByRole('dialog', { name: 'Import these settings?' })
  await importButton.click()
  await expect(dialog.getByText('Nothing would change.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const exported = JSON.parse(readFileSync(file, 'utf8'))
  const put = (part: object) =>
    writeFileSync(file, JSON.stringify({ ...exported, settings: { ...exported.settings, ...part } }))
  put({ closing: 'quit', hideFromCapture: false })
  await importButton.click()
  await expect(dialog.getByRole('listitem')).toHaveText([
    'When I close the windowKeep running in the background → Quit',
    'Hide the pop-up from recordingsOn → Off',
  ])
  expect(await violations(window)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  expect(await settingsOf(window)).toMatchObject({ closing: 'tray', hideFromCapture: true })
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await expect(window.getByText('The settings are imported.')).toBeVisible()
  expect(await settingsOf(window)).toMatchObject({ closing: 'quit', hideFromCapture: false })

  const before = await settingsOf(window)
  put({ closing: 'tray', posture: 'specification' })
  await importButton.click()
  await expect(window.getByText('This file contains “posture”, which is never imported from a file.')).toBeVisible()
  expect(await violations(window)).toEqual([])
  expect(await settingsOf(window)).toEqual(before)
})
