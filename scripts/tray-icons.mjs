/**
 * Tray icons: draws `src-main/shell/icons/tray-*.png`, a strip of every state for each size and kind.
 *
 * `node scripts/tray-icons.mjs` (needs Chromium; CHROMIUM names the browser). The shape shows the state: a gate that is
 * closed, with an arrow, with two bars; a disc with a question mark; a triangle. The colour repeats it. `colour` is dark
 * with a light rim, so that it is visible on light and dark bars; macOS colours `template` itself.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright'

const folder = path.resolve(import.meta.dirname, '..', 'src-main', 'shell', 'icons')

/** Pixels a side. */
const sizes = { colour: [16, 24, 32, 48], template: [16, 32] }

const gate = '<path d="M1.5 15.5V8a6.5 6.5 0 0 1 13 0v7.5z"/>'
const disc = '<circle cx="8" cy="8" r="7.2"/>'
const triangle = '<path d="M8 1 15.4 14.6H.6z" stroke-linejoin="round"/>'

/** In the order of `trayIcons` in `src-main/shell/presence/tray.ts`: ground, sign, colours of both. */
const states = [
  [gate, '<path d="M5 6.6v8.9M8 5v10.5M11 6.6v8.9M2.5 10.4h11" stroke-width="1.3"/>', '#3d4854', '#fff'],
  [gate, '<path d="M4.4 9.6h6.4M8 6.4l3.2 3.2L8 12.8" stroke-width="1.9"/>', '#0d7a50', '#fff'],
  [
    disc,
    '<path d="M5.7 6.1a2.35 2.35 0 1 1 3.6 2c-.9.55-1.3.9-1.3 1.8" stroke-width="1.9"/><path d="M8 12.4v.01" stroke-width="2.2"/>',
    '#f2b631',
    '#1c1a14',
  ],
  [gate, '<path d="M6 6.2v6.6M10 6.2v6.6" stroke-width="2.3"/>', '#2f5bb7', '#fff'],
  [triangle, '<path d="M8 5.6v4" stroke-width="2"/><path d="M8 12.2v.01" stroke-width="2.2"/>', '#cc2f2f', '#fff'],
]

const stroke = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

const drawn = {
  colour: ([ground, sign, fill, ink]) =>
    `<g fill="${fill}" stroke="${fill === '#f2b631' ? '#1c1a14' : '#fff'}" stroke-width="2.2" paint-order="stroke">${ground}</g><g ${stroke} stroke="${ink}">${sign}</g>`,
  template: ([ground, sign], at) =>
    `<mask id="m${at}"><rect width="16" height="16" fill="#fff"/><g ${stroke} stroke="#000">${sign}</g></mask><g mask="url(#m${at})">${ground}</g>`,
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const kind of /** @type {const} */ (['colour', 'template'])) {
  for (const size of sizes[kind]) {
    const page = await browser.newPage({ viewport: { width: size * states.length, height: size } })
    const icons = states.map(
      (state, at) =>
        `<svg x="${at * size}" width="${size}" height="${size}" viewBox="0 0 16 16">${drawn[kind](state, at)}</svg>`,
    )
    await page.setContent(
      `<style>*{margin:0}svg{display:block}</style><svg width="${size * states.length}" height="${size}">${icons.join('')}</svg>`,
    )
    await writeFile(path.join(folder, `tray-${kind}-${size}.png`), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
}
await browser.close()
