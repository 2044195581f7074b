/**
 * The main job on a server behind SSH, through the real window, over OpenSSH's own server, with a cable that can be
 * pulled. Players are real clients on a real Minecraft-protocol world; a model of the console stands behind RCON.
 */
import { randomFillSync } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  const { folder, world, regions, java } = await startJava(cleanUp, { rconPassword: 'from-the-file' })
  const level = path.join(folder, 'world', 'level.dat')
  writeFileSync(level, 'level')
  writeFileSync(path.join(folder, 'world', 'large.dat'), randomFillSync(Buffer.alloc(2_000_000)))
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

  const section = window.getByRole('tabpanel', { name: 'Backups' })
  const openPage = async () => {
    await goTo('Servers')
    await window.getByRole('button', { name: /^127\.0\.0\.1/ }).click()
  }

  await test.step('a backup that is cut off is none, and saving is on again by itself', async () => {
    await openPage()
    await window.getByRole('tab', { name: 'Backups' }).click()
    regions.beforeCommand = (command) => {
      if (command === 'save-all flush') cable.cutAfter(500_000, 'here')
    }
    await section.getByRole('button', { name: 'Back up now' }).click()
    await expect(section).toContainText('the backup was not finished')
    regions.beforeCommand = () => undefined
    await picture('backup-cut')
    await expect(section.getByRole('listitem')).toHaveCount(0)
    await expect(window.locator('.server-header-state')).toHaveText('Connected')
    await expect.poll(() => regions.isSaving).toBe(true)
  })

  await test.step('the next backup is made', async () => {
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
    await openPage()
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
    await openPage()
    await plugIn()
    await goTo('Home')
    await undo()
    await expect(window.getByRole('dialog').getByText('The action is undone')).toBeVisible()
    await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    isAsBefore()
  })

  await test.step('a restore that is cut off loses nothing, and is completed when it is asked again', async () => {
    writeFileSync(level, 'later')
    await java.stop()
    await openPage()
    await window.getByRole('tab', { name: 'Backups' }).click()
    await expect(window.locator('.server-header-state')).toHaveText('Offline')
    await section.getByRole('button', { name: /^Restore the backup/ }).click()
    const dialog = window.getByRole('dialog')
    await dialog.getByRole('checkbox').check()
    await dialog.getByLabel(/to confirm/).fill('127.0.0.1')
    cable.cutAfter(1_000_000)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await picture('restore-cut')
    expect(readFileSync(level, 'utf8')).toBe('later')
    // The connection comes back by itself, a moment later.
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
      await expect(dialog).toContainText('Backup restored', { timeout: 5_000 })
    }).toPass()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(readFileSync(level, 'utf8')).toBe('level')
    expect(readdirSync(folder).filter((name) => name.startsWith('world.before-'))).toHaveLength(1)
    await java.start()
    await expect(window.locator('.server-header-state')).toHaveText('Connected')
  })
})
