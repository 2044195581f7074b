/**
 * Browser pages: the built pages of the window in a browser, for pictures. CHROMIUM names the browser.
 */
import { chromium } from 'playwright'
import { bundleFake, servePages } from './served-pages.mjs'

export { root } from './served-pages.mjs'

export const openPages = async () => {
  const server = await servePages()
  const fake = await bundleFake()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  const complaints = []
  return {
    /** Console messages of all pages. */
    complaints,
    open: async (address, size, title, scale = 1.5) => {
      const page = await browser.newPage({
        viewport: size,
        screen: { width: 1920, height: 1080 },
        deviceScaleFactor: scale,
        locale: address.includes('language=zh') ? 'zh-CN' : 'en-US',
      })
      page.on('console', (message) => complaints.push(`${title}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(`${title}: ${error.stack}`))
      await page.addInitScript(fake)
      await page.goto(`http://127.0.0.1:${server.address().port}/${address}`)
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(250)
      return page
    },
    /** Pictures beside each other, each under its title, as one PNG. */
    sheet: async (pictures, columns, width, height) => {
      const page = await browser.newPage({ viewport: { width: columns * (width + 8), height: 100 } })
      const cells = pictures.map(
        ({ title, png }) =>
          `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${png}"></figure>`,
      )
      await page.setContent(
        `<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px;font:16px sans-serif}
figure{margin:0}img{display:block;width:${width}px;height:${height === 'auto' ? height : `${height}px`}}</style>${cells.join('')}`,
      )
      const shot = await page.screenshot({ fullPage: true })
      await page.close()
      return shot
    },
    close: async () => {
      await browser.close()
      server.close()
    },
  }
}
