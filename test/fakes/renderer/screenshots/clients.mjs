/** Pictures of the clients, their keys and how to connect them. */
import { tall, to, wide } from './steps.mjs'

export const clientPictures = async (picture) => {
  for (const theme of ['light', 'dark']) {
    await picture(`clients-${theme}`, `index.html?fake=clients&theme=${theme}`, wide, to('AI clients'))
  }
  await picture('clients-zh', 'index.html?fake=clients&language=zh', wide, async (page) => {
    await to('AI 客户端')(page)
    await page.getByRole('button', { name: '更改 Grafana' }).click()
  })
  await picture('clients-empty', 'index.html?fake=empty', wide, to('AI clients'))
  await picture('clients-form', 'index.html?fake=clients', wide, async (page) => {
    await to('AI clients')(page)
    await page.getByText('For developers').click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
  })
  await picture('clients-key', 'index.html?fake=clients&theme=dark', wide, async (page) => {
    await to('AI clients')(page)
    await page.getByText('For developers').click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('Cursor')
    await page.getByRole('button', { name: 'Create key' }).click()
  })
  const connectScreens = [
    ['en', 'light', 'AI clients', 'Connect an AI', 'Show changes'],
    ['zh', 'dark', 'AI 客户端', '连接 AI', '显示改动'],
  ]
  for (const [language, theme, clients, connect, show] of connectScreens) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    const open = (program) => async (page) => {
      await to(clients)(page)
      await page.getByRole('button', { name: connect }).click()
      if (program) await page.getByRole('button', { name: program }).click()
    }
    await picture(`connect-list-${language}`, address('connecting'), wide, to(clients))
    await picture(`connect-choose-${language}`, address('connecting'), wide, open())
    await picture(`connect-claude-${language}`, address('connecting'), tall, async (page) => {
      await open('Claude Desktop')(page)
      await page.getByRole('button', { name: show }).click()
      await page.waitForTimeout(300)
    })
    await picture(`connect-other-${language}`, address('connecting'), tall, open(/Another program|其他程序/u))
    await picture(`connect-code-${language}`, address('connecting'), tall, open('Claude Code'))
    await picture(`connect-file-${language}`, address('connecting'), wide, async (page) => {
      await open('Cursor')(page)
      await page.getByRole('button', { name: show }).click()
      await page.waitForTimeout(300)
    })
    await picture(`connect-running-${language}`, address('connecting-running'), tall, open('Claude Desktop'))
    await picture(`connect-moved-${language}`, address('connecting-moved'), tall, open('Claude Desktop'))
    await picture(`connect-broken-${language}`, address('connecting-broken'), tall, open('Claude Desktop'))
    await picture(`connect-page-${language}`, address('connecting'), tall, async (page) => {
      await to(clients)(page)
      await page
        .getByRole('button', { name: /(?:page of| )Cursor/u })
        .last()
        .click()
      await page.waitForTimeout(300)
    })
    await picture(`connect-key-${language}`, address('connecting'), tall, async (page) => {
      await to(clients)(page)
      await page
        .getByRole('button', { name: /Grafana/u })
        .last()
        .click()
      await page.waitForTimeout(300)
    })
  }
  for (const [language, theme, clients, connect, device] of [
    ['en', 'light', 'AI clients', 'Connect an AI', 'Connect a XiaoZhi device'],
    ['zh', 'dark', 'AI 客户端', '连接 AI', '连接小智设备'],
  ]) {
    for (const fake of ['xiaozhi', 'clients']) {
      const address = `index.html?fake=${fake}&theme=${theme}&language=${language}`
      await picture(`${fake === 'xiaozhi' ? 'xiaozhi' : 'xiaozhi-first'}-${language}`, address, tall, async (page) => {
        await to(clients)(page)
        await page.getByRole('button', { name: connect }).click()
        await page.getByText(/^(?:More|更多)$/u).click()
        await page.getByRole('button', { name: device }).click()
        if (fake === 'xiaozhi') await page.locator('.voice-tools summary').first().click()
      })
    }
    for (const fake of ['neuro', 'clients']) {
      const address = `index.html?fake=${fake}&theme=${theme}&language=${language}`
      await picture(`${fake === 'neuro' ? 'neuro' : 'neuro-first'}-${language}`, address, tall, async (page) => {
        await to(clients)(page)
        await page.getByRole('button', { name: connect }).click()
        await page.getByText(/^(?:More|更多)$/u).click()
        await page.getByRole('button', { name: /AI VTuber|虚拟主播/u }).click()
        if (fake === 'neuro') await page.locator('.voice-tools summary').first().click()
      })
    }
  }
  await picture('connect-settings', 'index.html?fake=connecting-running', { width: 1120, height: 1900 }, to('Settings'))
}
