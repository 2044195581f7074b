/**
 * Takes screenshots of the overlay in every size and theme, over the colours of a game, for manual review.
 *
 * `npm run build && node test/fakes/renderer/screenshot-overlay.mjs FOLDER`. CHROMIUM names the browser.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

const built = fileURLToPath(new URL('../../../dist/overlay', import.meta.url))
const [folder = 'screenshots'] = process.argv.slice(2)

const page = `<!doctype html><html class="overlay-page"><head><link rel="stylesheet" href="/overlay/overlay.css">
<style>body { background: linear-gradient(#5f9fe0, #b8dcf5 45%, #5f8f3a 45%, #7a5a3a) !important }</style></head>
<body><div id="stage"></div><script src="/overlay/overlay.js"></script></body></html>`

const call = { kind: 'call', asked: true, state: 'done', capabilityId: 'world.time.set' }
const night = { worldName: 'overworld', time: 13_000 }
const place = { world: 'overworld', x: 12_500, y: 64, z: -3_000.25 }
/** @param language of the page */
const cardsIn = (language) => [
  { kind: 'join', id: 'join', player: 'Alex', server: 'Survival' },
  { ...call, id: 'owner', caller: { id: 'owner', name: 'The owner' }, arguments: night, asked: false },
  {
    ...call,
    id: 'practice',
    caller: { id: 'practice', name: 'Practice AI' },
    arguments: { ...night, time: 6_000 },
    state: 'denied',
  },
  {
    ...call,
    id: 'teleport',
    caller: { name: 'Claude Desktop' },
    capabilityId: 'player.teleport',
    arguments: { playerName: 'Alex', location: place },
    state: 'failed',
  },
  {
    ...call,
    id: 'theirs',
    caller: { name: 'An assistant whose maker gave it a very long name' },
    capabilityId: 'ext.kit.give',
    capabilityName: language === 'zh' ? '发放新手礼包' : 'Give a starter kit',
    arguments: {},
    state: 'waiting',
  },
  {
    kind: 'chat',
    id: 'chat',
    player: 'Stеve_With_A_Long_Name',
    message: 'Can somebody please look at the farm behind my house? It has stopped again.',
  },
]

const lookOf = (theme, size, language) => ({
  ...{ coverAll: true, shows: [], accent: 'emerald', seconds: 60, most: 8, calm: true, theme, size, language },
  position: size === 'm' ? 'top-right' : 'bottom-left',
})

let news = []
const server = createServer(async ({ url = '' }, response) => {
  if (url.startsWith('/overlay/feed')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    return response.write(news.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''))
  }
  const file = /^\/overlay\/(overlay\.js|overlay\.css|inter\.woff2)$/u.exec(url)?.[1]
  if (file === undefined) return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  const type = file.endsWith('css') ? 'text/css' : file.endsWith('js') ? 'text/javascript' : 'font/woff2'
  response.writeHead(200, { 'content-type': type }).end(await readFile(join(built, file)))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
})
await mkdir(folder, { recursive: true })
const asked = { card: 'teleport', question: { action: 'time', choice: 'night' }, words: { yes: '!yes', no: '!no' } }
const counted = { ...asked, isPoll: false, isFull: false, yes: 170, no: 70 }
const votes = {
  running: { ...counted, leftMs: 18_000 },
  first: { ...counted, yes: 0, no: 0, leftMs: 30_000 },
  waiting: counted,
  approved: { ...counted, answer: 'approved' },
  denied: { ...counted, answer: 'denied' },
}
for (const [state, vote] of Object.entries(votes)) {
  for (const [theme, size, language] of [
    ['dark', 'm', 'en'],
    ['light', 's', 'zh'],
  ]) {
    const look = { ...lookOf(theme, size, language), position: 'bottom-left' }
    news = [
      { kind: 'look', look },
      { kind: 'vote', vote },
    ]
    const scene = await browser.newPage({ viewport: { width: 640, height: 260 } })
    await scene.goto(`http://127.0.0.1:${server.address().port}/overlay#key=k`)
    await scene.locator('.overlay-vote').waitFor()
    await scene.waitForTimeout(300)
    await scene.screenshot({ path: join(folder, `vote-${state}-${language}.png`) })
    await scene.close()
  }
}
for (const [theme, size, language, paused] of [
  ['dark', 's', 'en'],
  ['light', 's', 'zh'],
  ['dark', 'm', 'zh'],
  ['light', 'm', 'en'],
  ['dark', 'l', 'zh', true],
  ['light', 'l', 'en'],
]) {
  news = [
    { kind: 'look', look: lookOf(theme, size, language) },
    { kind: 'paused', on: paused === true },
    ...cardsIn(language).map((card) => ({ kind: 'card', card })),
  ]
  const scene = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await scene.goto(`http://127.0.0.1:${server.address().port}/overlay#key=k`)
  await scene.locator('.overlay-card').nth(5).waitFor()
  await scene.waitForTimeout(300)
  await scene.screenshot({ path: join(folder, `overlay-${theme}-${size}-${language}.png`) })
  await scene.close()
}
await browser.close()
server.closeAllConnections()
server.close()
