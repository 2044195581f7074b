/**
 * `npm run screenshots [-- FOLDER]`: takes the screenshots of the README from the real program with the demo world.
 *
 * FOLDER is `docs/images` by default. Without a display a virtual one is used.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { _electron } from 'playwright'
import { bridgeCommand } from './demo/scenario.mjs'
import { withDisplay } from './display.mjs'
import { resolveElectron, sandboxArguments } from './electron/resolve.mjs'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.resolve(process.argv[2] ?? path.join(root, 'docs', 'images'))
const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-screenshots-'))
const undo = [() => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })]

try {
  mkdirSync(folder, { recursive: true })
  await takeAll()
} catch (error) {
  console.error(`No pictures were taken: ${error.message}`)
  process.exitCode = 1
} finally {
  for (const task of undo.reverse()) await task()
}

async function takeAll() {
  const display = await withDisplay()
  if (!display) throw new Error('there is no display here, and no Xvfb.')
  undo.push(() => display.stop())
  const { window, popUp } = await openProgram(display.env)
  const shoot = async (page, name) => {
    await page.evaluate(() => document.fonts.ready)
    await pause(400)
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
    console.log(path.join(folder, `${name}.png`))
  }
  const request = (channel, payload) =>
    window.evaluate(([name, sent]) => globalThis.gatehouse.request(name, sent), [channel, payload])
  /** @type {Awaited<ReturnType<typeof connect>>} */
  let call
  const asked = async (name, given) => {
    const answer = call(name, given)
    await popUp.locator('.pop-up-approve:enabled').waitFor()
    return { answer, deny: () => popUp.keyboard.press('Escape') }
  }

  await request('settings:change', { theme: 'light', language: 'en' })
  await shoot(window, 'first-steps')
  await window.getByRole('button', { name: 'Set up' }).click()
  await window.getByRole('button', { name: /^Add the demo world/u }).click()
  await window.getByRole('button', { name: 'Later' }).click()
  await window.getByRole('button', { name: 'Claude Desktop' }).click()
  await window.getByRole('heading', { name: 'Connect Claude Desktop' }).waitFor()
  await shoot(window, 'connect')
  await window.getByRole('button', { name: 'Skip for now' }).click()
  await window.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  call = await connect()
  await call('world_time_get', { worldName: 'world' })
  await call('player_teleport', { playerName: 'Alex', location: { world: 'world', x: 120, y: 70, z: -40 } })
  await call('chat_broadcast', { message: 'The building contest begins at the old mill.' })
  const night = { worldName: 'world', time: 13_000, reason: 'The players asked for a moonlit building contest.' }
  const time = await asked('world_time_set', night)
  await shoot(popUp, 'pop-up')
  await shoot(window, 'window')
  await request('settings:change', { theme: 'dark' })
  await shoot(window, 'window-dark')
  await request('settings:change', { theme: 'light' })
  await time.deny()
  await time.answer

  await request('rules:create', { effect: 'ask', capability: 'player.teleport' })
  const spawn = { world: 'world', x: 12, y: 64, z: 24 }
  const reason = 'Alex asked in chat to be brought to spawn.'
  const move = await asked('player_teleport', { playerName: 'Alex', location: spawn, reason })
  await shoot(popUp, 'pop-up-map')
  await move.deny()
  await move.answer

  await window.getByRole('button', { name: 'Actions', exact: true }).click()
  await window.getByText('Teleport a player').first().click()
  await shoot(window, 'capabilities')
}

async function openProgram(env) {
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, otherClients: 'allow' }))
  const { executable } = await resolveElectron({ prepare: true, say: (line) => console.log(line) })
  const program = await _electron.launch({
    executablePath: executable,
    args: [...sandboxArguments(), root, '--profile', profile],
    env: { ...process.env, ...env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' },
  })
  undo.push(() => program.close())
  const page = async (name) => {
    const isIt = (candidate) => candidate.url().endsWith(`/${name}.html`)
    return program.windows().find(isIt) ?? program.waitForEvent('window', isIt)
  }
  const pages = { window: await page('index'), popUp: await page('approval') }
  while (!existsSync(path.join(profile, 'gateway.json'))) await pause(50)
  return pages
}

async function connect() {
  const client = new Client({ name: 'claude-ai', title: 'Claude Desktop', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ ...bridgeCommand(profile), stderr: 'ignore' }))
  undo.push(() => client.close())
  return async (name, given) => (await client.callTool({ name, arguments: given })).structuredContent
}
