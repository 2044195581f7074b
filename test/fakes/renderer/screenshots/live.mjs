/** Pictures of Home. */
import { wide } from './steps.mjs'

export const livePictures = async (picture) => {
  for (const theme of ['light', 'dark']) {
    await picture(`live-${theme}`, `index.html?fake=evening&theme=${theme}`, wide)
    await picture(`live-empty-${theme}`, `index.html?fake=empty&theme=${theme}`, wide)
  }
  await picture('live-zh', 'index.html?fake=evening&language=zh', wide)
  await picture('live-empty-zh', 'index.html?fake=empty&language=zh', wide)
  await picture('live-failures-zh', 'index.html?fake=evening&language=zh', wide, async (page) => {
    await page
      .getByRole('button', { name: /Notch_42/u })
      .first()
      .click()
  })
  for (const [language, theme] of [
    ['en', 'light'],
    ['zh', 'dark'],
  ]) {
    const address = `index.html?fake=refusals&language=${language}&theme=${theme}`
    await picture(`refusals-${language}`, address, wide, (page) => page.locator('.feed-row-toggle').last().click())
  }
  await picture('live-narrow', 'index.html?fake=evening', { width: 900, height: 600 })
  await picture('live-many', 'index.html?fake=many', wide)
  await picture('live-no-match', 'index.html?fake=evening', wide, async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('creeper')
  })
  await picture('live-scrolled', 'index.html?fake=evening', wide, async (page) => {
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, -900)
    await page.waitForTimeout(400)
    await page.evaluate(() => {
      const { shell } = window.gatehouse
      const entries = [0, 1, 2].map((n) => ({ ...shell.live.at(-2), id: `new-${n}` }))
      window.gatehouse.push('live:arrived', { from: shell.live.length, entries: JSON.stringify(entries), oldest: 0 })
    })
    await page.waitForTimeout(300)
  })
  await picture('live-long-line', 'index.html?fake=evening', wide, async (page) => {
    await page.getByRole('button', { name: /i was digging down/u }).click()
  })
  for (const [language, theme] of [
    ['en', 'dark'],
    ['zh', 'light'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`live-call-${language}`, address('flood'), { width: 1120, height: 900 }, async (page) => {
      await page.locator('.feed-row-toggle').last().click()
      await page.waitForTimeout(400)
    })
    await picture(`live-read-${language}`, address('read'), { width: 1120, height: 900 }, async (page) => {
      await page.getByRole('button', { name: /night for the contest/u }).click()
      await page.waitForTimeout(400)
    })
    await picture(`live-filtered-${language}`, address('flood'), wide, async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('evening 99')
      await page.locator('.filter-row .filter-choice-button').last().click()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(600)
    })
    await picture(`live-network-${language}`, address('network'), wide, async (page) => {
      await page.locator('.filter-row .filter-choice-button').last().click()
      await page.keyboard.type('y 7')
      await page.keyboard.press('Enter')
    })
  }
  await picture('live-beginning', 'index.html?fake=evening&theme=dark', wide, async (page) => {
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, -9_000)
    await page.waitForTimeout(500)
  })
  await picture('leaving-live-open', 'index.html?fake=evening', { width: 1120, height: 640 }, async (page) => {
    const push = () =>
      page.evaluate(() => {
        const { live } = window.gatehouse.shell
        const from = live.length
        const next = { ...live.find(({ kind }) => kind === 'game'), id: `more ${from}`, at: new Date().toISOString() }
        live.push(next)
        window.gatehouse.push('live:arrived', { from, entries: JSON.stringify([next]), oldest: 0 })
      })
    await page.locator('.feed-row-toggle').last().click()
    for (let more = 0; more < 12; more += 1) {
      await push()
      await page.waitForTimeout(40)
    }
    await page.waitForTimeout(300)
  })
  for (const [language, theme] of [
    ['en', 'light'],
    ['zh', 'dark'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`touch-live-${language}`, address('evening'), { width: 1120, height: 560 }, async (page) => {
      await page.locator('.feed-row-toggle').last().click()
      await page.waitForTimeout(1_200)
    })
  }
}
