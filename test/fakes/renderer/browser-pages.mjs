/**
 * Browser pages: the built pages of the window in a browser, with the content security policy of the program and the
 * fake bridge.
 *
 * Serves `dist/renderer`, or the folder RENDERER. CHROMIUM names the browser.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'"
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

const servePages = async () => {
  const pages = process.env.RENDERER ?? join(root, 'dist/renderer')
  const server = createServer(async (request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    const path = normalize(new URL(request.url, 'http://localhost').pathname)
    try {
      const body = await readFile(join(pages, path))
      response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'text/plain',
        'content-security-policy': policy,
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const bundleFake = async () => {
  const entryPoints = [fileURLToPath(new URL('install.ts', import.meta.url))]
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'iife' })
  return outputFiles[0].text
}

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
