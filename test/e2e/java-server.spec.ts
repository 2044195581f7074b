import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { JavaProgram } from '../fakes/java/java-program.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { freePort } from './free-port.js'
import { expect, isPopUpVisible, launch, test } from './program.js'

test('an owner connects their own Java server with no plugin', async ({ cleanUp }, testInfo) => {
  const folder = path.join(cleanUp.folder(), 'survival')
  mkdirSync(folder)
  const [gamePort, rconPort] = [await freePort(), await freePort()]
  const java = new JavaProgram({ folder, version: '1.21.4', gamePort, rconPort })
  cleanUp.add(java, (one) => one.stop())
  java.world.join('Steve')
  const properties = path.join(folder, 'server.properties')
  await java.start()
  const before = readFileSync(properties, 'utf8')

  const program = await launch(cleanUp)
  const { window, popUp, electron } = program
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, folder)

  await test.step('the folder is read, and every line that changes is shown', async () => {
    await window.getByRole('navigation').getByText('Servers').click()
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await window.screenshot({ path: testInfo.outputPath('add-server.png') })
    await window.getByRole('button', { name: 'Choose folder' }).last().click()
    await expect(window.getByRole('heading', { name: /^Change \d lines? in server.properties\?$/ })).toBeVisible()
    await expect(window.getByRole('row', { name: /enable-rcon/ })).toContainText('true')
    await window.screenshot({ path: testInfo.outputPath('change-file.png') })
    expect(readFileSync(properties, 'utf8')).toBe(before)
  })

  await test.step('the file is changed, and the restart is noticed', async () => {
    await window.getByRole('button', { name: 'Change file' }).click()
    await expect(window.getByRole('heading', { name: /Restart your server now/ })).toBeVisible()
    expect(readFileSync(properties, 'utf8')).toContain('enable-rcon=true')
    expect(readFileSync(properties, 'utf8')).toContain('motd=A Minecraft Server')
    await window.screenshot({ path: testInfo.outputPath('restart.png') })
    await java.stop()
    await expect(window.locator('.setup-stages .now')).toContainText('start')
    await java.start()
    await expect(window.getByRole('heading', { name: 'What can AI do on survival?' })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('the actions are accepted on one screen', async () => {
    await window.screenshot({ path: testInfo.outputPath('choose-actions.png') })
    await window.getByRole('button', { name: /^Accept/ }).click()
    await window.getByRole('button', { name: 'Show server' }).click()
    await expect(window.locator('.server-detail')).toContainText('online')
  })

  const { client } = await connectClient(cleanUp, program.profile)

  await test.step('reading runs without asking', async () => {
    const players = await callTool(client, 'player_list', {})
    expect(JSON.stringify(players)).toContain('Steve')
    expect(await isPopUpVisible(program)).toBe(false)
  })

  await test.step('night waits for Approve', async () => {
    const night = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    await popUp.screenshot({ path: testInfo.outputPath('night.png') })
    const approve = popUp.getByRole('button', { name: /^Approve/ })
    await expect(approve).toBeEnabled()
    await approve.click()
    expect(await night).toMatchObject({ success: true })
    expect((await java.world.time()).day % 24_000).toBe(13_000)
  })

  await test.step('removing the server puts the file back', async () => {
    await window.getByRole('button', { name: 'Remove', exact: true }).click()
    const removal = window.getByRole('alertdialog')
    await expect(removal).toContainText('server.properties')
    await removal.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(window.getByText('No servers yet')).toBeVisible()
    expect(readFileSync(properties, 'utf8')).toContain('enable-rcon=false')
  })
})
