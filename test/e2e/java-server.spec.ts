/** The main job on a Java server without a plugin, through the real window and the stdio bridge. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Line } from '../fixtures/json-lines-process.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { approve, startJava } from './java-server.js'
import { expect, isPopUpVisible, launch, test } from './program.js'

test('an owner connects a Java server without a plugin', async ({ cleanUp }, testInfo) => {
  const { folder, world, regions, java, properties } = await startJava(cleanUp)
  const before = readFileSync(properties, 'utf8')
  const program = await launch(cleanUp)
  const { window, electron } = program
  const goTo = (screen: string) => window.getByRole('navigation').getByRole('button', { name: screen }).click()
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  /** What Steve's own client receives from a moment on. */
  const seen = (after: number, what: Line) =>
    world.until((line) => Object.entries(what).every(([key, value]) => line[key] === value), { after })
  const choose = (chosen: string) =>
    electron.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, chosen)

  await test.step('the folder is read, and every line that changes is shown', async () => {
    await goTo('Servers')
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await picture('add-server')
    await choose(path.join(folder, 'logs'))
    await window.getByRole('button', { name: 'Choose folder' }).last().click()
    await expect(window.getByText('There is no server.properties in this folder.')).toBeVisible()
    await choose(folder)
    await window.getByRole('button', { name: 'Choose folder' }).last().click()
    await expect(window.getByRole('heading', { name: /^Change \d lines? in server.properties\?$/ })).toBeVisible()
    await expect(window.locator('.setup-file-head')).toContainText('Vanilla 1.21.4')
    await expect(window.getByRole('row', { name: /enable-rcon/ })).toContainText('true')
    await picture('change-file')
    expect(readFileSync(properties, 'utf8')).toBe(before)
  })

  await test.step('the file is changed, and the restart is noticed', async () => {
    await window.getByRole('button', { name: 'Change file' }).click()
    await expect(window.getByRole('heading', { name: /Restart your server now/ })).toBeVisible()
    expect(readFileSync(properties, 'utf8')).toContain('enable-rcon=true')
    expect(readFileSync(properties, 'utf8')).toContain('motd=A Minecraft Server')
    await expect(window.locator('.setup-stages .now')).toContainText('1 player is online: Steve.')
    await picture('restart')
    world.send({ leave: 'Steve' })
    await world.until(({ event }) => event === 'player-left')
    await java.stop()
    await expect(window.locator('.setup-stages .now')).toContainText('start')
    await java.start()
    await expect(window.getByRole('heading', { name: 'survival is connected' })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('its actions have started with the defaults, and the list is one click away', async () => {
    await expect(window.getByText(/^AI may act here: \d+ allowed, \d+ ask you, \d+ off\.$/u)).toBeVisible()
    await window.getByRole('button', { name: 'See the list' }).click()
    const choiceOf = (row: string, choice: string) =>
      window.getByRole('group', { name: row, exact: true }).getByRole('button', { name: choice })
    await expect(choiceOf('Teleport a player', 'Allow')).toHaveAttribute('aria-pressed', 'true')
    await expect(choiceOf('Set the time', 'Ask')).toHaveAttribute('aria-pressed', 'true')
    await expect(choiceOf('Run any console command', 'Off')).toHaveAttribute('aria-pressed', 'true')
    await expect(window.getByText('New', { exact: true })).toHaveCount(0)
    await picture('choose-actions')
    await window.getByRole('button', { name: 'Show server' }).click()
    await expect(window.locator('.server-page')).toContainText('Connected')
    await picture('connected')
  })

  await test.step('joins and chat appear in Live', async () => {
    await goTo('Home')
    world.send({ join: 'Steve' })
    await world.until(({ event }) => event === 'player-spawned', { after: world.lines.length })
    await expect(window.getByText(/Steve joined/).first()).toBeVisible()
    world.send({ say: 'where is the tower?', as: 'Steve' })
    await expect(window.getByText(/where is the tower\?/).first()).toBeVisible()
    await picture('live')
  })

  const { client } = await connectClient(cleanUp, program.profile)

  await test.step('players are listed without asking', async () => {
    const players = await callTool(client, 'player_list', {})
    expect(JSON.stringify(players)).toContain('Steve')
    expect(await isPopUpVisible(program)).toBe(false)
  })

  await test.step('a teleport runs, since a list of names carries no instruction, and moves the client', async () => {
    const after = world.lines.length
    const location = { world: 'world', x: 12.5, y: 6, z: 9.5 }
    expect(await callTool(client, 'player_teleport', { playerName: 'Steve', location })).toMatchObject({
      success: true,
    })
    expect(await isPopUpVisible(program)).toBe(false)
    await seen(after, { event: 'player-moved', name: 'Steve' })
  })

  await test.step('setting the time waits for Approve, then the client sees the sun move', async () => {
    const after = world.lines.length
    const night = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
    await approve(program, testInfo.outputPath('night.png'))
    expect(await night).toMatchObject({ success: true })
    await seen(after, { event: 'player-time', name: 'Steve' })
  })

  const wall = { from: { world: 'world', x: 6, y: 5, z: 10 }, to: { x: 10, y: 8, z: 10 }, type: 'stone_bricks' }

  await test.step('the request to fill a wall says how many blocks it is', async () => {
    const after = world.lines.length
    const filled = callTool(client, 'ext_java_blocks_fill', wall)
    expect(await approve(program, testInfo.outputPath('fill.png'))).toMatch(/\b20\b/)
    expect(await filled).toMatchObject({ success: true, data: { blocks: 20 } })
    await seen(after, { event: 'player-block', name: 'Steve', block: 'stone_bricks' })
    expect(regions.stateAt(8, 7, 10)).toBe('minecraft:stone_bricks')
  })

  await test.step('the owner undoes the wall block for block', async () => {
    const after = world.lines.length
    const row = window.locator('.feed-row').filter({ hasText: /fill(?:ed)? 20 blocks/iu })
    await row.getByRole('button', { name: 'Undo' }).first().click()
    const dialog = window.getByRole('dialog', { name: 'Undo this?' })
    await expect(dialog).toContainText('20 blocks')
    await picture('undo')
    await dialog.getByRole('button', { name: /^Undo/u }).click()
    const done = window.getByRole('dialog', { name: 'Undone' })
    await expect(done.getByText('The action is undone')).toBeVisible()
    await done.getByRole('button', { name: 'Close' }).click()
    await seen(after, { event: 'player-block', name: 'Steve', block: 'oak_planks' })
    for (let x = 6; x <= 10; x++)
      for (let y = 5; y <= 8; y++)
        expect(regions.stateAt(x, y, 10)).toBe(x === 8 && y === 7 ? 'minecraft:oak_planks' : 'minecraft:air')
  })

  await test.step('the test of the connection says what is wrong, and its button tries again', async () => {
    await goTo('Servers')
    await window.getByRole('button', { name: /^survival/ }).click()
    await java.stop()
    await window.getByRole('button', { name: 'Test connection' }).click()
    await expect(window.getByText(/Nothing accepts connections on 127.0.0.1/).first()).toBeVisible()
    await picture('doctor')
    await java.start()
    await window.getByRole('button', { name: 'Try again' }).click()
    await expect(window.getByText('Everything works.')).toBeVisible()
  })

  await test.step('removing the server puts the file back once it is stopped', async () => {
    await window
      .getByRole('button', { name: /^More for survival/ })
      .first()
      .click()
    await window.getByRole('menuitem', { name: 'Remove' }).click()
    const removal = window.getByRole('alertdialog')
    await expect(removal).toContainText('server.properties')
    await expect(removal).toContainText('Stop the server first')
    await expect(removal.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled()
    await picture('remove')
    await java.stop()
    await expect(removal).not.toContainText('Stop the server first')
    await removal.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(window.getByText('No servers yet')).toBeVisible()
    expect(readFileSync(properties, 'utf8')).toContain('enable-rcon=false')
  })
})
