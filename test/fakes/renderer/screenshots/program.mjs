/** Pictures of the welcome, the pause, the dialogs on leaving, and crashes. */
import { popUp, ready, to, wide } from './steps.mjs'

export const programPictures = async (picture) => {
  for (const theme of ['light', 'dark']) {
    await picture(`welcome-${theme}`, `index.html?fake=newcomer&theme=${theme}`, wide)
    await picture(`welcome-world-${theme}`, `index.html?fake=newcomer&theme=${theme}`, wide, to('Set up'))
    await picture(`welcome-client-${theme}`, `index.html?fake=newcomer&theme=${theme}`, wide, (page) =>
      page.getByRole('button', { name: 'AI client' }).click(),
    )
    await picture(`welcome-try-${theme}`, `index.html?fake=begun&theme=${theme}`, wide, (page) =>
      page.getByRole('navigation').getByRole('button', { name: 'Try it' }).click(),
    )
  }
  await picture('welcome-zh', 'index.html?fake=newcomer&language=zh', wide)
  await picture('welcome-try-zh', 'index.html?fake=begun&language=zh', wide, to('试一试'))
  for (const [language, theme] of [
    ['en', 'light'],
    ['zh', 'dark'],
  ]) {
    const address = `index.html?fake=evening&language=${language}&theme=${theme}`
    await picture(`paused-${language}`, address, wide, async (page) => {
      await page.evaluate(() =>
        window.gatehouse.push('panic:changed', {
          on: true,
          pause: true,
          until: new Date(2026, 0, 19, 14, 5).toISOString(),
          keys: { accelerator: 'CommandOrControl+Alt+Shift+P', works: true },
        }),
      )
      await page.waitForTimeout(200)
    })
  }
  for (const [language, theme, pause] of [
    ['en', 'light', 'Pause all AI'],
    ['zh', 'dark', '暂停所有 AI'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`touch-pause-${language}`, address('evening'), wide, to(pause))
    await picture(`touch-paused-${language}`, address('evening'), wide, async (page) => {
      await to(pause)(page)
      await page.getByRole('menuitem').first().click()
      await page.waitForTimeout(300)
    })
    await picture(`touch-paused-small-${language}`, address('evening'), { width: 820, height: 560 }, async (page) => {
      await to(pause)(page)
      await page.getByRole('menuitem').last().click()
      await page.waitForTimeout(300)
    })
  }
  for (const [language, theme, help] of [
    ['en', 'light', 'Help'],
    ['zh', 'dark', '帮助'],
  ]) {
    const address = `index.html?fake=linux&language=${language}&theme=${theme}`
    const asked = (question) => async (page) => {
      await page.evaluate((reported) => window.gatehouse.push('window:leaving', reported), question)
      await page.waitForTimeout(300)
    }
    await picture(`leaving-help-${language}`, address, wide, async (page) => {
      await to(help)(page)
      await page.waitForTimeout(300)
    })
    await picture(`leaving-closed-${language}`, address, wide, asked({ why: 'closed', staysIn: 'tray' }))
    await picture(`leaving-no-tray-${language}`, address, wide, asked({ why: 'closed', staysIn: 'taskbar' }))
    await picture(`leaving-quit-${language}`, address, wide, asked({ why: 'quit', staysIn: 'tray' }))
    const tall = { width: 1120, height: 3600 }
    await picture(`leaving-settings-${language}`, address, tall, to(language === 'en' ? 'Settings' : '设置'))
  }
  for (const [language, theme, settings] of [
    ['en', 'light', 'Settings'],
    ['zh', 'dark', '设置'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`crash-note-${language}`, address('crash'), wide)
    await picture(`crash-bare-${language}`, `${address('evening')}&bare`, wide)
    await picture(`crash-screen-${language}`, address('undrawable'), wide, (page) =>
      page.getByRole('navigation').getByRole('button').nth(4).click(),
    )
    await picture(`crash-question-${language}`, address('undrawable').replace('index', 'approval'), popUp, ready)
    await picture(`crash-about-${language}`, address('crash'), { width: 1120, height: 2600 }, async (page) => {
      await to(settings)(page)
      await page.getByRole('button', { name: /^(Show licences|显示许可证)$/u }).click()
      await page.waitForTimeout(400)
    })
  }
}
