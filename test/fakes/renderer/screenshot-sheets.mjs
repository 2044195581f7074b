/**
 * Takes screenshots of every screen, dialog and pop-up: a contact sheet of each, in both languages and both themes, at
 * the usual and the smallest size.
 *
 * `npx vite build && node test/fakes/renderer/screenshot-sheets.mjs FOLDER [NAME...]` draws the stops whose names hold
 * one of the words; SIZE is `usual`, `smallest` or `pop-up`. Prints every part of a page that scrolls sideways or cuts
 * its words, and fails when there is one.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPages, root } from './browser-pages.mjs'
import { and, fit, popUps, stops } from './screenshot-stops.mjs'

const [folder = join(root, 'screenshots/walk'), ...only] = process.argv.slice(2)
const allSizes = {
  usual: { width: 1120, height: 720 },
  smallest: { width: 820, height: 560 },
  'pop-up': { width: 440, height: 480 },
}
const sizes = process.env.SIZE ? { [process.env.SIZE]: allSizes[process.env.SIZE] } : allSizes
const isWanted = (name) => only.length === 0 || only.some((word) => name.includes(word))

const stopsOf = (sizeName) =>
  sizeName === 'pop-up'
    ? Object.entries(popUps).map(([name, stop]) => {
        const [scene, act = async () => {}] = [stop].flat()
        return [`pop-up-${name}`, 'approval.html', scene, and(act, fit)]
      })
    : Object.entries(stops).map(([name, [scene, act]]) => [name, 'index.html', scene, act])

/** Runs in the page: what scrolls sideways, and what is cut without an ellipsis. */
const findCut = () => {
  const isHidden = (element) => element.clientWidth <= 1 || getComputedStyle(element).clipPath !== 'none'
  const isInCut = (element) => {
    for (let above = element.parentElement; above; above = above.parentElement)
      if (getComputedStyle(above).textOverflow === 'ellipsis') return true
    return false
  }
  const nameOf = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`
  const found = []
  for (const element of document.querySelectorAll('body, body *')) {
    if (!(element instanceof HTMLElement) || element.offsetParent === null) continue
    if (element.closest('.visually-hidden, [inert]') || isHidden(element)) continue
    const style = getComputedStyle(element)
    const over = element.scrollWidth - element.clientWidth
    if (element.clientWidth > 0 && over > 1 && element.tagName !== 'INPUT' && element.tagName !== 'PRE') {
      if (/auto|scroll/u.test(style.overflowX)) found.push(`scrolls sideways by ${over}: ${nameOf(element)}`)
      else if (style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis' && !style.webkitLineClamp.match(/\d/u))
        found.push(`cuts ${over}: ${nameOf(element)}`)
    }
    const box = element.getBoundingClientRect()
    const holdsWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    if (holdsWords && (box.right > innerWidth + 1 || box.left < -1) && !isInCut(element))
      found.push(`out of the window: ${nameOf(element)}`)
  }
  return [...new Set(found)]
}

const stage = await openPages()
await mkdir(folder, { recursive: true })
const problems = []

const draw = async ({ name, file, scene, act }, sizeName, language, theme) => {
  const title = `${name} ${language} ${theme} ${sizeName}`
  const address = `${file}?fake=${scene}&language=${language}&theme=${theme}`
  const page = await stage.open(address, allSizes[sizeName], title, 1)
  page.setDefaultTimeout(5_000)
  try {
    await act(page)
    // Screens are loaded when they are first shown.
    if (file === 'index.html') await page.locator('h1').first().waitFor()
    await page.waitForTimeout(250)
    problems.push(...(await page.evaluate(findCut)).map((problem) => `${title}: ${problem}`))
    return { title, png: (await page.screenshot()).toString('base64') }
  } catch (error) {
    problems.push(`${title}: ${error.message}`)
    return { title, png: (await page.screenshot()).toString('base64') }
  } finally {
    await page.close()
  }
}

for (const [sizeName, { width, height }] of Object.entries(sizes)) {
  const columns = sizeName === 'pop-up' ? 4 : 2
  for (const [name, file, scene, act] of stopsOf(sizeName).filter(([name]) => isWanted(name))) {
    const stop = { name, file, scene, act }
    const pictures = []
    for (const theme of ['light', 'dark'])
      pictures.push(...(await Promise.all(['en', 'zh'].map((language) => draw(stop, sizeName, language, theme)))))
    const sheet = await stage.sheet(pictures, columns, width, sizeName === 'pop-up' ? 'auto' : height)
    await writeFile(join(folder, `${name}-${sizeName}.png`), sheet)
  }
}
await stage.close()
for (const problem of [...problems, ...stage.complaints]) console.error(problem)
process.exitCode = problems.length + stage.complaints.length === 0 ? 0 : 1
