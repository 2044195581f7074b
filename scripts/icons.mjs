/**
 * `node scripts/icons.mjs`: the icons of the program in every size and format, out of `build/icon.svg`.
 *
 * Chromium draws them, in the Electron that is here. Windows' and macOS's formats are containers of PNG files, so that
 * no tool of those systems is needed. The results are committed.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright'
import { withDisplay } from './display.mjs'
import { resolveElectron, sandboxArguments } from './electron/resolve.mjs'
import { icnsOf, icoOf } from './package/icon-files.mjs'

const build = fileURLToPath(new URL('../build', import.meta.url))
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const app = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-icons-'))
fs.writeFileSync(path.join(app, 'package.json'), '{ "main": "main.cjs" }')
fs.writeFileSync(
  path.join(app, 'main.cjs'),
  "const { app, BrowserWindow } = require('electron'); app.whenReady().then(() => new BrowserWindow({ show: false }).loadURL('data:text/html,'))",
)
const { executable } = await resolveElectron({ prepare: true })
const display = await withDisplay()
const electron = await _electron.launch({
  executablePath: executable,
  args: [...sandboxArguments(), app],
  env: { ...process.env, ...display?.env },
})
try {
  const page = await electron.firstWindow()
  const drawing = fs.readFileSync(path.join(build, 'icon.svg'), 'utf8')
  const pictures = await page.evaluate(draw, { drawing, sizes })
  const png = Object.fromEntries(pictures.map(([size, base64]) => [size, Buffer.from(base64, 'base64')]))
  fs.mkdirSync(path.join(build, 'icons'), { recursive: true })
  for (const size of sizes) fs.writeFileSync(path.join(build, 'icons', `${size}x${size}.png`), png[size])
  fs.writeFileSync(path.join(build, 'icon.png'), png[512])
  fs.writeFileSync(path.join(build, 'icon.ico'), icoOf([16, 24, 32, 48, 64, 128, 256].map((size) => [size, png[size]])))
  fs.writeFileSync(path.join(build, 'icon.icns'), icnsOf(png))
} finally {
  await electron.close()
  await display?.stop()
  fs.rmSync(app, { recursive: true })
}

/** Runs in the page. */
async function draw({ drawing, sizes }) {
  const image = new Image()
  image.src = `data:image/svg+xml;base64,${btoa(drawing)}`
  await image.decode()
  return sizes.map((size) => {
    const canvas = document.createElement('canvas')
    canvas.width = size
    canvas.height = size
    canvas.getContext('2d').drawImage(image, 0, 0, size, size)
    return [size, canvas.toDataURL('image/png').split(',')[1]]
  })
}
