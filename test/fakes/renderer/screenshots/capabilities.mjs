/** Pictures of the actions. */
import { to, wide } from './steps.mjs'

export const capabilityPictures = async (picture) => {
  for (const [language, theme, capabilities, tryIt, dryRun, run] of [
    ['en', 'light', 'Actions', 'Try it', 'Dry run', 'Run'],
    ['zh', 'dark', '动作', '试一试', '试运行', '运行'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    const teleport = async (page) => {
      await to(capabilities)(page)
      await page.getByRole('searchbox').fill('teleport')
      await page.waitForTimeout(200)
    }
    await picture(`capabilities-${language}`, address('rich'), wide, teleport)
    await picture(`capabilities-all-${language}`, address('rich'), { width: 1120, height: 2600 }, teleport)
    await picture(`capabilities-waiting-${language}`, address('rich'), { width: 1120, height: 1100 }, async (page) => {
      await to(capabilities)(page)
      await page.getByRole('searchbox').fill('shopkeeper')
      await page.waitForTimeout(200)
    })
    await picture(`capabilities-try-${language}`, address('rich'), { width: 1120, height: 1300 }, async (page) => {
      await teleport(page)
      await page.getByRole('button', { name: tryIt, exact: true }).click()
      await page.getByRole('button', { name: dryRun, exact: true }).click()
      await page.waitForTimeout(300)
    })
    await picture(`capabilities-done-${language}`, address('rich'), { width: 1120, height: 1300 }, async (page) => {
      await teleport(page)
      await page.getByRole('button', { name: tryIt, exact: true }).click()
      await page.getByLabel('playerName').fill('')
      await page.getByRole('button', { name: run, exact: true }).click()
      await page.waitForTimeout(300)
    })
    await picture(`capabilities-empty-${language}`, address('empty'), wide, to(capabilities))
    await picture(`capabilities-crowd-${language}`, address('crowd'), wide, to(capabilities))
    await picture(`capabilities-narrow-${language}`, address('rich'), { width: 900, height: 600 }, to(capabilities))
  }
}
