/** Pictures of the services. */
import { wide } from './steps.mjs'

export const servicePictures = async (picture) => {
  for (const [language, theme, size, servers] of [
    ['en', 'light', wide, 'Servers'],
    ['zh', 'dark', wide, '服务器'],
    ['en', 'dark', { width: 820, height: 560 }, 'Servers'],
  ]) {
    const at = `${language}-${theme}-${size.width}`
    const scene = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    const open = async (page) => {
      await page.getByRole('button', { name: servers, exact: true }).click()
      await page.locator('.choice input[value="services"]').check()
      await page.waitForTimeout(150)
    }
    await picture(`services-list-${at}`, scene('services'), size, open)
    await picture(`services-minecraft-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.choice input[value="minecraft"]').check()
    })
    await picture(`services-none-${at}`, scene('services-none'), size, open)
    await picture(`services-broken-${at}`, scene('services-broken'), size, open)
    await picture(`services-files-${at}`, scene('services'), { ...size, height: size.height * 1.6 }, async (page) => {
      await open(page)
      await page.locator('.service-name').nth(1).click()
      await page.waitForTimeout(300)
    })
    await picture(`services-failed-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.service-name').nth(3).click()
      await page.waitForTimeout(300)
    })
    await picture(`services-sign-in-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.service-name').nth(5).click()
    })
    await picture(`services-module-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.servers-bar .button').last().click()
      await page.locator('.service-form input[value="embedded"]').check()
      await page.locator('.service-form [type="submit"]').click()
    })
    await picture(`services-import-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.servers-bar .button').first().click()
      await page.waitForTimeout(300)
    })
    await picture(`services-import-open-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.servers-bar .button').first().click()
      await page.locator('.import-link').click()
      await page.waitForTimeout(300)
    })
    await picture(`services-add-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.servers-bar .button.go').click()
      await page.locator('.service-form [type="submit"]').click()
      await page.waitForTimeout(300)
    })
    await picture(`services-edit-url-${at}`, scene('services'), size, async (page) => {
      await open(page)
      await page.locator('.service-name').nth(2).click()
      await page.locator('.service-buttons .button').nth(2).click()
      await page.waitForTimeout(300)
    })
  }
}
