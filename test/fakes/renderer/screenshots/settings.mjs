/** Pictures of the settings, streaming and the approver in the game. */
import { to, wide } from './steps.mjs'

export const settingsPictures = async (picture) => {
  const toSection = (name) => async (page) => {
    await page.locator('.rail-link.apart').click()
    await page.getByRole('button', { name, exact: true }).last().click()
    await page.waitForTimeout(3_000)
  }
  const streamingSize = { width: 1120, height: 2300 }
  await picture('streaming-light', 'index.html?fake=evening&streaming=on', streamingSize, toSection('Streaming'))
  await picture(
    'streaming-dark-zh',
    'index.html?fake=evening&streaming=on&theme=dark&language=zh',
    streamingSize,
    toSection('直播'),
  )
  for (const [language, theme, name] of [
    ['en', 'light', 'Viewers'],
    ['zh', 'dark', '观众'],
  ]) {
    const address = `index.html?fake=vote&language=${language}&theme=${theme}`
    await picture(`viewers-${language}`, address, { width: 1120, height: 1500 }, async (page) => {
      await page.evaluate(async () => {
        const { votes } = (await window.gatehouse.request('settings:get')).value
        await window.gatehouse.request('settings:change', {
          votes: { ...votes, enabled: true },
        })
      })
      await toSection(name)(page)
    })
  }
  await picture('streaming-off', 'index.html?fake=evening', wide, toSection('Streaming'))
  for (const theme of ['light', 'dark']) {
    await picture(`settings-${theme}`, `index.html?fake=evening&theme=${theme}`, wide, to('Settings'))
  }
  for (const [language, theme, settings, notices, approvers] of [
    ['en', 'light', 'Settings', 'Notifications and sounds', 'Approvers'],
    ['zh', 'dark', '设置', '通知与声音', '批准人'],
  ]) {
    const address = `index.html?fake=evening&language=${language}&theme=${theme}`
    await picture(`settings-tall-${language}`, address, { width: 1120, height: 1900 }, async (page) => {
      await to(settings)(page)
      await page.evaluate(async () => {
        const { quietHours } = (await window.gatehouse.request('settings:get')).value
        await window.gatehouse.request('settings:change', { quietHours: { ...quietHours, enabled: true } })
      })
      await page.waitForTimeout(200)
    })
    await picture(`settings-notices-${language}`, address, wide, async (page) => {
      await to(settings)(page)
      await page.getByRole('navigation').getByRole('button', { name: notices }).click()
      await page.waitForTimeout(200)
    })
    await picture(`settings-networks-${language}`, address.replace('evening', 'networks'), wide, async (page) => {
      await to(settings)(page)
      await page.getByRole('navigation').getByRole('button', { name: approvers, exact: true }).click()
      await page.waitForTimeout(200)
    })
    await picture(`settings-approvers-${language}`, address, wide, async (page) => {
      await to(settings)(page)
      await page.getByRole('navigation').getByRole('button', { name: approvers, exact: true }).click()
      await page.getByRole('region', { name: approvers }).getByRole('radio').first().check({ force: true })
      await page.waitForTimeout(200)
    })
  }
  for (const [language, theme, settings, safety] of [
    ['en', 'light', 'Settings', 'Safety'],
    ['zh', 'dark', '设置', '安全'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`touch-keys-${language}`, address('evening'), wide, async (page) => {
      await to(settings)(page)
      await page.getByRole('navigation').last().getByRole('button', { name: safety }).click()
      const field = page.locator('.keys-field input').last()
      await field.press('Control+Alt+Shift+J')
      await field.press('Control+C')
      await page.waitForTimeout(200)
    })
    await picture(`touch-keys-held-${language}`, address('evening'), wide, async (page) => {
      await to(settings)(page)
      await page.getByRole('navigation').last().getByRole('button', { name: safety }).click()
      await page.locator('.keys-field input').last().focus()
      await page.keyboard.down('Control')
      await page.keyboard.down('Alt')
      await page.waitForTimeout(200)
    })
    await picture(`touch-settings-end-${language}`, address('evening'), wide, async (page) => {
      await to(settings)(page)
      await page.locator('.screen-content').hover()
      await page.mouse.wheel(0, 20_000)
      await page.waitForTimeout(300)
    })
  }
  for (const [language, theme] of [
    ['en', 'light'],
    ['zh', 'dark'],
  ]) {
    const address = `index.html?fake=evening&language=${language}&theme=${theme}`
    const [settings, link] = language === 'zh' ? ['设置', '绑定角色'] : ['Settings', 'Link player']
    const gameApprover = (change) => async (page) => {
      await to(settings)(page)
      await page.evaluate((part) => {
        const { shell, push } = window.gatehouse
        shell.gameApproval = { ...shell.gameApproval, servers: [shell.servers[0].id], ...part }
        const approver = part.approver && { ...part.approver, server: shell.servers[0].id }
        push('game-approval:changed', { ...shell.gameApproval, ...(approver && { approver }) })
      }, change)
      await page.locator('.game-approver-form, .game-approver-box').scrollIntoViewIfNeeded()
      await page.waitForTimeout(200)
    }
    await picture(`game-approver-new-${language}`, address, wide, gameApprover({}))
    await picture(`game-approver-linking-${language}`, address, wide, async (page) => {
      await gameApprover({})(page)
      await page.locator('.game-approver-form input').fill('Steve')
      await page.getByRole('button', { name: link }).click()
      await page.locator('.game-approver-box').scrollIntoViewIfNeeded()
    })
    const approver = { player: 'Steve', paused: false }
    await picture(`game-approver-on-${language}`, address, wide, gameApprover({ approver }))
    const paused = gameApprover({ approver: { ...approver, paused: true }, problem: 'not-shown' })
    await picture(`game-approver-paused-${language}`, address, wide, paused)
  }
  for (const [language, settings, change] of [
    ['en', 'Settings', 'Link Discord'],
    ['zh', '设置', '关联：Discord'],
  ]) {
    await picture(`discord-${language}`, `index.html?fake=evening&language=${language}`, wide, async (page) => {
      await to(settings)(page)
      await page.getByRole('button', { name: change }).click()
      await page.evaluate(() => {
        const { shell, push } = window.gatehouse
        shell.discord = {
          ...shell.discord,
          enabled: true,
          hasToken: true,
          state: { kind: 'on', isPublic: true },
          channel: '3',
          channels: [{ id: '3', name: 'staff', guild: 'Kiwi Craft' }],
          people: [
            { id: 'desktop', name: 'desktop', role: 'owner', accounts: [] },
            { id: 'person:1', name: 'Ada', role: 'moderator', accounts: [{ id: 'discord:7', name: 'ada' }] },
          ],
          linking: { person: 'desktop', code: '48219377', endsAt: '2099-01-01T00:05:00Z' },
        }
        push('discord:changed', shell.discord)
      })
      await page.locator('.discord-accounts').scrollIntoViewIfNeeded()
      await page.waitForTimeout(200)
    })
  }
  await picture('settings-zh', 'index.html?fake=evening&language=zh', wide, to('设置'))
}
