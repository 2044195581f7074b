/**
 * Takes screenshots of every screen, dialog and pop-up in both languages, both themes, at the usual and the smallest
 * size, as contact sheets by size and theme.
 *
 * `npx vite build && node test/fakes/renderer/screenshot-sheets.mjs FOLDER [NAME]`; SIZE is `usual`, `smallest` or
 * `pop-up`. Prints every part of a page that scrolls sideways or cuts its words, and fails when there is one.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPages, root } from './browser-pages.mjs'

const [folder = join(root, 'screenshots/walk'), only = ''] = process.argv.slice(2)
const allSizes = {
  usual: { width: 1120, height: 720 },
  smallest: { width: 820, height: 560 },
  'pop-up': { width: 440, height: 480 },
}

const sizes = process.env.SIZE ? { [process.env.SIZE]: allSizes[process.env.SIZE] } : allSizes

/** Clicks a screen of the side bar, by its index, and then one of its tabs. */
const to = (place, tab) => async (page) => {
  await page.locator('.rail-link').nth(place).click()
  if (tab !== undefined) await page.getByRole('radio').nth(tab).check({ force: true })
}
const and = (one, other) => async (page) => {
  await one(page)
  await other(page)
}
const click = (selector) => (page) => page.locator(selector).first().click()

const serverTab = (place) =>
  and(and(to(2), click('.server-row-name')), (page) => page.getByRole('tab').nth(place).click())

const onboardingStep = (place) => (page) => page.getByRole('navigation').getByRole('button').nth(place).click()
const push = (channel, payload) => (page) =>
  page.evaluate(([name, sent]) => window.gatehouse.push(name, sent), [channel, payload])

/** Name → scene of the fake bridge, and the way to the screen. */
const stops = {
  home: ['evening', to(0)],
  'home-waiting': ['three', to(0)],
  'home-open': ['evening', click('.feed-row.ai .feed-row-toggle')],
  chat: ['evening', to(0, 1)],
  'first-steps': ['empty', to(0)],
  approvals: ['three', to(1)],
  paused: ['asking-paused', to(1)],
  rules: ['past', to(1, 1)],
  servers: ['evening', and(to(2), click('.server-row-name'))],
  'server-page': ['server-page', serverTab(0)],
  'server-actions': ['server-page', serverTab(1)],
  'server-backups': ['server-page', serverTab(2)],
  'server-connection': ['server-page', serverTab(3)],
  'server-ban': [
    'server-page',
    and(serverTab(0), async (page) => {
      await page.locator('.player-row .menu-button').first().click()
      await page.getByRole('menuitem').last().click()
    }),
  ],
  review: [
    'unaccepted',
    and(and(to(2), click('.server-row-name:has(.server-row-waiting)')), click('.server-tab:nth-of-type(2)')),
  ],
  'review-core': [
    'unaccepted-core',
    and(and(to(2), click('.server-row-name:has(.server-row-waiting)')), click('.server-tab:nth-of-type(2)')),
  ],
  services: ['evening', to(2, 1)],
  actions: ['rich', to(3)],
  clients: ['clients', to(4)],
  'clients-named': ['connecting', to(4)],
  'clients-change': ['clients', and(to(4), click('.client-row-buttons .button'))],
  'clients-paused': ['asking-paused', to(4)],
  connect: ['connecting', and(to(4), click('.screen-bar .button.go'))],
  log: ['past', and(to(5), (page) => page.locator('.audit-row').nth(2).click())],
  'log-filters': ['broken', and(to(5), click('.audit-bar .button'))],
  undo: ['past', to(6)],
  settings: ['evening', click('.rail-link.apart')],
  'settings-search': [
    'evening',
    and(click('.rail-link.apart'), (page) => page.locator('.screen-bar input').fill('update')),
  ],
  places: ['networks', and(click('.rail-link.apart'), click('.settings-nav button:nth-of-type(3)'))],
  welcome: ['newcomer', async () => {}],
  'welcome-server': ['newcomer', onboardingStep(1)],
  'welcome-client': ['newcomer', onboardingStep(2)],
  'welcome-decide': ['newcomer', onboardingStep(3)],
  'welcome-try': ['begun', onboardingStep(4)],
  'pause-menu': ['evening', click('.pause-button')],
  help: ['evening', click('.rail-help')],
  quit: ['evening', push('window:leaving', { why: 'quit', staysIn: 'tray' })],
  closed: ['evening', push('window:leaving', { why: 'closed', staysIn: 'tray' })],
  'undo-dialog': ['past', and(to(6), click('.undo-button'))],
  'no-servers': ['empty', to(2)],
  'add-server': ['empty', and(to(2), click('.button.go'))],
  consent: ['consent', async () => {}],
  inputs: ['inputs', to(1)],
  crash: ['crash', async () => {}],
}

/** Name → scene of the fake bridge, of the pop-up. */
const popUps = {
  request: 'one',
  bridge: 'bridge',
  marked: 'marked',
  critical: 'critical',
  typed: 'typed',
  stack: 'stack',
  hostile: 'hostile',
  long: 'long',
  'too-long': 'endless',
  form: 'input-form',
  page: 'input-url',
  model: 'input-model',
  none: 'empty',
}
/** The pop-up has the height that it asks for. */
const fit = async (page) => {
  await page.waitForTimeout(1_100)
  const height = await page.evaluate(
    () => window.gatehouse.asked.filter(({ channel }) => channel === 'pop-up:resize').at(-1)?.payload.height,
  )
  if (height !== undefined) await page.setViewportSize({ width: allSizes['pop-up'].width, height })
}
const stopsOf = (sizeName) =>
  sizeName === 'pop-up'
    ? Object.entries(popUps).map(([name, scene]) => [`pop-up-${name}`, 'approval.html', scene, fit])
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
for (const [sizeName, size] of Object.entries(sizes)) {
  for (const theme of ['light', 'dark']) {
    const pictures = []
    for (const [name, file, scene, act] of stopsOf(sizeName)) {
      if (!name.includes(only)) continue
      for (const language of ['en', 'zh']) {
        const title = `${name} ${language} ${theme} ${sizeName}`
        const page = await stage.open(`${file}?fake=${scene}&language=${language}&theme=${theme}`, size, title, 1)
        await act(page)
        // Screens are loaded when they are first shown.
        if (file === 'index.html') await page.locator('h1').first().waitFor()
        await page.waitForTimeout(250)
        problems.push(...(await page.evaluate(findCut)).map((problem) => `${title}: ${problem}`))
        pictures.push({ title, png: (await page.screenshot()).toString('base64') })
        await page.close()
      }
    }
    const columns = { usual: 2, smallest: 3, 'pop-up': 6 }[sizeName]
    for (let at = 0, sheet = 1; at < pictures.length; at += columns * 2, sheet += 1) {
      await writeFile(
        join(folder, `${sizeName}-${theme}-${sheet}.png`),
        await stage.sheet(
          pictures.slice(at, at + columns * 2),
          columns,
          size.width,
          sizeName === 'pop-up' ? 'auto' : size.height,
        ),
      )
    }
  }
}
await stage.close()
for (const problem of [...problems, ...stage.complaints]) console.error(problem)
process.exitCode = problems.length + stage.complaints.length === 0 ? 0 : 1
