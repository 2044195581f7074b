/** How many clicks a new user needs, counted where the pages receive them. */
import type { Page } from '@playwright/test'
import { startJava } from './java-server.js'
import { expect, launch, test } from './program.js'

/** Counts presses of the pointer in these pages from now on. */
async function countClicks(pages: readonly Page[]): Promise<() => Promise<number>> {
  for (const page of pages)
    await page.evaluate(() => {
      document.documentElement.dataset.presses = '0'
      const count = () => {
        const { dataset } = document.documentElement
        dataset.presses = String(Number(dataset.presses) + 1)
      }
      addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count(), { capture: true })
    })
  return async () => {
    const counts = await Promise.all(
      pages.map((page) => page.evaluate(() => Number(document.documentElement.dataset.presses))),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

test('a new user approves a first action with two clicks', async ({ cleanUp }) => {
  const { window, popUp } = await launch(cleanUp, [], cleanUp.folder())
  await expect(window.getByRole('heading', { level: 1 })).toBeFocused()
  const clicks = await countClicks([window, popUp])
  await window.getByRole('button', { name: 'Try it now' }).click()
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  await expect(window.getByText('You approved, and it was done')).toBeVisible()
  expect(await clicks()).toBe(2)
  await window.getByRole('button', { name: 'Continue setup' }).click()
  await expect(window.getByRole('heading', { name: 'Choose a server' })).toBeVisible()
})

test('a new user connects an own Java server with five clicks and one restart', async ({ cleanUp }) => {
  const { folder, java } = await startJava(cleanUp)
  const { window, popUp, electron } = await launch(cleanUp, [], cleanUp.folder())
  await expect(window.getByRole('heading', { level: 1 })).toBeFocused()
  const clicks = await countClicks([window, popUp])
  await window.getByRole('button', { name: 'Set up' }).click()
  await window.getByRole('button', { name: /^Add a server/u }).click()
  // The dialog of the system is one click more.
  await electron.evaluate(({ dialog }, chosen) => {
    const asked = { count: 0 }
    Object.assign(globalThis, { asked })
    dialog.showOpenDialog = async () => {
      asked.count += 1
      return { canceled: false, filePaths: [chosen] }
    }
  }, folder)
  await window.getByRole('button', { name: 'Choose folder' }).last().click()
  await window.getByRole('button', { name: 'Change file' }).click()
  await expect(window.getByRole('heading', { name: /Restart your server now/u })).toBeVisible()
  await java.stop()
  await java.start()
  await expect(window.getByRole('heading', { name: 'survival is connected' })).toBeVisible({ timeout: 60_000 })
  const dialogs = await electron.evaluate(() => (globalThis as unknown as { asked: { count: number } }).asked.count)
  expect((await clicks()) + dialogs).toBeLessThanOrEqual(5)
  // Its actions started with the defaults: nothing is left to accept.
  await expect(window.getByText(/^AI may act here: \d+ allowed, \d+ ask you, \d+ off\.$/u).first()).toBeVisible()
})
