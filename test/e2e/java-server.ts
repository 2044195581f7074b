/**
 * Java server: a server that runs, and its ways into the real window.
 *
 * A model of the console stands behind RCON; players are real clients on a real Minecraft-protocol world, and blocks
 * are in region files. It is not the game.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { consoleOver, SquidWorld } from '../fakes/java/console/squid-world.js'
import { JavaProgram, type JavaProgramOptions } from '../fakes/java/java-program.js'
import type { PanelScene } from '../fakes/java/panel/panel-scene.js'
import { RegionWorld } from '../fakes/java/region-world.js'
import type { Sshd } from '../fakes/java/ssh/real-sshd.js'
import { freePort } from '../fixtures/free-port.mjs'
import { type CleanUp, startWorld } from '../fixtures/programs.js'
import { expect, isPopUpVisible, type Program, test } from './program.js'

/** A server that runs, with planks at 8 7 10. @param more RCON is off unless it has a password */
export async function startJava(cleanUp: CleanUp, more: Pick<JavaProgramOptions, 'rconPassword'> = {}) {
  const folder = path.join(cleanUp.folder(), 'survival')
  const regionFolder = path.join(folder, 'world', 'region')
  mkdirSync(regionFolder, { recursive: true })
  const { process: world } = await startWorld(cleanUp)
  const squid = new SquidWorld(world)
  const regions = new RegionWorld({ regions: regionFolder })
  regions.put(8, 7, 10, 'minecraft:oak_planks')
  await regions.save()
  const java = new JavaProgram({
    folder,
    version: '1.21.4',
    gamePort: await freePort(),
    rconPort: await freePort(),
    world: squid,
    consoleOver: (model) => consoleOver(model, squid, regions),
    ...more,
  })
  cleanUp.add(java, (one) => one.stop())
  world.onLine(({ event, text, thread }) => {
    if (event === 'server-log') java.log(`${text}`, thread === undefined ? undefined : `${thread}`)
  })
  await java.start()
  return { folder, world, squid, regions, java, properties: path.join(folder, 'server.properties') }
}

/** The owner chooses its folder, lets Gatehouse turn on RCON, starts it again, and opens its page. */
export async function addJavaServer(
  { window, electron }: Program,
  java: Pick<JavaProgram, 'start' | 'stop'>,
  folder: string,
): Promise<void> {
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, folder)
  await test.step('the server is connected', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await window.getByRole('button', { name: 'Choose folder' }).last().click()
    await window.getByRole('button', { name: 'Change file' }).click()
    await java.stop()
    await expect(window.locator('.setup-stages .now')).toContainText('start')
    await java.start()
    await expect(window.getByRole('heading', { name: 'survival is connected' })).toBeVisible({ timeout: 60_000 })
    await window.getByRole('button', { name: 'Show server' }).click()
    await expect(window.locator('.server-header-state')).toHaveText('Connected')
  })
}

/** Opens one of the ways to add a server that runs elsewhere. */
export async function openWay({ window }: Program, name: RegExp): Promise<void> {
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('button', { name: 'Add a server' }).first().click()
  await window.getByRole('button', { name }).click()
}

/** The owner enters a key of the panel, chooses its server, accepts the node, and opens the page of the server. */
export async function addAtPanel(program: Program, host: PanelScene): Promise<void> {
  const { window } = program
  await openWay(program, /At a hosting company/)
  await window.getByLabel('Panel address').fill(host.panel.origin)
  await window.getByLabel('API key').fill(host.key)
  await window.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(window.getByRole('radio', { name: /Survival/ })).toBeChecked()
  await window.getByRole('button', { name: 'Test', exact: true }).click()
  await window.getByRole('button', { name: 'Yes, connect there' }).click()
  await window.getByRole('button', { name: 'Add server', exact: true }).click()
  await expect(window.locator('.server-header-state')).toHaveText('Connected')
}

/** The owner fills in the form for SSH, trusts the machine after the fingerprint was shown, and gets its report. */
export async function testOverSsh(
  program: Program,
  { sshd, port = sshd.port, folder }: { readonly sshd: Sshd; readonly port?: number; readonly folder: string },
  picture: (name: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { window } = program
  await openWay(program, /My own machine elsewhere/)
  await window.getByLabel('Address', { exact: true }).fill('127.0.0.1')
  await window.getByLabel('Port', { exact: true }).fill(`${port}`)
  await window.getByLabel('User name').fill(sshd.user)
  await window.getByLabel('Server folder').fill(folder)
  await window.getByLabel('Key file').fill(sshd.keyFile)
  await picture('form')
  await window.getByRole('button', { name: 'Test', exact: true }).click()
  const question = window.getByRole('alert').filter({ hasText: 'Is this your machine?' })
  await expect(question).toContainText(sshd.fingerprint)
  await expect(question).toBeInViewport({ ratio: 1 })
  await picture('host-key')
  await question.getByRole('button', { name: 'Yes, trust it' }).click()
  await expect(window.getByRole('heading', { name: '127.0.0.1 is ready to add' })).toBeVisible()
  await expect(window.locator('.way-parts li').filter({ hasText: 'OK' })).toHaveCount(3)
  await expect(window.getByRole('button', { name: 'Add server', exact: true })).toBeInViewport()
  await picture('report')
}

/** Waits for the pop-up, takes a picture of it, and approves. @returns what it said */
export async function approve(program: Program, file: string): Promise<string> {
  await expect.poll(() => isPopUpVisible(program)).toBe(true)
  const button = program.popUp.getByRole('button', { name: /^Approve/ })
  await expect(button).toBeEnabled()
  await program.popUp.screenshot({ path: file })
  const text = await program.popUp.locator('body').innerText()
  await button.click()
  await expect.poll(() => isPopUpVisible(program)).toBe(false)
  return text
}
