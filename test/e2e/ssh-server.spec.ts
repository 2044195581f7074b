/**
 * The main job on a server behind SSH, through the real window, over OpenSSH's own server, with a cable that can be
 * pulled. Players are real clients on a real Minecraft-protocol world; a model of the console stands behind RCON.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Cable } from '../fakes/java/ssh/cable.js'
import { Sshd, sshdMissing } from '../fakes/java/ssh/real-sshd.js'
import type { Line } from '../fixtures/json-lines-process.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { approve, startJava, testOverSsh } from './java-server.js'
import { expect, launch, test } from './program.js'

const missing = sshdMissing()

test('an owner governs a server behind SSH, also when the cable is pulled', async ({ cleanUp }, testInfo) => {
  // biome-ignore lint/suspicious/noSkippedTests: only where there is no OpenSSH, and it says so
  test.skip(missing !== undefined, `SSH is not tested with OpenSSH: ${missing}`)
  const { folder, world, regions } = await startJava(cleanUp, { rconPassword: 'from-the-file' })
  writeFileSync(path.join(folder, 'world', 'level.dat'), 'level')
  const sshd = cleanUp.add(await Sshd.start(), (one) => one.stop())
  const cable = cleanUp.add(await Cable.to(sshd.port), (one) => one.stop())
  const program = await launch(cleanUp)
  const { window } = program
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  const goTo = (screen: string) => window.getByRole('navigation').getByRole('button', { name: screen }).click()
  /** What Steve's own client receives from a moment on. */
  const seen = (after: number, what: Line) =>
    world.until((line) => Object.entries(what).every(([key, value]) => line[key] === value), { after })
  const wall = { from: { world: 'world', x: 6, y: 5, z: 10 }, to: { x: 10, y: 8, z: 10 }, type: 'stone_bricks' }
  const stonesOfWall = () => {
    const rows = [5, 6, 7, 8].flatMap((y) => [6, 7, 8, 9, 10].map((x) => regions.stateAt(x, y, 10)))
    return rows.filter((state) => state === 'minecraft:stone_bricks').length
  }
  const isAsBefore = () => {
    for (let x = 6; x <= 10; x++)
      for (let y = 5; y <= 8; y++)
        expect(regions.stateAt(x, y, 10)).toBe(x === 8 && y === 7 ? 'minecraft:oak_planks' : 'minecraft:air')
  }

  await test.step('it is added by the form, after the fingerprint of the machine was shown', async () => {
    await testOverSsh(program, { sshd, port: cable.port, folder })
    await window.getByRole('button', { name: 'Add server', exact: true }).click()
    await window.getByRole('tab', { name: 'Overview' }).click()
    await expect(window.locator('.server-header-state')).toHaveText('Connected')
  })

  await test.step('the chat of a player appears in Home', async () => {
    await goTo('Home')
    world.send({ say: 'where is the tower?', as: 'Steve' })
    await expect(window.getByText(/where is the tower\?/).first()).toBeVisible()
    await picture('chat')
  })

  const { client } = await connectClient(cleanUp, program.profile)
  const row = () => window.locator('.feed-row').filter({ hasText: /fill(?:ed)? 20 blocks/iu })

  await test.step('a wall is built once a person approves, and a real player sees it', async () => {
    const after = world.lines.length
    const filled = callTool(client, 'ext_java_blocks_fill', wall)
    expect(await approve(program, testInfo.outputPath('fill.png'))).toMatch(/\b20\b/)
    expect(await filled).toMatchObject({ success: true, data: { blocks: 20 } })
    await seen(after, { event: 'player-block', name: 'Steve', block: 'stone_bricks' })
    expect(stonesOfWall()).toBe(20)
  })

  await test.step('it is undone block for block', async () => {
    const after = world.lines.length
    await row().getByRole('button', { name: 'Undo' }).first().click()
    const dialog = window.getByRole('dialog', { name: 'Undo this?' })
    await expect(dialog).toContainText('20 blocks')
    await dialog.getByRole('button', { name: /^Undo/u }).click()
    const done = window.getByRole('dialog', { name: 'Undone' })
    await expect(done.getByText('The action is undone')).toBeVisible()
    await done.getByRole('button', { name: 'Close' }).click()
    await seen(after, { event: 'player-block', name: 'Steve', block: 'oak_planks' })
    isAsBefore()
  })

  await test.step('a backup is made', async () => {
    await goTo('Servers')
    await window.getByRole('button', { name: /^127\.0\.0\.1/ }).click()
    await window.getByRole('tab', { name: 'Backups' }).click()
    const section = window.getByRole('tabpanel', { name: 'Backups' })
    await section.getByRole('button', { name: 'Back up now' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(1)
    expect(regions.isSaving).toBe(true)
    await picture('backup')
  })

  /** It reconnects by itself. */
  const plugIn = async () => {
    cable.plugIn()
    await expect(window.locator('.server-header-state')).toHaveText('Connected')
  }

  await test.step('lines of the log that are written while the cable is out arrive once', async () => {
    await window.getByRole('tab', { name: 'Overview' }).click()
    cable.pull()
    await expect(window.locator('.server-header-state')).toHaveText('Offline')
    world.send({ say: 'is anybody there?', as: 'Steve' })
    await world.until(({ event, text }) => event === 'server-log' && `${text}`.includes('is anybody there?'))
    await picture('offline')
    await plugIn()
    await goTo('Home')
    await expect(window.locator('.feed-row').filter({ hasText: 'is anybody there?' })).toHaveCount(1)
  })

  await test.step('a fill whose reply is lost is not reported as done, runs once and can be undone', async () => {
    regions.beforeCommand = (command) => {
      if (command.startsWith('fill')) cable.pull()
    }
    const commands = regions.commands.length
    const filled = callTool(client, 'ext_java_blocks_fill', wall)
    await approve(program, testInfo.outputPath('fill-before-the-cut.png'))
    expect(await filled).toMatchObject({ success: false, error: { details: { mayHaveRun: true } } })
    regions.beforeCommand = () => undefined
    await expect(row().first()).toContainText('May have run')
    await picture('may-have-run')
    expect(stonesOfWall()).toBe(20)
    expect(regions.commands.slice(commands).filter((command) => command.startsWith('fill'))).toHaveLength(1)
    await goTo('Servers')
    await window.getByRole('button', { name: /^127\.0\.0\.1/ }).click()
    await plugIn()
  })

  await test.step('its undo is cut too, says so, and is finished block for block afterwards', async () => {
    let changes = 0
    regions.beforeCommand = (command) => {
      if (/^(?:setblock|fill)/u.test(command) && ++changes === 2) cable.pull()
    }
    await goTo('Home')
    const undo = async () => {
      await row().getByRole('button', { name: 'Undo' }).first().click()
      await window.getByRole('dialog').getByRole('button', { name: /^Undo/u }).click()
    }
    await undo()
    const failed = window.getByRole('dialog')
    await expect(failed).toContainText('could not be undone')
    await picture('undo-cut')
    await failed.getByRole('button', { name: 'Cancel' }).click()
    await goTo('Servers')
    await window.getByRole('button', { name: /^127\.0\.0\.1/ }).click()
    await plugIn()
    await goTo('Home')
    await undo()
    await expect(window.getByRole('dialog').getByText('The action is undone')).toBeVisible()
    await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    isAsBefore()
  })
})
