/**
 * Java server: a server that runs with RCON off, and its way into the real window.
 *
 * A model of the console stands behind RCON; players are real clients on a real Minecraft-protocol world, and blocks
 * are in region files. It is not the game.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { consoleOver, SquidWorld } from '../fakes/java/console/squid-world.js'
import { JavaProgram } from '../fakes/java/java-program.js'
import { RegionWorld } from '../fakes/java/region-world.js'
import { freePort } from '../fixtures/free-port.mjs'
import { type CleanUp, startWorld } from '../fixtures/programs.js'
import { expect, type Program, test } from './program.js'

/** A server that runs, with RCON off, with planks at 8 7 10. */
export async function startJava(cleanUp: CleanUp) {
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
